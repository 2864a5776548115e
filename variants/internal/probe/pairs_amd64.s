//go:build !purego

#include "textflag.h"

// The cascade of containsPairs, eight keys at a time. The keys still alive are
// columns of the frame, 264 quads each (256, and room for a last store of eight):
//
//	    0(SP)  x, the word that gives the position of the next round
//	 2112(SP)  y, the step
//	 4224(SP)  the key's number in the batch
//	 6336(SP)  the position of this round
//	 8448(SP)  the word of the table it lies in
//	10560(SP)  what stands in that word
//
// A round has two loops. FETCH copies words of the table into the last column, one
// key at a time: three instructions a key, none waiting for another, so that the
// processor has as many reads under way as it can keep track of. (Its own gather
// instruction was tried: four times slower in the first-level cache.) KEEP tests
// eight of them at once and packs the keys that stay, with their next position.
//
// Registers:
//	R8  the table    R9  rounds left    R10 keys alive    R11 key in turn
//	R12 keys that stay    DX columns    R13 whether to ask for lines ahead
//	Z31 m    Z30 m>>32    Z29 the low halves    Z28 a unit's bits
//	Z27 where the next round's range begins    Z26 stride
//	X20, X21  a position shifted down is its word's number, shifted up its place

// POSITION sets Z5 to floor(Z0*m / 2^64) + Z27 for an m up to 2^40: the product of
// two words from four products of halves, of which the carry of the lowest is
// kept. No sum overflows, since m>>32 is at most 2^8. Position and word are put
// into their columns at place at.
#define POSITION(at) \
	VPSRLQ    $32, Z0, Z5; \
	VPMULUDQ  Z31, Z0, Z6; \
	VPMULUDQ  Z31, Z5, Z7; \
	VPMULUDQ  Z30, Z0, Z8; \
	VPMULUDQ  Z30, Z5, Z5; \
	VPSRLQ    $32, Z6, Z6; \
	VPADDQ    Z6, Z7, Z7; \
	VPANDQ    Z29, Z7, Z6; \
	VPADDQ    Z8, Z6, Z6; \
	VPSRLQ    $32, Z6, Z6; \
	VPSRLQ    $32, Z7, Z7; \
	VPADDQ    Z6, Z5, Z5; \
	VPADDQ    Z7, Z5, Z5; \
	VPADDQ    Z27, Z5, Z5; \
	VPSRLQ    X20, Z5, Z6; \
	VMOVDQU64 Z5, 6336(DX)(at*8); \
	VMOVDQU64 Z6, 8448(DX)(at*8)

// LANES sets K1 to the lanes of this group that hold keys.
#define LANES \
	MOVQ    R10, CX; \
	SUBQ    R11, CX; \
	CMPQ    CX, R14; \
	CMOVQGT R14, CX; \
	BZHIQ   CX, R15, CX; \
	KMOVW   CX, K1

#define AHEAD(i, at) \
	MOVQ       (8448+8*i)(DX)(at*8), CX; \
	PREFETCHT0 (R8)(CX*8)

// LINES asks for the lines of the eight positions from place at.
#define LINES(at) \
	AHEAD(0, at); \
	AHEAD(1, at); \
	AHEAD(2, at); \
	AHEAD(3, at); \
	AHEAD(4, at); \
	AHEAD(5, at); \
	AHEAD(6, at); \
	AHEAD(7, at)

#define FETCH(i) \
	MOVQ (8448+8*i)(DX)(R11*8), CX; \
	MOVQ (R8)(CX*8), CX; \
	MOVQ CX, (10560+8*i)(DX)(R11*8)

// func cascade512(words *uint64, m, stride, k uint64, a, b *uint64, n uint64, far bool, hits *uint64, down, up, unit uint64) uint64
TEXT ·cascade512(SB), 0, $12736-104
	MOVQ words+0(FP), R8
	MOVQ k+24(FP), R9
	MOVQ a+32(FP), SI
	MOVQ b+40(FP), DI
	MOVQ n+48(FP), R10
	MOVBQZX far+56(FP), R13
	LEAQ 63(SP), DX
	ANDQ $~63, DX
	MOVQ $8, R14
	MOVQ $0xff, R15
	VPBROADCASTQ m+8(FP), Z31
	VPSRLQ $32, Z31, Z30
	VMOVQ  down+72(FP), X20
	VMOVQ  up+80(FP), X21
	VPBROADCASTQ unit+88(FP), Z28
	VPTERNLOGQ $0xff, Z29, Z29, Z29
	VPSRLQ $63, Z29, Z24
	VPSRLQ $32, Z29, Z29
	VPXORQ Z27, Z27, Z27
	VPBROADCASTQ stride+16(FP), Z26
	VMOVDQU64 ·eight(SB), Z2
	VPSLLQ $3, Z24, Z24
	XORQ R11, R11

begin:
	LANES
	VMOVDQU64.Z (SI)(R11*8), K1, Z0
	VMOVDQU64.Z (DI)(R11*8), K1, Z1
	VMOVDQU64 Z0, (DX)(R11*8)
	VMOVDQU64 Z1, 2112(DX)(R11*8)
	VMOVDQU64 Z2, 4224(DX)(R11*8)
	VPADDQ Z24, Z2, Z2
	POSITION(R11)
	ADDQ $8, R11
	CMPQ R11, R10
	JLT  begin

round:
	XORQ R11, R11

fetch:
	FETCH(0)
	FETCH(1)
	FETCH(2)
	FETCH(3)
	FETCH(4)
	FETCH(5)
	FETCH(6)
	FETCH(7)
	ADDQ $8, R11
	CMPQ R11, R10
	JLT  fetch
	VPADDQ Z26, Z27, Z27
	XORQ R11, R11
	XORQ R12, R12
	CMPQ R9, $1
	CMOVQEQ R11, R13 // nothing to ask for after the last round

keep:
	LANES
	VMOVDQU64 6336(DX)(R11*8), Z5
	VMOVDQU64 (DX)(R11*8), Z0
	VMOVDQU64 2112(DX)(R11*8), Z1
	VMOVDQU64 4224(DX)(R11*8), Z2
	VMOVDQU64 10560(DX)(R11*8), Z7
	VPSLLQ    X21, Z5, Z5
	VPRORVQ   Z5, Z7, Z7 // by its place in the word: the count is taken mod 64
	VPADDQ    Z1, Z0, Z0
	VPTESTMQ  Z28, Z7, K1, K3
	KMOVW     K3, BX
	VPCOMPRESSQ.Z Z0, K3, Z0
	VPCOMPRESSQ.Z Z1, K3, Z1
	VPCOMPRESSQ.Z Z2, K3, Z2
	POPCNTL   BX, BX
	VMOVDQU64 Z0, (DX)(R12*8)
	VMOVDQU64 Z1, 2112(DX)(R12*8)
	VMOVDQU64 Z2, 4224(DX)(R12*8)
	POSITION(R12)
	TESTQ R13, R13
	JZ    kept
	LINES(R12)

kept:
	ADDQ BX, R12
	ADDQ $8, R11
	CMPQ R11, R10
	JLT  keep

	MOVQ R12, R10
	DECQ R9
	JZ   done
	TESTQ R10, R10
	JNZ  round

done:
	MOVQ hits+64(FP), DI
	MOVQ R10, ret+96(FP)
	XORQ R11, R11
	CMPQ R11, R10
	JGE  end

mark:
	MOVQ 4224(DX)(R11*8), CX
	MOVQ CX, AX
	SHRQ $6, AX
	MOVQ (DI)(AX*8), BX
	BTSQ CX, BX
	MOVQ BX, (DI)(AX*8)
	INCQ R11
	CMPQ R11, R10
	JLT  mark

end:
	VZEROUPPER
	RET

// func touch(words, at *uint64, n, down uint64)
TEXT ·touch(SB), NOSPLIT, $0-32
	MOVQ words+0(FP), R8
	MOVQ at+8(FP), SI
	MOVQ n+16(FP), R10
	MOVQ down+24(FP), CX
	LEAQ (SI)(R10*8), R10

line:
	MOVQ (SI), AX
	SHRQ CX, AX
	PREFETCHT0 (R8)(AX*8)
	ADDQ $8, SI
	CMPQ SI, R10
	JLT  line
	RET

DATA ·eight+0(SB)/8, $0
DATA ·eight+8(SB)/8, $1
DATA ·eight+16(SB)/8, $2
DATA ·eight+24(SB)/8, $3
DATA ·eight+32(SB)/8, $4
DATA ·eight+40(SB)/8, $5
DATA ·eight+48(SB)/8, $6
DATA ·eight+56(SB)/8, $7
GLOBL ·eight(SB), RODATA|NOPTR, $64
