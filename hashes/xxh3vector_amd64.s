//go:build !purego

#include "textflag.h"

// xxh3Of8 for eight keys in the five registers of a lane set, step by step:
//
//	x  the key, flipped; then a place to work in      h  x >> 32, at last high
//	c, d  places to work in                           low
//
// The high half of the product to 128 bits is made of four products of halves: with
// x = xh:xl and the prime = ph:pl,
//
//	mid  = xh*pl + (xl*pl >> 32)        cannot overflow
//	t    = xl*ph + (mid & 0xffffffff)   cannot overflow
//	high = xh*ph + (mid >> 32) + (t >> 32)
//
// and the low half by one instruction. A step waits for the one before it, so two
// eights take their steps in turns: a sixth faster than one after the other, though
// the processor looks far ahead.

#define PRODUCTS(x, h, c, d, low) \
	VPSRLQ   $32, x, h; \
	VPMULUDQ Z20, x, c; \
	VPMULLQ  Z20, x, low; \
	VPMULUDQ Z20, h, d; \
	VPSRLQ   $32, c, c

#define MIDDLE(x, h, c, d, low) \
	VPADDQ   c, d, d; \
	VPMULUDQ Z21, x, x; \
	VPANDQ   Z22, d, c; \
	VPMULUDQ Z21, h, h

#define HIGH(x, h, c, d, low) \
	VPADDQ c, x, x; \
	VPSRLQ $32, d, d; \
	VPADDQ d, h, h; \
	VPSRLQ $32, x, x; \
	VPADDQ x, h, h

// APART is high += low << 1, low ^= high >> 3.
#define APART(x, h, c, d, low) \
	VPADDQ low, low, x; \
	VPADDQ x, h, h; \
	VPSRLQ $3, h, x; \
	VPXORQ x, low, low

// MIXED is what is left: low's own mixing, and the avalanche of high.
#define MIXED(x, h, c, d, low) \
	VPSRLQ  $35, low, x; \
	VPSRLQ  $37, h, c; \
	VPXORQ  x, low, low; \
	VPXORQ  c, h, h; \
	VPMULLQ Z23, low, low; \
	VPMULLQ Z24, h, h

#define LAST(x, h, c, d, low) \
	VPSRLQ $28, low, x; \
	VPSRLQ $32, h, c; \
	VPXORQ x, low, low; \
	VPXORQ c, h, h

// func xxh3Vector8(data *byte, off *uint32, flip uint64, a, b *uint64, n uint64) uint64
//
// Registers:
//	SI data   DI off   R8 a   R9 b (0: none)   CX n   AX keys done
//	Z16 flip   Z20 the prime   Z21 the prime >> 32   Z22 low halves
//	Z23, Z24 the multipliers of low and high   Z25 sixteen times 8
//	Z0 to Z4, Z5 to Z9 two eights
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
	VPBROADCASTD DX, Z25
	XORQ AX, AX

sixteen:
	LEAQ 16(AX), R10
	CMPQ R10, CX
	JHI eight

	// Sixteen offsets, each 8 after the one before?
	VMOVDQU32 4(DI)(AX*4), Z0
	VPSUBD (DI)(AX*4), Z0, Z0
	VPCMPEQD Z25, Z0, K1
	KORTESTW K1, K1
	JCC eight

	VPXORQ (SI)(AX*8), Z16, Z0
	VPXORQ 64(SI)(AX*8), Z16, Z5
	PRODUCTS(Z0, Z1, Z2, Z3, Z4)
	PRODUCTS(Z5, Z6, Z7, Z8, Z9)
	MIDDLE(Z0, Z1, Z2, Z3, Z4)
	MIDDLE(Z5, Z6, Z7, Z8, Z9)
	HIGH(Z0, Z1, Z2, Z3, Z4)
	HIGH(Z5, Z6, Z7, Z8, Z9)
	APART(Z0, Z1, Z2, Z3, Z4)
	APART(Z5, Z6, Z7, Z8, Z9)
	MIXED(Z0, Z1, Z2, Z3, Z4)
	MIXED(Z5, Z6, Z7, Z8, Z9)
	LAST(Z0, Z1, Z2, Z3, Z4)
	LAST(Z5, Z6, Z7, Z8, Z9)
	VMOVDQU64 Z4, (R8)(AX*8)
	VMOVDQU64 Z9, 64(R8)(AX*8)
	TESTQ R9, R9
	JZ more
	VMOVDQU64 Z1, (R9)(AX*8)
	VMOVDQU64 Z6, 64(R9)(AX*8)

more:
	MOVQ R10, AX
	JMP sixteen

	// The last eight, or the first of sixteen whose run ends.
eight:
	LEAQ 8(AX), R10
	CMPQ R10, CX
	JHI done
	VMOVDQU 4(DI)(AX*4), Y1
	VPSUBD (DI)(AX*4), Y1, Y1
	VPCMPEQD Y25, Y1, K1
	KORTESTB K1, K1
	JCC done

	VPXORQ (SI)(AX*8), Z16, Z0
	PRODUCTS(Z0, Z1, Z2, Z3, Z4)
	MIDDLE(Z0, Z1, Z2, Z3, Z4)
	HIGH(Z0, Z1, Z2, Z3, Z4)
	APART(Z0, Z1, Z2, Z3, Z4)
	MIXED(Z0, Z1, Z2, Z3, Z4)
	LAST(Z0, Z1, Z2, Z3, Z4)
	VMOVDQU64 Z4, (R8)(AX*8)
	MOVQ R10, AX
	TESTQ R9, R9
	JZ eight
	VMOVDQU64 Z1, -64(R9)(AX*8)
	JMP eight

done:
	VZEROUPPER
	MOVQ AX, ret+48(FP)
	RET
