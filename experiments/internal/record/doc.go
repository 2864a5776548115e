// Package record holds the rows that the stages of the harness hand to each
// other, and reads and writes the files they stand in. It imports no stage.
package record
