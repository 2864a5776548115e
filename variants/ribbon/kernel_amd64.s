//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// Eight columns of a block are one register. So one AND for each block that an equation
// lies in, one count of ones (VPOPCNTQ) and one shift that gives every column its own bit of
// the fingerprint stand for eight columns one after another. No branch depends on a key.

DATA columns<>+0(SB)/8, $0
DATA columns<>+8(SB)/8, $1
DATA columns<>+16(SB)/8, $2
DATA columns<>+24(SB)/8, $3
DATA columns<>+32(SB)/8, $4
DATA columns<>+40(SB)/8, $5
DATA columns<>+48(SB)/8, $6
DATA columns<>+56(SB)/8, $7
GLOBL columns<>(SB), RODATA|NOPTR, $64

// SETUP loads the arguments: R8 the words, R9 the chunk, R10 n, R11 the bytes of a block,
// R12 mask, R13 the full groups of eight columns before the last, K2 the columns of those
// and K3 of the last one; Z7 is 1 and Z9 8 in every column, Z8 how far a fingerprint is
// shifted for the first eight: r-1 less the column. R14, the key, and DI, the answer, are 0.
#define SETUP \
	MOVQ words+0(FP), R8 \
	MOVQ c+8(FP), R9 \
	MOVQ n+16(FP), R10 \
	MOVQ r+24(FP), R11 \
	MOVQ mask+32(FP), R12 \
	LEAQ -1(R11), R13 \
	VPBROADCASTQ R13, Z8 \
	VPSUBQ columns<>(SB), Z8, Z8 \
	MOVQ R13, CX \
	ANDQ $7, CX \
	MOVQ $2, AX \
	SHLXQ CX, AX, AX \
	DECQ AX \
	KMOVW AX, K3 \
	MOVQ $255, AX \
	KMOVW AX, K2 \
	SHRQ $3, R13 \
	SHLQ $3, R11 \
	MOVQ $1, AX \
	VPBROADCASTQ AX, Z7 \
	MOVQ $8, AX \
	VPBROADCASTQ AX, Z9 \
	XORQ R14, R14 \
	XORQ DI, DI

// KEY makes everything ready for key R14 but its equation: CX where that begins, AX its
// second product, Z2 the fingerprint, SI the first block, Z6 the shifts, BX 0.
#define KEY \
	MOVQ chunk_x(R9)(R14*8), DX \
	ANDQ R12, DX \
	VPBROADCASTQ DX, Z2 \
	MOVQ chunk_base(R9)(R14*8), SI \
	LEAQ (R8)(SI*8), SI \
	VMOVDQA64 Z8, Z6 \
	XORQ BX, BX \
	MOVQ chunk_at(R9)(R14*8), CX \
	MOVQ chunk_y(R9)(R14*8), AX

// WRONG adds to BX the columns of K whose parity, of Z3, is not the fingerprint's bit.
#define WRONG(K) \
	VPOPCNTQ Z3, Z3 \
	VPSRLVQ Z6, Z2, Z4 \
	VPXORQ Z4, Z3, Z3 \
	VPTESTMQ Z7, Z3, K, K4 \
	KMOVW K4, AX \
	ORQ AX, BX

// NEXT goes on to the next eight columns.
#define NEXT \
	ADDQ $64, SI \
	VPSUBQ Z9, Z6, Z6

// ANSWER puts key R14 into DI: it is in if no column was wrong.
#define ANSWER \
	CMPQ BX, $1 \
	SBBQ AX, AX \
	NEGQ AX \
	SHLXQ R14, AX, AX \
	ORQ AX, DI \
	INCQ R14

// TWO and THREE evaluate the columns of K over two and three blocks.
#define TWO(K) \
	VMOVDQU64.Z (SI), K, Z3 \
	VMOVDQU64.Z (SI)(R11*1), K, Z4 \
	VPANDQ Z0, Z3, Z3 \
	VPANDQ Z1, Z4, Z4 \
	VPXORQ Z4, Z3, Z3 \
	WRONG(K)

#define THREE(K) \
	VMOVDQU64.Z (SI), K, Z3 \
	VMOVDQU64.Z (SI)(R11*1), K, Z4 \
	VMOVDQU64.Z (SI)(R11*2), K, Z5 \
	VPANDQ Z0, Z3, Z3 \
	VPANDQ Z1, Z4, Z4 \
	VPANDQ Z10, Z5, Z5 \
	VPXORQ Z4, Z3, Z3 \
	VPXORQ Z5, Z3, Z3 \
	WRONG(K)

// func prefetch(words *uint64, c *chunk, n int, last uint64)
TEXT ·prefetch(SB), NOSPLIT, $0-32
	MOVQ words+0(FP), R8
	MOVQ c+8(FP), R9
	MOVQ n+16(FP), R10
	MOVQ last+24(FP), R11
	MOVQ $64, R12
	CMPQ R11, R12
	CMOVQLT R11, R12
	XORQ R14, R14

key:
	MOVQ chunk_base(R9)(R14*8), SI
	LEAQ (R8)(SI*8), SI
	PREFETCHT0 (SI)
	PREFETCHT0 (SI)(R12*1)
	PREFETCHT0 (SI)(R11*1)
	INCQ R14
	CMPQ R14, R10
	JLT key
	RET

// func probe64(words *uint64, c *chunk, n, r int, mask uint64) uint64
TEXT ·probe64(SB), NOSPLIT, $0-48
	SETUP

key:
	KEY
	ORQ $1, AX // the coefficients
	SHLXQ CX, AX, DX
	SHRQ $1, AX
	NOTQ CX
	SHRXQ CX, AX, AX
	VPBROADCASTQ DX, Z0
	VPBROADCASTQ AX, Z1
	MOVQ R13, CX
	TESTQ CX, CX
	JEQ last

group:
	TWO(K2)
	NEXT
	DECQ CX
	JNE group

last:
	TWO(K3)
	ANSWER
	CMPQ R14, R10
	JLT key
	VZEROUPPER
	MOVQ DI, ret+40(FP)
	RET

// func probe128(words *uint64, c *chunk, n, r int, mask uint64) uint64
TEXT ·probe128(SB), NOSPLIT, $0-48
	SETUP
	MOVQ $0xbf58476d1ce4e5b9, R15

key:
	KEY
	MOVQ AX, DX // the other coefficients
	SHRQ $29, DX
	XORQ AX, DX
	IMULQ R15, DX
	ORQ $1, AX // the first coefficients
	SHLXQ CX, AX, BX
	VPBROADCASTQ BX, Z0
	SHLXQ CX, DX, BX
	NOTQ CX
	SHRQ $1, AX
	SHRXQ CX, AX, AX
	ORQ BX, AX
	VPBROADCASTQ AX, Z1
	SHRQ $1, DX
	SHRXQ CX, DX, DX
	VPBROADCASTQ DX, Z10
	XORQ BX, BX
	MOVQ R13, CX
	TESTQ CX, CX
	JEQ last

group:
	THREE(K2)
	NEXT
	DECQ CX
	JNE group

last:
	THREE(K3)
	ANSWER
	CMPQ R14, R10
	JLT key
	VZEROUPPER
	MOVQ DI, ret+40(FP)
	RET
