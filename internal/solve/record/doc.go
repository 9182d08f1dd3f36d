// Package record judges records (package results) from their witnesses alone. It knows no search:
// it counts differences, products and intersections by their definitions, and adds strategies up.
// Only the load of a system without a strategy is found anew, by the linear program of package
// measure/loads, whose certificate is added up.
//
// Of each bound it says what carries it: the witness, arithmetic that was done again (package
// bounds), a proof that is kept in results/proofs, or a run that is cited, with its command. The
// other keys of a record must be those of the committed one; if the value is better than that,
// only the witness and arithmetic count.
//
// # Adding a kind
//
// An entry of results/kinds.json names the judge of its witnesses: residues, elements, sets,
// degree, array or load. Records of a kind without a judge have no witness, and are cited.
package record
