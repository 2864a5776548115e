//go:build !purego

#include "textflag.h"

// Each function sums the slots and the fingerprint of 64 keys, the last first, and moves
// the answers into R13 from below: so few instructions a key that the processor has
// the accesses of many under way.
//	R9 the table   DX the chunk, whose rows are 256 bytes   BX the key, at the end of four

#define SETUP \
	MOVQ table+0(FP), R9; \
	MOVQ c+8(FP), DX; \
	XORL R13, R13; \
	MOVL $60, BX

// KEY3 sums the slots of key BX+i, of w bytes, in R10; KEY4 those of four slots. What
// is zero is below 1: a carry.
#define KEY3(i, w, LOAD, XOR, CMP) \
	MOVL (4*i)(DX)(BX*4), AX; \
	MOVL (256+4*i)(DX)(BX*4), CX; \
	MOVL (512+4*i)(DX)(BX*4), SI; \
	LOAD (R9)(AX*w), R10; \
	XOR  (R9)(CX*w), R10; \
	XOR  (R9)(SI*w), R10; \
	XOR  (1024+4*i)(DX)(BX*4), R10; \
	CMP  R10, $1; \
	ADCQ R13, R13

#define KEY4(i, w, LOAD, XOR, CMP) \
	MOVL (768+4*i)(DX)(BX*4), DI; \
	MOVL (4*i)(DX)(BX*4), AX; \
	MOVL (256+4*i)(DX)(BX*4), CX; \
	MOVL (512+4*i)(DX)(BX*4), SI; \
	LOAD (R9)(DI*w), R10; \
	XOR  (R9)(AX*w), R10; \
	XOR  (R9)(CX*w), R10; \
	XOR  (R9)(SI*w), R10; \
	XOR  (1024+4*i)(DX)(BX*4), R10; \
	CMP  R10, $1; \
	ADCQ R13, R13

#define ALL(KEY, w, LOAD, XOR, CMP) \
	SETUP; \
four: \
	KEY(3, w, LOAD, XOR, CMP); \
	KEY(2, w, LOAD, XOR, CMP); \
	KEY(1, w, LOAD, XOR, CMP); \
	KEY(0, w, LOAD, XOR, CMP); \
	SUBQ $4, BX; \
	JGE  four; \
	MOVQ R13, ret+16(FP); \
	RET

// func sums8x3(table *uint8, c *Chunk) uint64
TEXT ·sums8x3(SB), NOSPLIT, $0-24
	ALL(KEY3, 1, MOVBLZX, XORB, CMPB)

// func sums8x4(table *uint8, c *Chunk) uint64
TEXT ·sums8x4(SB), NOSPLIT, $0-24
	ALL(KEY4, 1, MOVBLZX, XORB, CMPB)

// func sums16x3(table *uint16, c *Chunk) uint64
TEXT ·sums16x3(SB), NOSPLIT, $0-24
	ALL(KEY3, 2, MOVWLZX, XORW, CMPW)

// func sums16x4(table *uint16, c *Chunk) uint64
TEXT ·sums16x4(SB), NOSPLIT, $0-24
	ALL(KEY4, 2, MOVWLZX, XORW, CMPW)

// func sums32x3(table *uint32, c *Chunk) uint64
TEXT ·sums32x3(SB), NOSPLIT, $0-24
	ALL(KEY3, 4, MOVL, XORL, CMPL)

// func sums32x4(table *uint32, c *Chunk) uint64
TEXT ·sums32x4(SB), NOSPLIT, $0-24
	ALL(KEY4, 4, MOVL, XORL, CMPL)
