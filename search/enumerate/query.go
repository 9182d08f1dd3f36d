package enumerate

import (
	"math/big"

	"coterie/internal/machine/par"
)

// Query selects the systems to list or count. The zero value of every field but Nodes is useful:
// all coteries, labelled.
type Query struct {
	// Nodes is n.
	Nodes int
	// Nondominated leaves out dominated systems.
	Nondominated bool
	// Classes takes one of all systems that differ by a renaming of the nodes.
	Classes bool
	// AllUsed leaves out the systems with a node that is in no quorum.
	AllUsed bool
	// Groups is m >= 2 for m-group quorum systems; cartels are numbered, and each of them has a
	// quorum. 0 and 1 mean coteries.
	Groups int
	// K >= 1 is for the k-coteries of this k, on at most 6 nodes. 0 means coteries, as 1 does by
	// another method. Nondominated ones are those that no other k-coterie dominates.
	K int
}

// inTuples reports whether a listing of q is that of listGroups.
func (q Query) inTuples() bool { return q.K > 0 || q.groups() > 1 }

// groups is the number of cartels.
func (q Query) groups() int { return max(1, q.Groups) }

// Item is one system of a listing.
type Item struct {
	// Index is its place, from 0.
	Index int
	// Cartels has one function for a coterie, and one for each group otherwise.
	Cartels []Function
	// Automorphisms is how many renamings of the nodes leave the system as it is (cartels stay in
	// their places), and Orbit = n!/Automorphisms how many labelled systems it stands for. Both
	// are 0 in a listing of labelled systems.
	Automorphisms, Orbit int
}

// Counted is a number of systems.
type Counted struct {
	Count *big.Int
	// Method says in a phrase how they were counted.
	Method string
}

// Options are common to listing and counting; the zero value is useful.
type Options struct {
	// Jobs is the number of workers; below 1, one for each core.
	Jobs int
	// Progress, if not nil, is told now and then how many steps of a stage are done, of total, or
	// of a number that is not known if total is 0; by one goroutine at a time.
	Progress func(stage string, done, total int)
	// After, if not nil, is an item of the same listing: the listing goes on with the next one.
	After *Item
}

func (o Options) progress() par.Progress { return o.Progress }
