// # Classes
//
// Classes are counted by the systems that a renaming fixes, one renaming for each cycle type
// (Cauchy, Frobenius). One with only even cycles fixes nothing. Otherwise two to four nodes of its
// cycles are taken apart, and what is left are sums over functions of the other nodes; or, where
// that is not possible, the functions are found on the orbits of sets. That the sums are multiples
// of n!, and those over the powers of a renaming of its order, is checked.
//
// Proof: docs/theorems/counting-classes.md, docs/theorems/cycles-taken-apart.md.
package enumerate
