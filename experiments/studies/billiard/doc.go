// Package billiard holds the studies of the billiard paper: its figures, propositions and remarks.
package billiard
