// Package table is the one form in which figures leave this project: rows under typed columns, and
// the one writer of CSV.
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
// # CSV in spreadsheets
//
// A spreadsheet runs a text that begins with =, +, - or @, and takes names such as 1-2, 3/7 or 1e5
// for dates and numbers. In a column of texts, a cell of the first sort stands behind an
// apostrophe, and so does one of the second sort that came from outside, such as the name of a
// node, and one that begins with an apostrophe itself: [ReadCSV] takes one off, as
// df.name.str.removeprefix("'") does in pandas. Numbers stay numbers: a negative one is no formula,
// and a column of fractions has 3/7, which a spreadsheet is to be told to read as text; decimals
// stand in a column beside it.
//
// # Source
//
// CSV: RFC 4180 (Shafranovich 2005), with lines that end in a line feed alone. The apostrophe:
// OWASP, "CSV injection".
package table
