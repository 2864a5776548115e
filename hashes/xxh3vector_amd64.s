//go:build !purego

#include "textflag.h"

// func xxh3Vector8(data *byte, off *uint32, flip uint64, a, b *uint64, n uint64) uint64
//
// xxh3Of8 for eight keys at a time, step by step. The product to 128 bits is made
// of four products of halves: with x = xh:xl and the prime = ph:pl,
//
//	mid  = xh*pl + (xl*pl >> 32)        cannot overflow
//	t    = xl*ph + (mid & 0xffffffff)   cannot overflow
//	high = xh*ph + (mid >> 32) + (t >> 32)
//	low  = t << 32 | xl*pl & 0xffffffff
//
// Registers:
//	SI data   DI off   R8 a   R9 b (0: none)   CX n   AX keys done
//	Z16 flip   Z20 the prime   Z21 the prime >> 32   Z22 low halves
//	Z23, Z24 the multipliers of low and high   Y25 eight times 8   K2 low halves
TEXT ·xxh3Vector8(SB), NOSPLIT, $0-56
	MOVQ data+0(FP), SI
	MOVQ off+8(FP), DI
	MOVQ a+24(FP), R8
	MOVQ b+32(FP), R9
	MOVQ n+40(FP), CX
	VPBROADCASTQ flip+16(FP), Z16

	MOVQ $0x9e3779b185ebcaa7, DX // xxh3Prime1 + 8<<2
	VPBROADCASTQ DX, Z20
	VPSRLQ $32, Z20, Z21
	MOVL $0xffffffff, DX
	VPBROADCASTQ DX, Z22
	MOVQ $0x9fb21c651e98df25, DX // xxh3PrimeRR
	VPBROADCASTQ DX, Z23
	MOVQ $0x165667919e3779f9, DX // xxh3PrimeMX
	VPBROADCASTQ DX, Z24
	MOVL $8, DX
	VPBROADCASTD DX, Y25
	MOVL $0x5555, DX
	KMOVW DX, K2
	XORQ AX, AX

loop:
	LEAQ 8(AX), R10
	CMPQ R10, CX
	JHI done

	// Eight offsets, each 8 after the one before?
	VMOVDQU 4(DI)(AX*4), Y1
	VPSUBD (DI)(AX*4), Y1, Y1
	VPCMPEQD Y25, Y1, K1
	KORTESTB K1, K1
	JCC done

	VPXORQ (SI)(AX*8), Z16, Z0
	VPSRLQ $32, Z0, Z1
	VPMULUDQ Z20, Z0, Z2
	VPMULUDQ Z20, Z1, Z3
	VPMULUDQ Z21, Z0, Z4
	VPMULUDQ Z21, Z1, Z5
	VPSRLQ $32, Z2, Z6
	VPADDQ Z6, Z3, Z3
	VPANDQ Z22, Z3, Z6
	VPADDQ Z6, Z4, Z4
	VPSRLQ $32, Z3, Z3
	VPADDQ Z3, Z5, Z5
	VPSRLQ $32, Z4, Z6
	VPADDQ Z6, Z5, Z5
	VPSLLQ $32, Z4, Z4
	VMOVDQA32 Z2, K2, Z4

	// Z5 high, Z4 low: high += low << 1, low ^= high >> 3, then low's own mixing.
	VPADDQ Z4, Z4, Z6
	VPADDQ Z6, Z5, Z5
	VPSRLQ $3, Z5, Z6
	VPXORQ Z6, Z4, Z4
	VPSRLQ $35, Z4, Z6
	VPXORQ Z6, Z4, Z4
	VPMULLQ Z23, Z4, Z4
	VPSRLQ $28, Z4, Z6
	VPXORQ Z6, Z4, Z4
	VMOVDQU64 Z4, (R8)(AX*8)
	TESTQ R9, R9
	JZ next

	// The avalanche of high.
	VPSRLQ $37, Z5, Z6
	VPXORQ Z6, Z5, Z5
	VPMULLQ Z24, Z5, Z5
	VPSRLQ $32, Z5, Z6
	VPXORQ Z6, Z5, Z5
	VMOVDQU64 Z5, (R9)(AX*8)

next:
	MOVQ R10, AX
	JMP loop

done:
	VZEROUPPER
	MOVQ AX, ret+48(FP)
	RET
