//go:build !purego

#include "textflag.h"

// i*gamma for the eight lanes, and the step from one eight to the next.
DATA lanes<>+0(SB)/8, $0x0000000000000000
DATA lanes<>+8(SB)/8, $0x9e3779b97f4a7c15
DATA lanes<>+16(SB)/8, $0x3c6ef372fe94f82a
DATA lanes<>+24(SB)/8, $0xdaa66d2c7ddf743f
DATA lanes<>+32(SB)/8, $0x78dde6e5fd29f054
DATA lanes<>+40(SB)/8, $0x1715609f7c746c69
DATA lanes<>+48(SB)/8, $0xb54cda58fbbee87e
DATA lanes<>+56(SB)/8, $0x538454127b096493
GLOBL lanes<>(SB), RODATA|NOPTR, $64

// func numbers512(data *byte, x, twist, n uint64)
//
// twisted for eight numbers at a time, step by step.
//
// Registers:
//	DI data   CX keys left   Z0 the eight numbers   Z16 twist
//	Z17, Z18 the multipliers   Z19 eight times gamma
TEXT ·numbers512(SB), NOSPLIT, $0-32
	MOVQ data+0(FP), DI
	VPBROADCASTQ x+8(FP), Z0
	VPBROADCASTQ twist+16(FP), Z16
	MOVQ n+24(FP), CX
	VPADDQ lanes<>(SB), Z0, Z0
	MOVQ $0xbf58476d1ce4e5b9, DX
	VPBROADCASTQ DX, Z17
	MOVQ $0x94d049bb133111eb, DX
	VPBROADCASTQ DX, Z18
	MOVQ $0xf1bbcdcbfa53e0a8, DX
	VPBROADCASTQ DX, Z19

loop:
	CMPQ CX, $8
	JLO done
	VPSRLQ $30, Z0, Z1
	VPXORQ Z1, Z0, Z1
	VPMULLQ Z17, Z1, Z1
	VPXORQ Z16, Z1, Z1
	VPSRLQ $27, Z1, Z2
	VPXORQ Z2, Z1, Z1
	VPMULLQ Z18, Z1, Z1
	VPSRLQ $31, Z1, Z2
	VPXORQ Z2, Z1, Z1
	VMOVDQU64 Z1, (DI)
	VPADDQ Z19, Z0, Z0
	ADDQ $64, DI
	SUBQ $8, CX
	JMP loop

done:
	VZEROUPPER
	RET
