// Package records says what records (package results) hold: for reading, as rows, and what is found
// when they are judged (package solve/record).
package records
