// Package report turns rows into what people and other tools read: a page for
// each experiment, an index that explains every column, and the two files that
// benchstat compares. It computes no verdict and measures nothing; it shows
// what the rows say and rounds for the eye.
package report
