// Package datapackage describes a folder of records to programs: it writes
// datapackage.json, a Data Package of version 2 (datapackage.org), with every
// CSV file's size, hash, columns, types, units, allowed words and keys.
//
// What it knows of columns it takes from package record, the one place where
// they are explained. A CSV file of which it knows nothing is described by its
// header and what its cells look like. Readers of version 1 find the word
// "profile" that they look for.
package datapackage
