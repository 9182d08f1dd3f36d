// Package parquet writes and reads tables as Parquet files, and hides the library. Columns are flat
// and have whole numbers, floats, bytes or lists of small numbers. Their documentation is in the
// metadata of the file under "columns", as JSON.
//
// The bytes of a file are a function of its columns and rows alone.
package parquet
