//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The package comment explains the computation. Salts as in lanes.go.
DATA salts<>+0(SB)/4, $const_salt0
DATA salts<>+4(SB)/4, $const_salt1
DATA salts<>+8(SB)/4, $const_salt2
DATA salts<>+12(SB)/4, $const_salt3
DATA salts<>+16(SB)/4, $const_salt4
DATA salts<>+20(SB)/4, $const_salt5
DATA salts<>+24(SB)/4, $const_salt6
DATA salts<>+28(SB)/4, $const_salt7
GLOBL salts<>(SB), RODATA|NOPTR, $32

DATA ones<>+0(SB)/8, $0x0000000100000001
DATA ones<>+8(SB)/8, $0x0000000100000001
DATA ones<>+16(SB)/8, $0x0000000100000001
DATA ones<>+24(SB)/8, $0x0000000100000001
GLOBL ones<>(SB), RODATA|NOPTR, $32

// Batches. AHEAD keys are between asking for a line and looking at it. Registers:
//	SI words 0   R9 number of keys   R10 the table   R15 blocks
//	BX the key to work on            DI the key to ask a line for
//	Y15 salts    Y14 ones
#define AHEAD 64

// FIND leaves the offset of key at's block in CX.
#define FIND(at) \
	MOVQ  at, DX; \
	MULXQ R15, AX, CX; \
	SHLQ  $5, CX

#define ASK(at) \
	FIND(at); \
	PREFETCHT0 (R10)(CX*1)

// BITS leaves the bits of key at in Y0 and the offset of its block in CX.
#define BITS(at) \
	VPBROADCASTD at, Y0; \
	FIND(at); \
	VPMULLD Y15, Y0, Y0; \
	VPSRLD  $27, Y0, Y0; \
	VPSLLVD Y0, Y14, Y0

// TEST moves the answer for key at into the bottom of R13.
#define TEST(at) \
	BITS(at); \
	VMOVDQU (R10)(CX*1), Y1; \
	VPTEST  Y0, Y1; \
	ADCL    R13, R13

#define SET(at) \
	BITS(at); \
	VPOR    (R10)(CX*1), Y0, Y0; \
	VMOVDQU Y0, (R10)(CX*1)

#define SETUP \
	MOVQ f+0(FP), DX; \
	MOVQ a+8(FP), SI; \
	MOVQ n+16(FP), R9; \
	MOVQ Filter_table(DX), R10; \
	MOVQ Filter_count(DX), R15; \
	VMOVDQU salts<>(SB), Y15; \
	VMOVDQU ones<>(SB), Y14; \
	XORL BX, BX; \
	XORL DI, DI; \
	MOVL $AHEAD, R8; \
	CMPQ R9, R8; \
	CMOVQLT R9, R8

// func contains(f *Filter, a uint64) bool
TEXT ·contains(SB), NOSPLIT, $0-17
	MOVQ f+0(FP), SI
	CMPB Filter_wide(SI), $0
	JEQ  plain
	MOVQ a+8(FP), DX
	VPBROADCASTD a+8(FP), Y0
	MULXQ Filter_count(SI), AX, CX
	VPMULLD salts<>(SB), Y0, Y0
	MOVQ Filter_table(SI), DI
	VMOVDQU ones<>(SB), Y1
	SHLQ $5, CX
	VPSRLD $27, Y0, Y0
	VMOVDQU (DI)(CX*1), Y2
	VPSLLVD Y0, Y1, Y0
	VPTEST Y0, Y2
	SETCS ret+16(FP)
	VZEROUPPER
	RET
plain:
	JMP ·containsPlain(SB)

// func add(f *Filter, a uint64)
TEXT ·add(SB), NOSPLIT, $0-16
	MOVQ f+0(FP), SI
	CMPB Filter_wide(SI), $0
	JEQ  plain
	MOVQ a+8(FP), DX
	VPBROADCASTD a+8(FP), Y0
	MULXQ Filter_count(SI), AX, CX
	VPMULLD salts<>(SB), Y0, Y0
	MOVQ Filter_table(SI), DI
	VMOVDQU ones<>(SB), Y1
	SHLQ $5, CX
	VPSRLD $27, Y0, Y0
	VPSLLVD Y0, Y1, Y0
	VPOR (DI)(CX*1), Y0, Y0
	VMOVDQU Y0, (DI)(CX*1)
	VZEROUPPER
	RET
plain:
	JMP ·addPlain(SB)

// func containsKeys(f *Filter, a *uint64, n uint64, hits *variants.Hits)
TEXT ·containsKeys(SB), NOSPLIT, $0-32
	SETUP
	MOVQ hits+24(FP), R12

first:
	ASK((SI)(DI*8))
	INCQ DI
	CMPQ DI, R8
	JLT  first

groups: // of eight keys, the last first, so that the carries end in order
	LEAQ 8(BX), DX
	CMPQ DX, R9
	JGT  rest
	XORL R13, R13
	LEAQ 8(DI), DX
	CMPQ DX, R9
	JGT  near
	ASK(0(SI)(DI*8));  TEST(56(SI)(BX*8))
	ASK(8(SI)(DI*8));  TEST(48(SI)(BX*8))
	ASK(16(SI)(DI*8)); TEST(40(SI)(BX*8))
	ASK(24(SI)(DI*8)); TEST(32(SI)(BX*8))
	ASK(32(SI)(DI*8)); TEST(24(SI)(BX*8))
	ASK(40(SI)(DI*8)); TEST(16(SI)(BX*8))
	ASK(48(SI)(DI*8)); TEST(8(SI)(BX*8))
	ASK(56(SI)(DI*8)); TEST(0(SI)(BX*8))
	ADDQ $8, DI
	JMP  answer

near: // no eight keys to ask for
	TEST(56(SI)(BX*8))
	TEST(48(SI)(BX*8))
	TEST(40(SI)(BX*8))
	TEST(32(SI)(BX*8))
	TEST(24(SI)(BX*8))
	TEST(16(SI)(BX*8))
	TEST(8(SI)(BX*8))
	TEST(0(SI)(BX*8))

answer:
	MOVQ BX, DX
	SHRQ $3, DX
	MOVB R13, (R12)(DX*1)
	ADDQ $8, BX
	JMP  groups

rest: // fewer than eight keys, the last first
	XORL R13, R13
	MOVQ R9, DI
one:
	CMPQ DI, BX
	JLE  end
	DECQ DI
	TEST((SI)(DI*8))
	JMP  one
end:
	CMPQ BX, R9
	JGE  done
	SHRQ $3, BX
	MOVB R13, (R12)(BX*1)
done:
	VZEROUPPER
	RET

// func addKeys(f *Filter, a *uint64, n uint64)
TEXT ·addKeys(SB), NOSPLIT, $0-24
	SETUP

first:
	ASK((SI)(DI*8))
	INCQ DI
	CMPQ DI, R8
	JLT  first

groups:
	LEAQ 8(DI), DX
	CMPQ DX, R9
	JGT  rest
	ASK(0(SI)(DI*8));  SET(0(SI)(BX*8))
	ASK(8(SI)(DI*8));  SET(8(SI)(BX*8))
	ASK(16(SI)(DI*8)); SET(16(SI)(BX*8))
	ASK(24(SI)(DI*8)); SET(24(SI)(BX*8))
	ASK(32(SI)(DI*8)); SET(32(SI)(BX*8))
	ASK(40(SI)(DI*8)); SET(40(SI)(BX*8))
	ASK(48(SI)(DI*8)); SET(48(SI)(BX*8))
	ASK(56(SI)(DI*8)); SET(56(SI)(BX*8))
	ADDQ $8, DI
	ADDQ $8, BX
	JMP  groups

rest: // lines asked for, and fewer than eight keys more
	LEAQ 4(BX), DX
	CMPQ DX, R9
	JGT  few
	SET(0(SI)(BX*8))
	SET(8(SI)(BX*8))
	SET(16(SI)(BX*8))
	SET(24(SI)(BX*8))
	ADDQ $4, BX
	JMP  rest
few:
	CMPQ BX, R9
	JGE  done
	SET(0(SI)(BX*8))
	INCQ BX
	JMP  few
done:
	VZEROUPPER
	RET
