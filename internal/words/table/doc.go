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
//     that are too many to keep. [ReadCSV] reads such a file, and refuses any spelling but the
//     canonical one.
//
// # CSV in spreadsheets
//
// A spreadsheet runs a text that begins with =, +, - or @, and takes names such as 1-2, 3/7 or 1e5
// for dates and numbers. In a column of texts, three sorts of cells get an apostrophe in front:
// texts that a spreadsheet would run; texts from outside, such as the name of a node, that it would
// change; and texts that begin with an apostrophe themselves. [ReadCSV] removes one apostrophe, as
// df.name.str.removeprefix("'") does in pandas. Numbers stay numbers: a negative number is not a
// formula. A column of fractions has 3/7, which a spreadsheet must be told to read as text; a
// column beside it has decimals.
//
// # Source
//
// CSV: RFC 4180 (Shafranovich 2005), with lines that end in a line feed alone. The apostrophe:
// OWASP, "CSV injection".
package table
