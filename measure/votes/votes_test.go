package votes

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/measure/loads"
	"coterie/quorum"
)

// votingFamily returns the minimal sets with more than half of all votes.
func votingFamily(votes []int) quorum.Family {
	total := 0
	for _, w := range votes {
		total += w
	}
	var quorums [][]int
	for set := 1; set < 1<<len(votes); set++ {
		var q []int
		sum, least := 0, total
		for x, w := range votes {
			if set>>x&1 == 1 {
				q = append(q, x)
				sum += w
				least = min(least, w)
			}
		}
		if 2*sum > total && 2*(sum-least) <= total {
			quorums = append(quorums, q)
		}
	}
	return mustFamily(len(votes), quorums)
}

// leastTotalByHand tries all weight vectors, the least totals first, up to a total of most; 0 if
// none makes f.
func leastTotalByHand(f quorum.Family, most int) int {
	n := f.N()
	live := make([]bool, 1<<n)
	for _, q := range f.All() {
		set := 0
		for _, x := range q {
			set |= 1 << x
		}
		for s := range live {
			live[s] = live[s] || s&set == set
		}
	}
	w := make([]int, n)
	fits := func(total int) bool {
		for set, yes := range live {
			sum := 0
			for x := range n {
				sum += set >> x & 1 * w[x]
			}
			if (2*sum > total) != yes {
				return false
			}
		}
		return true
	}
	var fill func(x, left, total int) bool
	fill = func(x, left, total int) bool {
		if x == n-1 {
			w[x] = left
			return fits(total)
		}
		for w[x] = 0; w[x] <= left; w[x]++ {
			if fill(x+1, left-w[x], total) {
				return true
			}
		}
		return false
	}
	for total := 1; total <= most; total++ {
		if fill(0, total, total) {
			return total
		}
	}
	return 0
}

func mustFindVotes(t testing.TB, f quorum.Family) Votes {
	t.Helper()
	return assert.Got(Find(t.Context(), f, Options{}))(t)
}

// TestVotesOfFiveNodes has the least votes of all seven kinds of nondominated coteries on five
// nodes (found here by trying all weight vectors, which does not use the load).
func TestVotesOfFiveNodes(t *testing.T) {
	for _, votes := range [][]int{
		{1, 0, 0, 0, 0}, {1, 1, 1, 0, 0}, {2, 1, 1, 1, 0}, {1, 1, 1, 1, 1}, {2, 2, 1, 1, 1}, {3, 1, 1, 1, 1}, {3, 2, 2, 1, 1},
	} {
		f := votingFamily(votes)
		v := mustFindVotes(t, f)
		sorted := slices.Clone(v.Weights)
		slices.Sort(sorted)
		slices.Reverse(sorted)
		if !slices.Equal(sorted, votes) || !v.Least() {
			t.Errorf("%v: %+v", votes, v)
		}
		assert.Equal(t, leastTotalByHand(f, v.Total), v.Total, "%v: a total of %d, by hand", votes, v.Total)
	}
}

// TestVotesOfRandomVoting makes coteries from votes, in any order of the nodes.
func TestVotesOfRandomVoting(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		n := 1 + rng.IntN(8)
		votes, total := make([]int, n), 0
		for x := range votes {
			votes[x] = rng.IntN(4 + 2*n)
			total += votes[x]
		}
		if total%2 == 0 {
			votes[rng.IntN(n)]++
			total++
		}
		f := votingFamily(votes)
		v := mustFindVotes(t, f)
		if !v.Assignable || v.Total > total || !v.Least() || v.Total%2 == 0 {
			t.Fatalf("%v: %+v", votes, v)
		}
		if n <= 6 && v.Total <= 19 {
			assert.Equal(t, leastTotalByHand(f, v.Total), v.Total, "%v: a total of %d, by hand", votes, v.Total)
		}
	}
}

// TestVotesSearch searches every total from 1 up, without the bound and without votes to begin with
// that are small: the first total that is found must be the least.
func TestVotesSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for range 150 {
		n := 1 + rng.IntN(7)
		votes, total := make([]int, n), 0
		for x := range votes {
			votes[x] = rng.IntN(12)
			total += votes[x]
		}
		if total%2 == 0 {
			votes[rng.IntN(n)]++
		}
		f := votingFamily(votes)
		s := newAssignmentSearch(f, votes)
		s.left = 1 << 40
		want := mustFindVotes(t, f)
		for total := 1; ; total += 2 {
			found := assert.Got(s.exhaust(t.Context(), total))(t)
			assert.MustEqual(t, found, total == want.Total, "%v: a total of %d", votes, total)
			if found {
				break
			}
		}
	}
}

// gaps are votes of coteries whose least total is greater than the bound by the load.
var gaps = []struct {
	votes        []int
	bound, least int
}{
	{[]int{1, 6, 21, 3, 7, 24, 13, 10, 16}, 69, 71},
	{[]int{18, 21, 16, 23, 11, 20, 23, 9, 15, 18, 5}, 145, 147},
}

// TestVotesGap has the coteries where only the search proves that a total is least.
func TestVotesGap(t *testing.T) {
	for _, c := range gaps {
		v := mustFindVotes(t, votingFamily(c.votes))
		if !v.Least() || v.Total != c.least || v.LowerBy != "search" || v.Cases == 0 {
			t.Errorf("%v: %+v", c.votes, v)
		}
		assert.Equal(t, leastTotalByLoad(v.Load.Value).Int64(), int64(c.bound), "%v", c.votes)
	}
}

func TestVotesOfKnownSystems(t *testing.T) {
	for spec, total := range map[string]int{
		"majority:n=1": 1, "majority:n=7": 7, "majority:n=15": 15,
		"weighted:votes=3-3-2-1-0": 3, "weighted:votes=9-5-4-3-3-2-1": 21, "wheel:n=6": 9, "wheel:n=30": 57,
		"tree:height=2": 0, "fpp:order=2": 0,
		"wall:rows=1-3": 5, "wall:rows=1-2-3": 0,
	} {
		f := systems.Cartels(t, spec)[0]
		v := mustFindVotes(t, f)
		if v.Total != total || v.Assignable != (total > 0) || v.Assignable && !v.Least() {
			t.Errorf("%s: %+v, want a total of %d", spec, v, total)
		}
		if !v.Assignable {
			t.Logf("%s: %v", spec, v.Trade)
		}
	}
	// In the Fano plane each line once is a trade: every point is on three of seven.
	v := mustFindVotes(t, systems.Cartels(t, "fpp:order=2")[0])
	if len(v.Trade) != 7 || v.Trade[0].Times != 1 {
		t.Errorf("the trade of the Fano plane: %+v", v.Trade)
	}
}

// TestVotesRenamed gives the nodes other names.
func TestVotesRenamed(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, spec := range []string{"weighted:votes=5-4-3-2-2-1", "tree:height=2", "wall:rows=1-4"} {
		f := systems.Cartels(t, spec)[0]
		v := mustFindVotes(t, f)
		for range 5 {
			w := mustFindVotes(t, f.Relabelled(rng.Perm(f.N())))
			if w.Total != v.Total || w.Assignable != v.Assignable || w.Lower != v.Lower {
				t.Errorf("%s: %+v and %+v", spec, v, w)
			}
		}
	}
}

// TestVotesRefusals asks for votes of families that are no nondominated coteries.
func TestVotesRefusals(t *testing.T) {
	for _, f := range []quorum.Family{
		mustFamily(3, nil),
		mustFamily(4, [][]int{{0, 1}, {2, 3}}),
		systems.Cartels(t, "fpp:order=3")[0],
		systems.Cartels(t, "majority:n=4")[0],
		systems.Cartels(t, "grid:n=9")[0],
		mustFamily(2, [][]int{{0, 1}}),
	} {
		assert.As[*quorum.InputError](Find(t.Context(), f, Options{}))(t, "%d quorums of %d nodes", f.Len(), f.N())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var limit *quorum.LimitError
	if _, err := Find(ctx, systems.Cartels(t, "tree:height=3")[0], Options{}); !errors.As(err, &limit) || !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// TestVotesLimit stops the search, which then claims nothing.
func TestVotesLimit(t *testing.T) {
	for _, c := range gaps {
		v, err := Find(t.Context(), votingFamily(c.votes), Options{MaxCases: 100})
		var limit *quorum.LimitError
		if !errors.As(err, &limit) || limit.Figure != "least total of votes" || v.Least() || v.Lower != c.bound || v.Total < c.least || v.LowerBy != "load" || v.Cases != 100 {
			t.Errorf("%v: %+v", c.votes, v)
		}
	}
}

// TestCheckVotes breaks results in every way.
func TestCheckVotes(t *testing.T) {
	voting, plane := votingFamily([]int{3, 2, 2, 1, 1}), systems.Cartels(t, "fpp:order=2")[0]
	large := systems.Cartels(t, "wheel:n=24")[0]
	breaks := map[string]struct {
		f     quorum.Family
		spoil func(v *Votes)
	}{
		"other weights":     {voting, func(v *Votes) { v.Weights = []int{1, 1, 1, 1, 5} }},
		"even":              {voting, func(v *Votes) { v.Weights[0]++; v.Total++; v.Quota = v.Total/2 + 1 }},
		"a few weights":     {voting, func(v *Votes) { v.Weights = v.Weights[1:] }},
		"negative":          {voting, func(v *Votes) { v.Weights = []int{-1, 1, 1, 1, 1} }},
		"total":             {voting, func(v *Votes) { v.Total += 2 }},
		"quota":             {voting, func(v *Votes) { v.Quota++ }},
		"lower":             {voting, func(v *Votes) { v.Lower -= 2 }},
		"above":             {voting, func(v *Votes) { v.Lower += 2; v.LowerBy = "search" }},
		"by nobody":         {voting, func(v *Votes) { v.LowerBy = "" }},
		"load":              {voting, func(v *Votes) { v.Load.Value = bounds.FractionOf(1, 2) }},
		"not assignable":    {voting, func(v *Votes) { v.Assignable = false }},
		"both":              {voting, func(v *Votes) { v.Trade = []Traded{} }},
		"large, weights":    {large, func(v *Votes) { v.Weights[0], v.Weights[1] = v.Weights[0]-1, v.Weights[1]+1 }},
		"large, hub":        {large, func(v *Votes) { v.Weights[0] += 2; v.Total += 2; v.Quota++ }},
		"no trade":          {plane, func(v *Votes) { v.Trade = nil }},
		"assignable":        {plane, func(v *Votes) { v.Assignable = true }},
		"votes of a plane":  {plane, func(v *Votes) { v.Weights = []int{} }},
		"half a trade":      {plane, func(v *Votes) { v.Trade = v.Trade[:3] }},
		"times":             {plane, func(v *Votes) { v.Trade[0].Times = 0 }},
		"too often":         {plane, func(v *Votes) { v.Trade[0].Times = 9 }},
		"order":             {plane, func(v *Votes) { v.Trade[0], v.Trade[1] = v.Trade[1], v.Trade[0] }},
		"other nodes":       {plane, func(v *Votes) { v.Trade[0].Nodes = quorum.SetOf(0) }},
		"no listed quorum":  {plane, func(v *Votes) { v.Trade[6].Quorum = 7 }},
		"a quorum too many": {mustFamily(24, append(quorumsOf(large), []int{1, 2, 3})), func(*Votes) {}},
	}
	for name, b := range breaks {
		from := b.f
		if name == "a quorum too many" {
			from = large
		}
		v := mustFindVotes(t, from)
		assert.OK(t, Check(from, v))
		b.spoil(&v)
		assert.Fails(t, Check(b.f, v), "", "%s: not noticed", name)
	}
}

func quorumsOf(f quorum.Family) (list [][]int) {
	for _, q := range f.All() {
		nodes := make([]int, len(q))
		for i, v := range q {
			nodes[i] = int(v)
		}
		list = append(list, nodes)
	}
	return list
}

// TestCheckVotesCounts compares the count of minimal sets with listing all sets.
func TestCheckVotesCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		n := 1 + rng.IntN(7)
		votes, total := make([]int, n), 0
		for x := range votes {
			votes[x] = rng.IntN(6)
			total += votes[x]
		}
		if total%2 == 0 {
			votes[0]++
			total++
		}
		f := votingFamily(votes)
		other := slices.Clone(votes)
		if rng.IntN(2) == 0 {
			a, b := rng.IntN(n), rng.IntN(n)
			if other[a] > 0 {
				other[a]--
				other[b]++
			}
		}
		v := Votes{Weights: other, Total: total, Quota: total/2 + 1}
		one, two := checkAllSets(f, v), checkMinimalSets(f, v)
		assert.MustEqual(t, one == nil, two == nil, "%v for %v: %v and %v", other, votes, one, two)
	}
}

// TestCheckVotesMinimal: with too few quorums, or one that has a node without a vote, no set of the
// family is short of votes; the count of minimal sets, and the least node of a quorum, tell.
func TestCheckVotesMinimal(t *testing.T) {
	votes := make([]int, 24)
	votes[2], votes[5], votes[7] = 1, 1, 1
	v := Votes{Weights: votes, Total: 3, Quota: 2}
	for name, c := range map[string]struct {
		quorums [][]int
		right   bool
	}{
		"all":               {[][]int{{2, 5}, {2, 7}, {5, 7}}, true},
		"one too few":       {[][]int{{2, 5}, {2, 7}}, false},
		"one node too many": {[][]int{{2, 5}, {2, 7}, {5, 7, 9}}, false},
	} {
		assert.Equal(t, checkMinimalSets(mustFamily(24, c.quorums), v) == nil, c.right, "%s", name)
	}
}

// TestCheckVotesGap: Check refuses a lower bound that took a search and claims to be by load.
func TestCheckVotesGap(t *testing.T) {
	for _, c := range gaps {
		f := votingFamily(c.votes)
		v := mustFindVotes(t, f)
		v.LowerBy = "load"
		assert.Fails(t, Check(f, v), "", "%v: not noticed", c.votes)
	}
}

// TestCheckVotesEven: one vote each makes two nodes that are a quorum together, which is dominated;
// an even total is refused.
func TestCheckVotesEven(t *testing.T) {
	f := mustFamily(2, [][]int{{0, 1}})
	load := assert.Got(loads.Find(t.Context(), f, loads.Options{}))(t)
	v := Votes{Assignable: true, Weights: []int{1, 1}, Total: 2, Quota: 2, Lower: 1, LowerBy: "load", Load: load}
	assert.Fails(t, Check(f, v), "evenly", "an even total")
}

func ExampleFind() {
	wheel, _ := quorum.NewFamily(4, [][]int{{0, 1}, {0, 2}, {0, 3}, {1, 2, 3}})
	v, err := Find(context.Background(), wheel, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("votes", v.Weights, "quota", v.Quota, "of", v.Total)
	fmt.Println("load", v.Load.Value, "proves", v.Lower, "and least:", v.Least())

	fano, _ := quorum.NewFamily(7, [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}})
	v, err = Find(context.Background(), fano, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("load", v.Load.Value, "votes:", v.Assignable)
	for _, q := range v.Trade {
		fmt.Print(q.Times, " times ", q.Nodes, "; ")
	}
	fmt.Println()
	// Output:
	// votes [2 1 1 1] quota 3 of 5
	// load 3/5 proves 5 and least: true
	// load 3/7 votes: false
	// 1 times {1,2,3}; 1 times {1,4,5}; 1 times {1,6,7}; 1 times {2,4,6}; 1 times {2,5,7}; 1 times {3,4,7}; 1 times {3,5,6};
}

// Node 1 and two of the others: dominated, but with votes and a quota.
func ExampleFindQuota() {
	f, _ := quorum.NewFamily(4, [][]int{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}})
	v, err := FindQuota(context.Background(), f, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("votes", v.Weights, "quota", v.Quota, "of", v.Total, "least:", v.LowerQuota == v.Quota)
	_, err = Find(context.Background(), f, Options{})
	fmt.Println(err)
	// Output:
	// votes [2 1 1 1] quota 4 of 5 least: true
	// votes: the coterie must be nondominated, and here is a set that meets every quorum and contains none: [{1}]
}
