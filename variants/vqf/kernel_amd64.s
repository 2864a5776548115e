//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// What the portable code does in dozens of instructions is one here each: the k-th one
// of a word (PDEP of 1<<k, TZCNT), comparing all remainders (VPCMPEQB), making room
// for one (VPEXPANDB) or for a bit (PDEP).

// LIST of the block at R with bucket in Q (R10, kept): DX its bit in the word, R13 all
// ones if that is the second word, SI and DI the words, BX the bits from there on.
// Uses AX, CX, R11, R12.
#define LIST(R) \
	MOVQ 0(R), SI \
	MOVQ 8(R), DI \
	MOVQ SI, AX \
	NOTQ AX \
	MOVQ DI, BX \
	NOTQ BX \
	MOVQ AX, CX \
	SHRQ $63, CX \
	LEAQ (CX)(BX*2), BX \
	LEAQ 1(AX)(AX*1), AX \
	POPCNTQ AX, CX \
	MOVQ R10, R11 \
	SUBQ CX, R11 \
	SBBQ R13, R13 \
	MOVQ R10, CX \
	TESTQ R13, R13 \
	CMOVQNE CX, R11 \
	CMOVQNE AX, BX \
	MOVQ $1, AX \
	SHLXQ R11, AX, AX \
	PDEPQ BX, AX, AX \
	TZCNTQ AX, DX \
	LEAQ (DI)(DI*1), CX \
	ANDQ R13, CX \
	MOVQ DX, R12 \
	NOTQ R12 \
	SHLXQ R12, CX, CX \
	MOVQ SI, BX \
	TESTQ R13, R13 \
	CMOVQEQ DI, BX \
	SHRXQ DX, BX, BX \
	ORQ CX, BX \
	NOTQ R13

// HAS makes AX nonzero if the block at R has the fingerprint with bucket R10 and
// remainder in all bytes of Z0.
#define HAS(R) \
	LIST(R) \
	NOTQ BX \
	TZCNTQ BX, BX \
	ANDQ $64, R13 \
	ADDQ R13, DX \
	SUBQ R10, DX \
	VPCMPEQB (R), Z0, K1 \
	KMOVQ K1, AX \
	SHRQ $16, AX \
	SHRXQ DX, AX, AX \
	BZHIQ BX, AX, AX

// func probe(f *Filter, c *chunk, n int) uint64
TEXT ·probe(SB), NOSPLIT, $0-32
	MOVQ f+0(FP), AX
	MOVQ Filter_base(AX), R8
	MOVQ c+8(FP), R9
	XORQ R14, R14
	MOVQ R14, ret+24(FP)

key:
	MOVQ chunk_fp(R9)(R14*8), R10
	VPBROADCASTB R10, Z0
	SHRQ $8, R10
	MOVQ chunk_one(R9)(R14*8), R15
	SHLQ $6, R15
	ADDQ R8, R15
	HAS(R15)
	MOVQ chunk_two(R9)(R14*8), R15
	SHLQ $6, R15
	ADDQ R8, R15
	MOVQ AX, R9
	HAS(R15)
	ORQ R9, AX
	MOVQ c+8(FP), R9
	NEGQ AX
	SBBQ AX, AX // all ones if found
	NEGQ AX
	SHLXQ R14, AX, AX
	ORQ AX, ret+24(FP)
	INCQ R14
	CMPQ R14, n+16(FP)
	JLT key
	VZEROUPPER
	RET

// PLACE adds the fingerprint with bucket R10 and remainder in the low byte of R15 to that
// of the blocks at R11 and R12 that has fewer, the first of equal ones, or jumps to FULL.
// A one comes at bit DX of the word that R13 tells, and all from there on moves up by one:
// AX and BX are the new one in the first and the second word, or 0, which makes no hole;
// CX is the second word pushed by the first. Then DX is the byte of the new remainder.
#define PLACE(FULL) \
	POPCNTQ 0(R11), AX \
	POPCNTQ 8(R11), BX \
	ADDQ BX, AX \
	POPCNTQ 0(R12), CX \
	POPCNTQ 8(R12), BX \
	ADDQ BX, CX \
	CMPQ CX, AX \
	CMOVQLT CX, AX \
	CMOVQLT R12, R11 \
	CMPQ AX, $48 \
	JGE FULL \
	MOVQ R11, R9 \
	LIST(R9) \
	MOVQ $1, AX \
	SHLXQ DX, AX, AX \
	MOVQ AX, BX \
	ANDQ R13, BX \
	ANDNQ AX, R13, AX \
	MOVQ SI, R11 \
	SHRQ $63, R11 \
	ANDNQ R11, R13, R11 \
	MOVQ AX, R12 \
	NOTQ R12 \
	PDEPQ R12, SI, SI \
	ORQ AX, SI \
	LEAQ (DI)(DI*1), CX \
	ORQ R11, CX \
	MOVQ BX, R12 \
	NOTQ R12 \
	PDEPQ R12, DI, DI \
	ORQ BX, DI \
	TESTQ R13, R13 \
	CMOVQEQ CX, DI \
	ANDQ $64, R13 \
	ADDQ R13, DX \
	SUBQ R10, DX \
	ADDQ $16, DX \
	VMOVDQU64 (R9), Z0 \
	MOVQ $1, AX \
	SHLXQ DX, AX, AX \
	NOTQ AX \
	KMOVQ AX, K1 \
	VPEXPANDB.Z Z0, K1, Z0 \
	VMOVDQU64 Z0, (R9) \
	MOVQ SI, 0(R9) \
	MOVQ DI, 8(R9) \
	MOVB R15, (R9)(DX*1)

// func place(f *Filter, c *chunk, i, n int) int
TEXT ·place(SB), NOSPLIT, $0-40
	MOVQ f+0(FP), AX
	MOVQ Filter_base(AX), R8
	MOVQ c+8(FP), R9
	MOVQ i+16(FP), R14

key:
	CMPQ R14, n+24(FP)
	JGE done
	MOVQ chunk_fp(R9)(R14*8), R10
	MOVQ R10, R15
	SHRQ $8, R10
	MOVQ chunk_one(R9)(R14*8), R11
	SHLQ $6, R11
	ADDQ R8, R11
	MOVQ chunk_two(R9)(R14*8), R12
	SHLQ $6, R12
	ADDQ R8, R12
	PLACE(done)
	MOVQ c+8(FP), R9
	INCQ R14
	JMP key

done:
	VZEROUPPER
	MOVQ R14, ret+32(FP)
	RET

// func has(base unsafe.Pointer, i1, i2, fp uint64) uint64
TEXT ·has(SB), NOSPLIT, $0-40
	MOVQ base+0(FP), R8
	MOVQ fp+24(FP), R10
	VPBROADCASTB R10, Z0
	SHRQ $8, R10
	MOVQ i1+8(FP), R15
	SHLQ $6, R15
	ADDQ R8, R15
	HAS(R15)
	MOVQ AX, R9
	MOVQ i2+16(FP), R15
	SHLQ $6, R15
	ADDQ R8, R15
	HAS(R15)
	ORQ R9, AX
	VZEROUPPER
	MOVQ AX, ret+32(FP)
	RET

// func add(base unsafe.Pointer, i1, i2, fp uint64) bool
TEXT ·add(SB), NOSPLIT, $0-33
	MOVQ base+0(FP), R8
	MOVQ fp+24(FP), R10
	MOVQ R10, R15
	SHRQ $8, R10
	MOVQ i1+8(FP), R11
	SHLQ $6, R11
	ADDQ R8, R11
	MOVQ i2+16(FP), R12
	SHLQ $6, R12
	ADDQ R8, R12
	PLACE(full)
	VZEROUPPER
	MOVB $1, ret+32(FP)
	RET

full:
	MOVB $0, ret+32(FP)
	RET
