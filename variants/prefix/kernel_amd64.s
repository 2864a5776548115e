//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// What the portable code does in dozens of instructions is one here each: the k-th one
// of a word (PDEP of 1<<k, TZCNT), comparing all remainders (VPCMPEQB, VPCMPUB), making
// room for one (VPEXPANDB) or for a bit (PDEP).

// KEY R14 of the chunk at R9: R15 its bin, R10 the fingerprint. R8 is the base of the bins.
#define KEY \
	MOVQ chunk_fp(R9)(R14*8), R10 \
	MOVQ chunk_bin(R9)(R14*8), R15 \
	SHLQ $5, R15 \
	ADDQ R8, R15

// LIST of the fingerprint R10 in the bin at R15: R13 the first word, SI its ones and
// zeros, R11 the quotient, Y0 the remainder in all bytes, DX the bit at which the quotient
// begins, DI the number of its first remainder, BX how many it has. R12 is headMask. Uses
// AX and CX.
#define LIST \
	VPBROADCASTB R10, Y0 \
	MOVQ R10, R11 \
	SHRQ $8, R11 \
	MOVQ 0(R15), R13 \
	MOVQ R13, SI \
	ANDQ R12, SI \
	MOVQ SI, CX \
	NOTQ CX \
	LEAQ 1(CX)(CX*1), CX \
	MOVQ $1, AX \
	SHLXQ R11, AX, AX \
	PDEPQ CX, AX, AX \
	TZCNTQ AX, DX \
	SHRXQ DX, SI, BX \
	NOTQ BX \
	TZCNTQ BX, BX \
	MOVQ DX, DI \
	SUBQ R11, DI

// INLIST keeps of the marks of all bytes in K1 those of the list: AX.
#define INLIST \
	KMOVD K1, AX \
	SHRQ $7, AX \
	SHRXQ DI, AX, AX \
	BZHIQ BX, AX, AX

// FOUND, after LIST: AX is 1 if the list has the remainder.
#define FOUND \
	VPCMPEQB (R15), Y0, K1 \
	INLIST \
	NEGQ AX \
	SBBQ AX, AX \
	NEGQ AX

// SENT, after LIST: AX is 1 if the bin has overflowed and the fingerprint is larger than
// its largest. That is of the highest one, number 24, so of quotient 63-LZCNT-24.
#define SENT \
	LZCNTQ SI, AX \
	MOVQ $39, BX \
	SUBQ AX, BX \
	SHLQ $8, BX \
	MOVBQZX 31(R15), AX \
	ORQ AX, BX \
	CMPQ BX, R10 \
	SBBQ AX, AX \
	SHRQ $55, R13 \
	ANDQ R13, AX \
	ANDQ $1, AX

// PLACE, after LIST, adds the fingerprint, or jumps: to THERE if the list has it, else to
// FULL if the bin is. It comes behind the remainders of its list that are below: a bit of
// the first word, with all of the ones and zeros from there on moved up, and byte DI.
#define PLACE(THERE, FULL) \
	VMOVDQU (R15), Y1 \
	VPCMPEQB Y1, Y0, K1 \
	INLIST \
	TESTQ AX, AX \
	JNE THERE \
	POPCNTQ SI, CX \
	CMPQ CX, $25 \
	JGE FULL \
	VPCMPUB $1, Y0, Y1, K1 \
	INLIST \
	POPCNTQ AX, AX \
	ADDQ AX, DX \
	ADDQ AX, DI \
	ADDQ $7, DI \
	MOVQ $1, AX \
	SHLXQ DX, AX, BX \
	MOVQ BX, CX \
	NOTQ CX \
	PDEPQ CX, SI, SI \
	ORQ BX, SI \
	MOVQ R12, CX \
	NOTQ CX \
	ANDQ CX, R13 \
	ORQ SI, R13 \
	SHLXQ DI, AX, AX \
	NOTQ AX \
	KMOVD AX, K1 \
	VPEXPANDB.Z Y1, K1, Y1 \
	VMOVDQU Y1, (R15) \
	MOVQ R13, 0(R15) \
	MOVB R10, (R15)(DI*1)

// func probe(f *Filter, c *chunk, n int, sent *uint64) uint64
TEXT ·probe(SB), NOSPLIT, $0-40
	MOVQ f+0(FP), AX
	MOVQ Filter_base(AX), R8
	MOVQ c+8(FP), R9
	MOVQ $const_headMask, R12
	XORQ R14, R14
	MOVQ R14, ret+32(FP)
	MOVQ sent+24(FP), CX
	MOVQ R14, (CX)

key:
	KEY
	LIST
	FOUND
	SHLXQ R14, AX, AX
	ORQ AX, ret+32(FP)

	SENT
	SHLXQ R14, AX, AX
	MOVQ sent+24(FP), CX
	ORQ AX, (CX)
	INCQ R14
	CMPQ R14, n+16(FP)
	JLT key
	VZEROUPPER
	RET

// func place(f *Filter, c *chunk, i, n int) int
TEXT ·place(SB), NOSPLIT, $0-40
	MOVQ f+0(FP), AX
	MOVQ Filter_base(AX), R8
	MOVQ c+8(FP), R9
	MOVQ i+16(FP), R14
	MOVQ $const_headMask, R12
	JMP first

key:
	INCQ R14

first:
	CMPQ R14, n+24(FP)
	JGE done
	KEY
	LIST
	PLACE(key, done)
	JMP key

done:
	VZEROUPPER
	MOVQ R14, ret+32(FP)
	RET

// func look(base unsafe.Pointer, i, fp uint64) uint64
TEXT ·look(SB), NOSPLIT, $0-32
	MOVQ i+8(FP), R15
	SHLQ $5, R15
	ADDQ base+0(FP), R15
	MOVQ fp+16(FP), R10
	MOVQ $const_headMask, R12
	LIST
	FOUND
	MOVQ AX, R9
	SENT
	LEAQ (R9)(AX*2), AX
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET

// func add(base unsafe.Pointer, i, fp uint64) bool
TEXT ·add(SB), NOSPLIT, $0-25
	MOVQ i+8(FP), R15
	SHLQ $5, R15
	ADDQ base+0(FP), R15
	MOVQ fp+16(FP), R10
	MOVQ $const_headMask, R12
	LIST
	PLACE(in, full)

in:
	VZEROUPPER
	MOVB $1, ret+24(FP)
	RET

full:
	VZEROUPPER
	MOVB $0, ret+24(FP)
	RET
