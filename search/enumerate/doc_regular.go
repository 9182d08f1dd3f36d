// # Regular functions
//
// A function is regular if of every two nodes one can always take the place of the other. Sorted,
// the most desirable node first, it is an up-set of the shift order; each class has one sorted
// member, and these are listed by free choices. A nondominated coterie with votes is regular; a
// linear program over its shift-minimal sets decides whether it has votes, and its two certificates
// are added up in integers before a class is counted. Coteries with votes and a quota are counted
// on one node more.
//
// Proof: docs/theorems/regular-functions.md, docs/theorems/quotas.md.
package enumerate
