//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// Eight keys a round, one in each 64-bit lane (AVX-512 F and DQ).

// MULHI makes x the high 64 bits of x*m for m below 2^32: with x = h*2^32 + l that
// is (h*m + (l*m >> 32)) >> 32, which does not overflow.
#define MULHI(x, m, t) \
	VPSRLQ $32, x, t \
	VPMULUDQ m, x, x \
	VPMULUDQ m, t, t \
	VPSRLQ $32, x, x \
	VPADDQ t, x, x \
	VPSRLQ $32, x, x

#define FETCH(offset) \
	MOVQ offset(SP), AX \
	MOVQ (offset+64)(SP), BX \
	PREFETCHT0 (R9)(AX*1) \
	PREFETCHT0 (R9)(BX*1)

// func locate(f *Filter, a, b *uint64, n int, c *chunk)
TEXT ·locate(SB), 0, $128-40
	MOVQ f+0(FP), R8
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ n+24(FP), CX
	MOVQ c+32(FP), DX
	MOVQ (Filter_table+table_base)(R8), R9
	VPBROADCASTQ Filter_buckets(R8), Z16
	VPBROADCASTQ Filter_values(R8), Z17
	VPBROADCASTQ (Filter_table+table_bucketBits)(R8), Z18
	MOVQ $0xbf58476d1ce4e5b9, AX
	VPBROADCASTQ AX, Z19
	MOVQ $0x94d049bb133111eb, AX
	VPBROADCASTQ AX, Z20
	MOVQ $1, AX
	VPBROADCASTQ AX, Z21
	MOVQ $255, R10

eight:
	CMPQ CX, $8
	JGE whole
	MOVQ $1, R10
	SHLQ CX, R10
	DECQ R10

whole:
	KMOVW R10, K1
	VMOVDQU64.Z (SI), K1, Z0
	VMOVDQU64.Z (DI), K1, Z1
	MULHI(Z0, Z16, Z4) // Z0: i1 = a*B >> 64
	MULHI(Z1, Z17, Z4)
	VPADDQ Z21, Z1, Z1 // Z1: fp = 1 + (b*(2^f-1) >> 64)

	// Z2: the other bucket, s(fp) - i1 mod B. Below zero the difference is huge and
	// adding B makes it small; else adding B makes it larger.
	VPMULLQ Z19, Z1, Z2
	VPSRLQ $27, Z2, Z4
	VPXORQ Z4, Z2, Z2
	VPMULLQ Z20, Z2, Z2
	MULHI(Z2, Z16, Z4)
	VPSUBQ Z0, Z2, Z2
	VPADDQ Z16, Z2, Z4
	VPMINUQ Z4, Z2, Z2

	VMOVDQU64 Z0, chunk_one(DX)
	VMOVDQU64 Z2, chunk_two(DX)
	VMOVDQU64 Z1, chunk_fp(DX)
	VPMULUDQ Z18, Z0, Z0
	VPMULUDQ Z18, Z2, Z2
	VPSRLQ $3, Z0, Z0
	VPSRLQ $3, Z2, Z2
	VMOVDQU64 Z0, 0(SP)
	VMOVDQU64 Z2, 64(SP)
	FETCH(0)
	FETCH(8)
	FETCH(16)
	FETCH(24)
	FETCH(32)
	FETCH(40)
	FETCH(48)
	FETCH(56)

	ADDQ $64, SI
	ADDQ $64, DI
	ADDQ $64, DX
	SUBQ $8, CX
	JG eight
	VZEROUPPER
	RET

// PROBE marks in Z5 the lanes whose group at bit "at" has a zero slot once xored
// with Z2.
#define PROBE(at) \
	VPANDNQ at, Z18, Z3 \
	VPSRLQ $3, Z3, Z3 \
	KXNORW K1, K1, K1 \
	VPXORQ Z4, Z4, Z4 \
	VPGATHERQQ (R9)(Z3*1), K1, Z4 \
	VPANDQ Z18, at, Z3 \
	VPSRLVQ Z3, Z4, Z4 \
	VPXORQ Z2, Z4, Z4 \
	VPSUBQ Z16, Z4, Z6 \
	VPANDNQ Z6, Z4, Z6 \
	VPORQ Z6, Z5, Z5

// func probe(f *Filter, c *chunk, n int) uint64
TEXT ·probe(SB), NOSPLIT, $0-32
	MOVQ f+0(FP), R8
	MOVQ c+8(FP), DX
	MOVQ n+16(FP), DI
	MOVQ (Filter_table+table_base)(R8), R9
	VPBROADCASTQ (Filter_table+table_ones)(R8), Z16
	VPBROADCASTQ (Filter_table+table_tops)(R8), Z17
	VPBROADCASTQ (Filter_table+table_within)(R8), Z18
	VPBROADCASTQ (Filter_table+table_groupBits)(R8), Z19
	VPBROADCASTQ (Filter_table+table_bucketBits)(R8), Z20
	XORQ CX, CX
	XORQ R13, R13

eight:
	VMOVDQU64 chunk_one(DX), Z0
	VMOVDQU64 chunk_two(DX), Z1
	VMOVDQU64 chunk_fp(DX), Z2
	VPMULUDQ Z20, Z0, Z0
	VPMULUDQ Z20, Z1, Z1
	VPMULLQ Z16, Z2, Z2
	VPXORQ Z5, Z5, Z5
	MOVQ (Filter_table+table_groups)(R8), R11

group:
	PROBE(Z0)
	PROBE(Z1)
	VPADDQ Z19, Z0, Z0
	VPADDQ Z19, Z1, Z1
	DECQ R11
	JNZ group

	VPTESTMQ Z17, Z5, K2
	KMOVW K2, AX
	SHLQ CX, AX
	ORQ AX, R13
	ADDQ $64, DX
	ADDQ $8, CX
	CMPQ CX, DI
	JLT eight
	VZEROUPPER
	MOVQ R13, ret+24(FP)
	RET
