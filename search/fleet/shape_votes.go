package fleet

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/solve/quotas"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search/fleet/intervals"
)

// enoughVotes is the most votes of a node that give every system of votes on so many nodes, and
// every majority of votes on one node more that no other is better than (TestBallots counts them).
var enoughVotes = [allVotes + 1]int{1, 1, 1, 2, 3, 5, 9}

// allVotes is the most nodes for which every system of votes is listed.
const allVotes = 6

// ballot is a system of votes that do not ascend, with the masks of its minimal quorums.
type ballot struct {
	votes         []int
	read, write   int // the quotas
	reads, writes []uint16
}

// ballots returns the systems of n nodes with at most so many votes each, one of those that differ
// by a renaming of nodes, with the fewest votes that give it. The quotas add up to one more than
// all votes: with the same quota of writes a greater one of reads is no better. With same, reads
// and writes have more than half of the votes. Proof: docs/theorems/fleet-shapes.md.
func ballots(n, most int, same bool) []ballot {
	var vectors [][]int
	var fill func(votes []int, top int)
	fill = func(votes []int, top int) {
		if len(votes) == n {
			vectors = append(vectors, slices.Clone(votes))
			return
		}
		for v := top; v >= 0; v-- {
			fill(append(votes, v), v)
		}
	}
	fill(nil, most)
	slices.SortStableFunc(vectors, func(a, b []int) int { return sets.Sum(a) - sets.Sum(b) })
	seen, list := map[[1 << mostTabled / 64]uint64]bool{}, []ballot(nil)
	for _, votes := range vectors {
		total := sets.Sum(votes)
		for read := 1; read <= total; read++ {
			b := ballot{votes: votes, read: read, write: total + 1 - read}
			if same {
				if read != total/2+1 {
					continue
				}
				b.write = read
			}
			b.reads, b.writes = reaching(votes, b.read), reaching(votes, b.write)
			t, key := (&tables{n: n}).live(b.reads), [1 << mostTabled / 64]uint64{}
			if copy(key[:], t.Bits); !seen[key] {
				seen[key] = true
				list = append(list, b)
			}
		}
	}
	return list
}

// reaching returns the minimal sets with a quota of the votes.
func reaching(votes []int, quota int) (list []uint16) {
	total := make([]int, 1<<len(votes))
	least := make([]int, 1<<len(votes)) // the fewest votes of a node
	least[0] = math.MaxInt
	for m := 1; m < len(total); m++ {
		v, less := lowest(m)
		total[m], least[m] = total[less]+votes[v], min(least[less], votes[v])
		if total[m] >= quota && total[m]-least[m] < quota {
			list = append(list, uint16(m))
		}
	}
	return list
}

// placings yields the ways to give nodes the votes: position p of the votes goes to node to[p]. Of
// nodes of one kind the first has the most votes.
func placings(votes, kind []int, yield func(to []int)) {
	n := len(votes)
	to, at := make([]int, n), make([]int, n) // at is the position of each node
	var place func(v int, used uint16)
	place = func(v int, used uint16) {
		if v == n {
			yield(to)
			return
		}
		last := -1
		for p, x := range votes {
			if used>>p&1 == 1 || x == last {
				continue
			}
			last = x
			ordered := true
			for u := range v {
				ordered = ordered && (votes[at[u]] >= x || kind[u] != kind[v])
			}
			if ordered {
				to[p], at[v] = v, p
				place(v+1, used|1<<p)
			}
		}
	}
	place(0, 0)
}

// moved returns the masks with each position at its node.
func moved(list []uint16, to []int) []uint16 {
	out := make([]uint16, len(list))
	for k, m := range list {
		for p := range sets.Ones(uint64(m)) {
			out[k] |= 1 << to[p]
		}
	}
	return out
}

// kinds returns for each node the first that is the same but for its name.
func kinds(f *fleet.Fleet) []int {
	first := make([]int, f.N())
	for j, v := range f.Nodes {
		first[j] = slices.IndexFunc(quorum.FullSet(j+1).Nodes(), func(i int) bool {
			return f.Alike(i, j) && f.Nodes[i].Crash.Cmp(v.Crash) == 0
		})
	}
	return first
}

// orbit names groups of votes up to an exchange of nodes of one kind.
func orbit(kind []int, s grouped) string {
	var texts []string
	for g, nodes := range s.groups {
		var group []string
		for k, v := range nodes {
			group = append(group, fmt.Sprint(kind[v], ":", s.votes[g][k]))
		}
		slices.Sort(group)
		texts = append(texts, strings.Join(group, " "))
	}
	slices.Sort(texts)
	return strings.Join(texts, "|")
}

// weightPool has the systems of votes with a quota for reads and one for writes.
func weightPool(f *fleet.Fleet) pool {
	n, same := f.N(), f.Require.Same
	if n > allVotes {
		return someVotes(f)
	}
	c := &tables{n: n, silent: f.Workload.Silent, complete: true, text: fmt.Sprintf("all votes on %d nodes", n)}
	var list []ballot
	kind := kinds(f)
	for _, b := range ballots(n, enoughVotes[n], same) {
		placings(b.votes, kind, func(to []int) {
			own := b
			own.votes, own.reads, own.writes = make([]int, n), nil, nil
			for p, v := range to {
				own.votes[v] = b.votes[p]
			}
			list = append(list, own)
			c.add(moved(b.reads, to), moved(b.writes, to))
		})
	}
	c.of = func(i int) member { return votesMember(list[i].votes, list[i].read, list[i].write) }
	return c
}

// votesMember returns the system of votes with these quotas.
func votesMember(votes []int, read, write int) member {
	say := func(quota int) string { return fmt.Sprintf("%d of %d votes", quota, sets.Sum(votes)) }
	return member{
		system: fleet.System{Reads: quotas.New(votes, read).Formula(), Writes: quotas.New(votes, write).Formula()},
		reads:  say(read), writes: say(write), votes: slices.Clone(votes), read: read,
	}
}

// mostQuotas is the most quotas that are tried with votes where not all are gone through.
const mostQuotas = 60

// someVotes has systems of votes that are likely to be good where not all are gone through: the
// same for all nodes, and in proportion to what the nodes can do.
func someVotes(f *fleet.Fleet) *formulas {
	c := &formulas{text: "votes in proportion to the reads, the writes or both that a node answers, of at most 1 to 5 a node"}
	for kind := range 3 {
		for most := range int64(5) {
			votes := proportional(f, kind, most+1)
			total := sets.Sum(votes)
			for read := 1; read <= total && !f.Require.Same; read += max(1, total/mostQuotas) {
				c.list = append(c.list, votesMember(votes, read, total+1-read))
			}
			c.list = append(c.list, votesMember(votes, total/2+1, total/2+1))
		}
	}
	return c
}

// proportional returns votes in proportion to the reads that a node answers, its writes, or both in
// the mean of the workload; at least 1 and at most `most`.
func proportional(f *fleet.Fleet, kind int, most int64) []int {
	share := []*big.Rat{big.NewRat(1, 1), new(big.Rat), f.Workload.MeanReads()}[kind]
	var speed []*big.Rat
	for _, v := range f.Nodes {
		busy := new(big.Rat).Quo(share, v.Reads)
		other := new(big.Rat).Sub(big.NewRat(1, 1), share)
		speed = append(speed, busy.Inv(busy.Add(busy, other.Quo(other, v.Writes))))
	}
	top := slices.MaxFunc(speed, (*big.Rat).Cmp)
	var votes []int
	for _, x := range speed {
		y, _ := new(big.Rat).Quo(x, top).Float64()
		votes = append(votes, max(1, int(float64(y*float64(most))+0.5)))
	}
	return votes
}

// oneGroup says what a quorum of a single group is.
const oneGroup = "1 of 1 groups"

// mostBranched is the most intervals of functions of votes that are looked at unless a limit is
// given.
const mostBranched = 20_000

// throughVotes goes through the systems of votes by branch and bound, for one better than that in
// the list, if there is one, and reports whether then no system of the shape is left; text says
// what was gone through. Of groups these are all with one group, and those of which no other has
// two nodes. Proof: docs/theorems/fleet-shapes.md.
func (p *planner) throughVotes(ctx context.Context, f *fleet.Fleet, order []fleet.Goal, x *ShapeAnswer, found *picked, list *[]member, text string) (string, bool) {
	relax, same := relaxed(f, order[0])
	g, groups := *relax, x.Shape == fleet.GroupShape
	if !same || g.N() > intervals.MaxVotes {
		return text, false
	}
	closed, bounds := found.closed || !groups, found.value != nil || !groups
	g.Require.Same = g.Require.Same || groups
	if found.value != nil {
		g = *limitedTo(&g, order[0], found.value)
	}
	r, err := intervals.Find(ctx, &g, order[0], intervals.Options{Jobs: p.opts.Jobs, Votes: true, Nodes: cmp.Or(p.opts.Intervals, mostBranched), Progress: p.told})
	if err != nil {
		return text, false
	}
	if r.Value != nil {
		m := votesMember(r.Votes, r.Quota, sets.Sum(r.Votes)+1-r.Quota)
		if g.Require.Same {
			m = votesMember(r.Votes, sets.Sum(r.Votes)/2+1, sets.Sum(r.Votes)/2+1)
		}
		if groups {
			m.reads, m.writes, m.groups = oneGroup, oneGroup, [][]int{quorum.FullSet(g.N()).Nodes()}
		}
		*list = append(*list, m)
		if again := p.pick(ctx, f, order, &formulas{list: *list}); again.at >= 0 {
			*found = again
		}
	}
	found.ties = false
	if closed && r.StoppedBy == "" {
		return fmt.Sprintf("all %s on %d nodes, by branch and bound over votes", x.Shape, g.N()), true
	}
	if closed && bounds && r.Bound != nil && r.Bound.Sign() > 0 && (x.Bound == nil || better(order[0], x.Bound, r.Bound)) {
		x.Bound, x.BoundBy = r.Bound, fmt.Sprintf("branch and bound over all %s on %d nodes", x.Shape, g.N())
	}
	return fmt.Sprintf("%s; by branch and bound over votes %d intervals, and no end", text, r.Visited), false
}
