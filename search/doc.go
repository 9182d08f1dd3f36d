// Package search finds best quorum systems, and proves that they are: for every number of
// nodes, also where no plane exists.
//
// Every search answers with a [Result]: a verdict, a lower and an upper bound with the
// argument that proves each, and the system that meets the upper one (the lower one, where
// more is better), checked by package quorum whatever found it. Arithmetic comes first,
// then dedicated exact search, then SAT. Nothing is called optimal unless the two bounds
// meet.
//
// # Questions for a SAT solver
//
// A question is a formula in conjunctive normal form that is satisfiable if and only if
// what is asked for exists; each encoding's documentation has the proof. The built-in
// solver is gini. [Options].Solver names another one, which is run as a program over a
// DIMACS file, and [Result.WriteDIMACS] writes the last question, so that any solver can
// confirm the answer.
//
// # What is within reach
//
// On two cores, and how it grows:
//
//   - Cyclic: every n <= 111 with proof in some ten seconds on one core, every n <= 133 in
//     minutes, of which the last few n take most: each residue more that is to be refuted costs
//     about ten times as much, each step away from the counting bound several times. Work is
//     split over the workers, so that more cores help. To n = 10,000 covers are improved
//     until the context ends; beyond, constructions and counting give the two bounds.
//   - Maekawa: milliseconds wherever a cover, a plane or a symmetric system meets a bound by
//     arithmetic, which is so for all n <= 60 but 29, 30, 38, 41 and 52 to 55. There the
//     plain question is open, and no solver is expected to end it soon; the bounds differ by one.
//   - The least total: n = 10 in a tenth of a second for every limit, n = 18 in seconds for
//     all but two; the search grows with the number of coverings, by orders of magnitude
//     for each step below the best total.
//   - Group: every n <= 16 with m <= 5 in milliseconds each, and every n <= 36 with m <= 6; bounds by
//     constructions and counting for up to 2,000 nodes and 100 groups.
//   - Load: n <= 9 in seconds, n = 10 in half a minute, with proof; n = q²+q and q²+q+1, where
//     there is a plane of order q, at once. Between, up to 10,000 nodes, two bounds in seconds.
//   - Mols and Plane: two squares of side 6 refuted in a tenth of a second, planes up to
//     order 7 from scratch in seconds; order 8 and three squares of side 8 not in minutes.
//   - Extend: tables of 2^n bits up to 26 nodes (a second, tens of megabytes), diagrams of up to five
//     million nodes beyond; what is wanted as the fewest quorums or the least load is proven up to some
//     nine nodes.
//
// A context ends every search, with the best so far and the bounds that were proved.
package search
