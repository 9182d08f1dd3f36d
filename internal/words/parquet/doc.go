// Package parquet writes and reads tables as Parquet files, and hides the library that does it:
// flat columns of whole numbers, floats, bytes and lists of small numbers. The documentation of
// the columns is in the metadata of the file under "columns", as JSON.
//
// The bytes of a file are a function of its columns and rows alone.
package parquet
