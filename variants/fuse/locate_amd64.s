//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The computation of layout.go, eight keys a round, one in each 64-bit lane (AVX-512 F
// and DQ). The low halves of the lanes are the rows of the chunk.

// func locate(l *layout, a, b *uint64, n int, c *static.Chunk)
TEXT ·locate(SB), NOSPLIT, $0-40
	MOVQ l+0(FP), R8
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ n+24(FP), CX
	MOVQ c+32(FP), DX
	VPBROADCASTQ layout_ma(R8), Z16
	VPBROADCASTQ layout_mb(R8), Z17
	VPBROADCASTQ layout_starts(R8), Z18
	VPBROADCASTQ layout_segment(R8), Z19
	VPBROADCASTQ layout_shift(R8), Z20
	MOVQ layout_segment(R8), AX
	DECQ AX
	VPBROADCASTQ AX, Z21
	MOVQ $8, R11 // rounds
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
	VPMULLQ Z16, Z0, Z0 // x
	VPMULLQ Z17, Z1, Z1 // y
	VPSRLQ $32, Z0, Z2
	VPMULUDQ Z18, Z2, Z2
	VPSRLQ $32, Z2, Z2 // the first slot
	VPSLLQ $32, Z0, Z3
	VPSRLVQ Z20, Z3, Z3 // o1
	VPSRLVQ Z20, Z1, Z4 // o2
	VPSLLQ $4, Z0, Z5
	VPSRLQ $32, Z1, Z6
	VPXORQ Z6, Z5, Z5
	VPANDQ Z21, Z5, Z5 // o3
	VPADDQ Z19, Z2, Z6
	VPXORQ Z6, Z3, Z3
	VPADDQ Z19, Z6, Z6
	VPXORQ Z6, Z4, Z4
	VPADDQ Z19, Z6, Z6
	VPXORQ Z6, Z5, Z5
	VPMOVQD Z2, 0(DX)
	VPMOVQD Z3, 256(DX)
	VPMOVQD Z4, 512(DX)
	VPMOVQD Z5, 768(DX)
	VPMOVQD Z1, 1024(DX)

	ADDQ $64, SI
	ADDQ $64, DI
	ADDQ $32, DX
	SUBQ $8, CX
	JG more
	XORQ CX, CX // no keys any more
more:
	DECQ R11
	JNZ eight
	VZEROUPPER
	RET
