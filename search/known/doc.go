// Package known tells at once the best that is known of a question on n nodes, without a search:
// what the committed tables of the studies have (package results), what arithmetic says, and what
// constructions give.
//
// A value comes with its system, and with the bound on the other side. Who proved a bound is named;
// if the proof is that of a study, and not of the program as it runs, the name begins with cited.
package known
