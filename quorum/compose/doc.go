// Package compose puts quorum systems in the place of nodes of others: [At] one structure in the
// place of a node of another (the coterie join of Neilsen and Mizuno, 1992), [All] several at once.
// The table says which properties are kept; the tests check it for all small systems:
//
//	outer         inner         composition    kept                     nondominated iff
//	ordinary      ordinary      ordinary       intersection, minimality both are (1)
//	ordinary      group, m      group, m       both, cartel by cartel   both are (1) (2)
//	group, m      ordinary      group, m       both, cartel by cartel   both are (1) (2)
//	group, m      group, m      group, m       both, cartel by cartel   both are, m = 2 (1)
//	                                                                    (3) for m >= 3
//	k-coterie     ordinary      k-coterie      all k-properties         not judged by this theorem
//
// (1) or the outer one, where the node is in no quorum. (2) An ordinary system among m cartels is
// lifted: it is ND as T_m if and only if it is as a coterie. (3) The outer one must be ND, and the
// inner one too if every cartel uses the node. This suffices where the cartels of one of them are
// all equal. Otherwise the composition can be dominated: All has the smallest example. A k-coterie
// or a sharing structure inside, and anything else, is a *quorum.InputError.
package compose
