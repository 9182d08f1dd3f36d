// Package asymmetric judges and measures asymmetric systems: each process believes for itself which
// processes may fail together.
//
// # Definitions
//
// Process i has a fail-prone system F_i: sets of processes that may fail together, as it believes,
// and so may the parts of these sets. Quorums Q_i of each process form an asymmetric quorum system
// if they have
//
//   - consistency: for all processes i and j, the processes that a quorum of i and one of j share
//     are no part of a set of F_i and of one of F_j;
//   - availability: for each set of F_i some quorum of i has no process in common with it.
//
// The condition B3 asks that for all i and j no set of F_i, set of F_j and set that is part of both
// some set of F_i and some set of F_j are all processes together. It holds if and only if there is
// an asymmetric quorum system; the canonical quorums are one then, the complements of the
// fail-prone sets. Where all F_i are equal, it is the condition Q3, that no three sets of F are all
// processes together.
//
// In an execution some processes are faulty. Each of the others is wise if the faulty ones are part
// of one of its fail-prone sets, and else naive. A guild is a set of wise processes that has a
// quorum of each of its members; the union of guilds is one, so that there is a greatest. A set T
// is tolerated if the processes outside T are a guild for some set of faulty ones.
//
// # Sources
//
// C. Cachin and B. Tackmann, Asymmetric distributed trust, OPODIS 2019 (quorums, B3); O. Alpos, C.
// Cachin, B. Tackmann and L. Zanolini, Asymmetric distributed trust, Distributed Computing 37, 2024
// (the same with guilds); O. Alpos, C. Cachin and L. Zanolini, How to trust strangers: composition
// of Byzantine quorum systems, SRDS 2021 (tolerated sets). The definitions stand in the authors'
// posts on cryptobern.github.io of 25 June 2019, 8 June and 2 August 2021; B3 also in the code of
// their tool github.com/OrestisAlpos/quorums, which has the papers' examples.
//
// Proof: docs/theorems/asymmetric.md.
//
// # Form
//
// Package quorum reads files of kind asymmetric; it returns the content within a
// *quorum.AsymmetricError. The lists faulty and quorums have an entry for each process, a list of
// sets or an expression (quorum.ParseFormula) whose smallest sets are meant; it names each node
// once, by its name or number:
//
//	{"format":"coterie/1","kind":"asymmetric","n":5,
//	 "faulty":[[[2],[3],[4],[5]],"1+3+4+5","(1+2)*(4+5)","choose(1,1,2,3,5)",[[2,4]]]}
//
// The papers write Θ for choose and * for the union of a set of one and a set of the other, which
// is * here, too. An empty list says that nobody fails. quorums may be absent; there are at most
// 100 processes, and 5000 sets by one expression.
package asymmetric
