#include "textflag.h"

// The two loops run in two phases, so that no word behind the last is read: as
// long as there is a word to look ahead to, and then to the end. The first words
// are read without having been asked for, which is nothing in thousands.

// func prefetchLine(table *uint64, lines uint64, a *uint64, n uint64) uint64
TEXT ·prefetchLine(SB), NOSPLIT, $0-40
	MOVQ table+0(FP), DI
	MOVQ lines+8(FP), R8
	MOVQ a+16(FP), SI
	MOVQ n+24(FP), CX
	XORQ R9, R9
	SUBQ $32, CX
	JLE  rest

ahead:
	MOVQ       256(SI), AX
	MULQ       R8
	SHLQ       $6, DX
	PREFETCHT0 (DI)(DX*1)
	MOVQ       (SI), AX
	MULQ       R8
	SHLQ       $6, DX
	ADDQ       (DI)(DX*1), R9
	ADDQ       $8, SI
	DECQ       CX
	JNZ        ahead

rest:
	MOVQ  n+24(FP), CX
	MOVQ  $32, AX
	CMPQ  CX, AX
	CMOVQGT AX, CX

last:
	MOVQ (SI), AX
	MULQ R8
	SHLQ $6, DX
	ADDQ (DI)(DX*1), R9
	ADDQ $8, SI
	DECQ CX
	JNZ  last
	MOVQ R9, ret+32(FP)
	RET

// func prefetchLines(table *uint64, lines uint64, a, b *uint64, n, k uint64) uint64
TEXT ·prefetchLines(SB), NOSPLIT, $0-56
	MOVQ table+0(FP), DI
	MOVQ lines+8(FP), R8
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), BX
	MOVQ n+32(FP), CX
	XORQ R9, R9
	SUBQ $8, CX
	JLE  rest

ahead:
	MOVQ 64(SI), R10
	MOVQ 64(BX), R11
	MOVQ k+40(FP), R12

ask:
	MOVQ       R10, AX
	MULQ       R8
	SHLQ       $6, DX
	PREFETCHT0 (DI)(DX*1)
	ADDQ       R11, R10
	DECQ       R12
	JNZ        ask
	MOVQ       (SI), R10
	MOVQ       (BX), R11
	MOVQ       k+40(FP), R12

read:
	MOVQ R10, AX
	MULQ R8
	SHLQ $6, DX
	ADDQ (DI)(DX*1), R9
	ADDQ R11, R10
	DECQ R12
	JNZ  read
	ADDQ $8, SI
	ADDQ $8, BX
	DECQ CX
	JNZ  ahead

rest:
	MOVQ  n+32(FP), CX
	MOVQ  $8, AX
	CMPQ  CX, AX
	CMOVQGT AX, CX

last:
	MOVQ (SI), R10
	MOVQ (BX), R11
	MOVQ k+40(FP), R12

lastread:
	MOVQ R10, AX
	MULQ R8
	SHLQ $6, DX
	ADDQ (DI)(DX*1), R9
	ADDQ R11, R10
	DECQ R12
	JNZ  lastread
	ADDQ $8, SI
	ADDQ $8, BX
	DECQ CX
	JNZ  last
	MOVQ R9, ret+48(FP)
	RET
