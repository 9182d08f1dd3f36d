// Package examples has no code: each folder is a program of one file, as an outsider writes it,
// with the text that it prints beside it.
package examples
