// Package table is the one form in which figures leave this project: rows under typed columns, and
// the one writer of CSV. It needs nothing beyond the standard library.
//
// # Definitions
//
//   - A column ([Column]) has a name, a kind, a unit and a line of documentation; [Ints], [Ratios]
//     and their siblings describe one.
//   - A cell ([Cell]) is a value with one canonical text, so equal tables are equal bytes. A float
//     is rounded to 6 significant digits, which hides the last bits in which processors differ; a
//     fraction is exact. The empty cell means "not applicable" or "unknown".
//   - A table ([Table]) is written as CSV, as aligned text and as JSON; a [CSVWriter] writes rows
//     that are too many to keep. [ReadCSV] reads what was written, and refuses any spelling but the
//     canonical one.
//
// # Source
//
// CSV: RFC 4180 (Shafranovich 2005), with lines that end in a line feed alone.
package table
