//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Two loops over the keys of a batch, and one key alone. The package comment
// explains the layout. Registers of the loops:
//	SI column A    R8 column B   R9 number of keys   R10 the filter's table
//	R15 blocks     CX turn       Z19 odd, where steps are made so
//	DI next key (or group of eight) to find          BX next to work on
//	R14 of containsLines: scratch on a cache line, in the frame; for each key three quads:
#define X 0      // first position
#define OFF 2048 // offset of the block in bytes
#define Y 4096   // step

// AHEAD keys are between asking for a line and looking at it.
#define AHEAD 64

#define SETUP \
	MOVQ v+0(FP), DX; \
	MOVQ a+8(FP), SI; \
	MOVQ b+16(FP), R8; \
	MOVQ n+24(FP), R9; \
	LEAQ 63(SP), R14; \
	ANDQ $-64, R14; \
	MOVQ kernel_table(DX), R10; \
	MOVQ kernel_blocks(DX), R15; \
	MOVQ kernel_turn(DX), CX; \
	VPBROADCASTQ kernel_odd(DX), Z19; \
	XORL BX, BX; \
	XORL DI, DI

// MASK sets K1 to the keys of group DI that exist.
#define MASK \
	MOVQ  R9, DX; \
	SUBQ  DI, DX; \
	MOVL  $8, AX; \
	CMPQ  DX, AX; \
	CMOVQGT AX, DX; \
	MOVL  $255, AX; \
	BZHIL DX, AX, AX; \
	KMOVB AX, K1

// STEPS computes y of group DI, eight at once.
#define STEPS \
	VMOVDQU64.Z (R8)(DI*8), K1, Z0; \
	VPSRLQ $55, Z0, Z0; \
	VPORQ Z19, Z0, Z0; \
	VMOVDQA64 Z0, Y(R14)(DI*8)

// FIND computes block and x of key DI+i and asks for the block's line.
#define FIND(i) \
	MOVQ 8*i(SI)(DI*8), DX; \
	RORQ CX, DX; \
	MULXQ R15, AX, DX; \
	SHLQ $6, DX; \
	PREFETCHT0 (R10)(DX*1); \
	SHRQ $55, AX; \
	MOVQ DX, OFF+8*i(R14)(DI*8); \
	MOVQ AX, X+8*i(R14)(DI*8)

#define FIND8 \
	FIND(0); FIND(1); FIND(2); FIND(3); FIND(4); FIND(5); FIND(6); FIND(7); \
	ADDQ $8, DI

// TEST moves the answer for key BX+i into the top of R13.
#define TEST(i) \
	MOVQ     OFF+8*i(R14)(BX*8), DX; \
	VPMULLD.BCST Y+8*i(R14)(BX*8), Z16, Z0; \
	VPADDD.BCST X+8*i(R14)(BX*8), Z0, Z0; \
	VPADDD   Z17, Z0, Z0; \
	VPSRLD   $5, Z0, Z1; \
	VPERMD   (R10)(DX*1), Z1, Z1; \
	VPRORVD  Z0, Z1, Z1; \
	VPTESTMD Z18, Z1, K2; \
	KORTESTW K2, K2; \
	RCRQ     $1, R13

// func containsLines(v *kernel, a, b *uint64, n uint64, hits *variants.Hits)
TEXT ·containsLines(SB), 0, $6208-40
	SETUP
	MOVQ kernel_rows(DX), R11
	VMOVDQA32 (64*const_lanesRow)(R11), Z16
	VMOVDQA32 (64*const_cubicRow)(R11), Z17
	VPBROADCASTD kernel_one(DX), Z18
	MOVQ hits+32(FP), R12

find:
	LEAQ 8(DI), AX
	CMPQ AX, R9
	JGT some
	KXNORB K1, K1, K1
	STEPS
	LEAQ -AHEAD(DI), AX
	CMPQ AX, BX
	JGE both
	FIND8
	JMP find

both:
	FIND(0); TEST(0)
	FIND(1); TEST(1)
	FIND(2); TEST(2)
	FIND(3); TEST(3)
	FIND(4); TEST(4)
	FIND(5); TEST(5)
	FIND(6); TEST(6)
	FIND(7); TEST(7)
	ADDQ $8, DI
	JMP answer

test:
	TEST(0)
	TEST(1)
	TEST(2)
	TEST(3)
	TEST(4)
	TEST(5)
	TEST(6)
	TEST(7)

answer:
	MOVQ R13, AX
	SHRQ $56, AX
	MOVQ BX, DX
	SHRQ $3, DX
	MOVB AX, (R12)(DX*1)
	ADDQ $8, BX
	CMPQ BX, R9
	JLT find

	// The last group may hold fewer than eight keys: drop the hits past them.
	SUBQ R9, BX
	MOVL $8, CX
	SUBQ BX, CX
	BZHIL CX, AX, AX
	DECQ R9
	SHRQ $3, R9
	MOVB AX, (R12)(R9*1)
	VZEROUPPER
	RET

some: // the last group, of fewer than eight keys
	CMPQ DI, R9
	JGE test
	MASK
	STEPS
	VPXORQ Z1, Z1, Z1
	VMOVDQA64 Z1, OFF(R14)(DI*8)
	VMOVDQA64 Z1, X(R14)(DI*8)
one:
	FIND(0)
	INCQ DI
	CMPQ DI, R9
	JLT one
	JMP test

// ASK asks for the line of the key whose word 0 is at a.
#define ASK(a) \
	MOVQ a, DX; \
	RORQ CX, DX; \
	MULXQ R15, AX, DX; \
	SHLQ $6, DX; \
	PREFETCHT0 (R10)(DX*1)

// ADD sets the bits of a key, from its words: the pattern of its step turned up by
// x>>6 words and x&63 bits. To find the line once more is less work than to keep it.
#define ADD(a, b) \
	MOVQ  a, DX; \
	RORQ  CX, DX; \
	MULXQ R15, AX, DX; \
	SHRXQ R14, b, R13; \
	SHRQ  $55, AX; \
	SHLQ  $6, R13; \
	VPBROADCASTQ AX, Z0; \
	SHLQ  $6, DX; \
	ANDL  $0x1c0, AX; \
	VMOVDQU64 (R12)(AX*1), Z2; \
	VPERMQ   (R11)(R13*1), Z2, Z2; \
	VALIGNQ  $7, Z2, Z2, Z3; \
	VPSHLDVQ Z0, Z3, Z2; \
	VPORQ    (R10)(DX*1), Z2, Z2; \
	VMOVDQU64 Z2, (R10)(DX*1)

// func addLines(v *kernel, a, b *uint64, n uint64)
//
// R14 is how far to shift word 1 for its pattern, R11 the patterns, R12 the turns.
TEXT ·addLines(SB), NOSPLIT, $0-32
	MOVQ v+0(FP), DX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), R8
	MOVQ n+24(FP), R9
	MOVQ kernel_table(DX), R10
	MOVQ kernel_blocks(DX), R15
	MOVQ kernel_turn(DX), CX
	MOVQ kernel_step(DX), R14
	MOVQ kernel_rows(DX), R11
	LEAQ (64*const_turnsRow)(R11), R12
	ADDQ $(64*const_patternRow), R11
	XORL BX, BX
	XORL DI, DI
	MOVL $AHEAD, R13
	CMPQ R9, R13
	CMOVQLT R9, R13

first:
	ASK((SI)(DI*8))
	INCQ DI
	CMPQ DI, R13
	JLT  first

groups: // of four keys
	LEAQ 4(DI), DX
	CMPQ DX, R9
	JGT  rest
	ASK(0(SI)(DI*8));  ADD(0(SI)(BX*8), 0(R8)(BX*8))
	ASK(8(SI)(DI*8));  ADD(8(SI)(BX*8), 8(R8)(BX*8))
	ASK(16(SI)(DI*8)); ADD(16(SI)(BX*8), 16(R8)(BX*8))
	ASK(24(SI)(DI*8)); ADD(24(SI)(BX*8), 24(R8)(BX*8))
	ADDQ $4, DI
	ADDQ $4, BX
	JMP  groups

rest: // lines asked for, and fewer than four keys more
	ADD(0(SI)(BX*8), 0(R8)(BX*8))
	INCQ BX
	CMPQ BX, R9
	JLT  rest
	VZEROUPPER
	RET

// func containsLine(f *Filter, d hashes.Digest) bool
TEXT ·containsLine(SB), NOSPLIT, $0-33
	MOVQ f+0(FP), DI
	MOVQ d_A+8(FP), AX
	MOVQ d_B+16(FP), CX
	MOVQ Filter_vector(DI), DI
	MOVQ kernel_rows(DI), SI
	MULQ kernel_blocks(DI)
	SHRQ $55, CX
	ORQ  kernel_odd(DI), CX
	SHRQ $55, AX
	SHLQ $16, AX
	ORQ  CX, AX
	VPBROADCASTD AX, Z17
	SHLQ $6, DX
	ADDQ kernel_table(DI), DX
	VMOVDQA32 (64*const_cubicRow)(SI), Z16
	VPDPWSSD (64*const_lanesRow)(SI), Z17, Z16
	VPSRLD   $5, Z16, Z17
	VPERMD   (DX), Z17, Z17
	VPRORVD  Z16, Z17, Z17
	VPTESTMD.BCST kernel_one(DI), Z17, K2
	KORTESTW K2, K2
	SETCS ret+32(FP)
	RET
