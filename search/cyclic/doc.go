// Package cyclic looks for difference covers: the fewest residues modulo n whose differences are
// all residues. Their translates are quorums for every n, also where no plane exists.
//
// Within reach on two cores: every n <= 111 with proof in some ten seconds on one core, every n <=
// 133 in minutes, of which the last few n take most: each residue more that is to be refuted costs
// about ten times as much, each step away from the counting bound several times. Cover refutes 13
// residues for n = 134 to 150 in a minute each. Work is split over the workers, so that more cores
// help. To n = 1000 two searches improve covers within a number of steps. Tabu search starts from
// the Sidon sets of Singer and Bose, which miss few differences modulo an n near their own modulus.
// Annealing takes unions of orbits: a union of orbits of a group of multipliers is few choices, and
// it is a cover if one difference of each class of the group is there. Beyond, constructions and
// counting give the two bounds.
package cyclic
