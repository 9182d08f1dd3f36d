// Package enumerate lists, counts and classifies small coteries and group quorum systems.
//
// A [Query] says which: coteries or nondominated ones, labelled or one of each class of systems
// that differ by a renaming of the nodes, group quorum systems with so many cartels, k-coteries.
// [List] yields them in a fixed order, each once; [Count] counts them, far beyond what can be
// listed, and [CountBy] by another method, so that two can be compared. [Canonical] is the form of
// a class, with the number of its automorphisms. [Regular] and [CountVotes] are about those that
// votes make.
//
//	for item, err := range enumerate.List(ctx, enumerate.Query{Nodes: 5, Nondominated: true, Classes: true}, enumerate.Options{}) {
//		if err != nil {
//			return err
//		}
//		family := item.Cartels[0].Family() // its quorums, for the packages quorum and measure
//		fmt.Println(item.Automorphisms, item.Orbit, family.Len())
//	}
//
// A system is a monotone Boolean function: at which sets of nodes it is true, those that contain a
// quorum. On up to 6 nodes its truth table is one word, which dual, order and renaming treat at
// once.
//
// # What is within reach
//
// On two cores, and how it grows:
//
//	                                  listed                       counted
//	nondominated coteries             n <= 7, a second             n <= 8 in milliseconds, n = 9 in six seconds
//	classes of them                   n <= 8, two seconds          n <= 8 in milliseconds, n = 9 in eight seconds
//	coteries                          n <= 6, a second             n <= 7 in milliseconds, n = 8 in six seconds
//	classes of them                   n <= 7, ten seconds          n <= 8 in eight seconds
//	regular ones, those with votes    n <= 9, seconds              n <= 9 in seconds
//	k-coteries                        n <= 6, seconds              n <= 6 in seconds
//	group quorum systems              up to 10 million of them     n <= 5, some kinds n <= 7: see "Limits of group systems"
//
// Memory is bounded, whatever the number of systems: 250 MB for counting (340 MB for three cartels
// on six nodes), 100 MB for listing. Counting and the listing of classes use as many cores as there
// are. Counting n = 10 would need triples of monotone functions of six variables, of which there
// are 7,828,354 in place of 7581: a billion times the work, over the symmetries. Listing the
// classes of n = 9 would take 10^15 lines.
package enumerate
