package construct

import (
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/internal/solve/quotas"
	"coterie/quorum"

	"pgregory.net/rapid"
)

// votesOf returns the votes of a set.
func votesOf(votes []int, set uint32) int {
	sum := 0
	for v, w := range votes {
		if set>>v&1 == 1 {
			sum += w
		}
	}
	return sum
}

// voteLists yields all lists of n votes of at most greatest, not all 0.
func voteLists(n, greatest int) [][]int {
	lists := [][]int{{}}
	for range n {
		var longer [][]int
		for _, l := range lists {
			for v := range greatest + 1 {
				longer = append(longer, append(slices.Clone(l), v))
			}
		}
		lists = longer
	}
	return lists[1:]
}

func sumOfInts(list []int) int {
	sum := 0
	for _, v := range list {
		sum += v
	}
	return sum
}

// compareCounts compares both ways to count, and the list in both ways, with a naive list.
func compareCounts(t *testing.T, votes []int, quota int, want quorum.Family) {
	t.Helper()
	v := quotas.New(votes, quota)
	got, ok, err := v.List(t.Context(), want.Len())
	if err != nil || !ok || !got.Equal(want.Minimized()) || got.Len() != want.Len() {
		t.Fatalf("%v, quota %d: %d quorums, want %d in lexicographic order", votes, quota, got.Len(), want.Len())
	}
	if _, ok, err := v.List(t.Context(), want.Len()-1); ok || err == nil {
		t.Errorf("%v, quota %d: %v with a limit of one less", votes, quota, err)
	}
	if v.SizeBound() < slices.Max(sizesOf(want)) {
		t.Errorf("%v, quota %d: quorums of more than %d nodes", votes, quota, v.SizeBound())
	}
	responsibilities := want.Responsibilities()
	for _, figures := range []func(context.Context) (quotas.Figures, error){v.CountByVotes, v.CountListed, v.Figures} {
		f := assert.Got(figures(t.Context()))(t)
		least, greatest := want.Sizes()
		if f.Quorums.Cmp(bigOf(want.Len())) != 0 || f.Greatest != greatest || v.LeastSize() != least {
			t.Errorf("%v, quota %d, %s: %v quorums of %d..%d, want %d of %d..%d",
				votes, quota, f.Method, f.Quorums, v.LeastSize(), f.Greatest, want.Len(), least, greatest)
		}
		if f.Entries != nil && f.Entries.Cmp(bigOf(want.Incidences())) != 0 {
			t.Errorf("%v, quota %d: %v entries", votes, quota, f.Entries)
		}
		for i, node := range v.Order {
			assert.SameNumber(t, f.Responsibilities[i], bigOf(responsibilities[node]), "%v, quota %d, %s: node %d in quorums", votes, quota, f.Method, node)
		}
	}
}

func sizesOf(f quorum.Family) []int {
	var sizes []int
	for _, q := range f.All() {
		sizes = append(sizes, len(q))
	}
	return sizes
}

// TestVotesCounted goes through all small votes and quotas, including quotas that give no quorum
// system: reads have such quotas.
func TestVotesCounted(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for _, votes := range voteLists(n, 3) {
			for quota := 1; quota <= sumOfInts(votes); quota++ {
				compareCounts(t, votes, quota, minimalWhere(t, n, func(set uint32) bool { return votesOf(votes, set) >= quota }))
			}
		}
	}
}

// TestVotesCountedAtRandom has more nodes, and votes beyond the words of the table of sums.
func TestVotesCountedAtRandom(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 11).Draw(r, "n")
		greatest := rapid.SampledFrom([]int{5, 40, 200, 1000}).Draw(r, "greatest")
		votes := rapid.SliceOfN(rapid.IntRange(0, greatest), n, n).Draw(r, "votes")
		unit := rapid.SampledFrom([]int{1, 7, 1000}).Draw(r, "unit")
		for i := range votes {
			votes[i] *= unit
		}
		sum := sumOfInts(votes)
		if sum == 0 {
			return
		}
		quota := rapid.IntRange(1, sum).Draw(r, "quota")
		compareCounts(t, votes, quota, minimalWhere(t, n, func(set uint32) bool { return votesOf(votes, set) >= quota }))
	})
}

// TestVotesBeyondCounting lists with votes that no table could have a row for.
func TestVotesBeyondCounting(t *testing.T) {
	votes := []int{600_000_001, 100_000_003, 70_000_000, 1, 60_000_007, 0, 50_000_000, 40_000_001, 2, 9_000_000}
	for _, quota := range []int{600_000_000, 464_501_008, 200_000_000} {
		v := quotas.New(votes, quota)
		want := minimalWhere(t, len(votes), func(set uint32) bool { return votesOf(votes, set) >= quota })
		got, ok, err := v.List(t.Context(), math.MaxInt)
		if err != nil || !ok || !got.Equal(want.Minimized()) {
			t.Errorf("quota %d: %d quorums, want %d; %v", quota, got.Len(), want.Len(), err)
		}
		if f, _ := v.Figures(t.Context()); f.Method != "counted on the listed quorums" || f.Quorums.Cmp(bigOf(want.Len())) != 0 {
			t.Errorf("quota %d: %v by %s", quota, f.Quorums, f.Method)
		}
	}
	// Nearly no quorum has the first node, whose one vote it would have to need: a search that took
	// it first would find none for a long time.
	votes = []int{1}
	for i := range 99 {
		votes = append(votes, 9_000_000+i*i*97)
	}
	spec := listSetting("weighted:votes", votes)
	var many *quorum.TooManyError
	s, err := parsed(t, spec.key+"="+spec.value).Build(t.Context(), 5000)
	if s != nil || !errors.As(err, &many) || many.Quorums != nil || many.Limit != 5000 {
		t.Errorf("listed %v, %v", s != nil, err)
	}
}

// TestWeighted judges all small weighted systems: intersection and minimality always, nondomination
// by the rule on sums, and the conditions (c) and (d).
func TestWeighted(t *testing.T) {
	all, equal, evenND, greaterND, onlyEffort, onlyResponsibility := 0, 0, 0, 0, 0, 0
	for n := 1; n <= 5; n++ {
		for _, votes := range voteLists(n, 4) {
			if !slices.IsSorted(votes) {
				continue // an order of the nodes for each assignment is enough
			}
			sum := sumOfInts(votes)
			for quota := sum/2 + 1; quota <= sum; quota++ {
				s := assert.Got(quorum.As[*quorum.System](Weighted(votes, quota)))(t)
				f := s.Family()
				split := false
				for set := range uint32(1) << n {
					v := votesOf(votes, set)
					split = split || v > sum-quota && v < quota
				}
				nd := isSelfDual(t, f)
				if nd == split {
					t.Errorf("%s: nondominated %v, but a set has neither quota nor a complement with it: %v", s.Name(), nd, split)
				}
				if nd {
					if sum%2 == 0 {
						evenND++
					}
					if quota > sum/2+1 {
						greaterND++
					}
					twice := make([]int, n)
					for i, v := range votes {
						twice[i] = 2 * v
					}
					twice[n-1]++
					if odd, err := quorum.As[*quorum.System](Weighted(twice, 0)); err != nil || !odd.Family().Equal(f) {
						t.Errorf("%s: not the majority of the votes %v", s.Name(), twice)
					}
				} else if sum%2 == 1 && quota == (sum+1)/2 {
					t.Errorf("%s: dominated with the majority of an odd number of votes", s.Name())
				}
				report := quorum.Check(t.Context(), s, quorum.Options{Jobs: 1})
				verdict := func(p quorum.Property) quorum.Truth {
					v, _ := report.Judged(p)
					return v.Holds
				}
				if verdict(quorum.Intersection) != quorum.Holds || verdict(quorum.Minimality) != quorum.Holds {
					t.Errorf("%s: no coterie", s.Name())
				}
				effort, responsibility := verdict(quorum.EqualEffort) == quorum.Holds, verdict(quorum.EqualResponsibility) == quorum.Holds
				size, _ := f.Sizes()
				assert.Equal(t, effort && binomial(n, size).Cmp(bigOf(f.Len())) == 0, effort && responsibility, "%s: equal effort %v and responsibility %v, all sets of one size", s.Name(), effort, responsibility)
				all++
				switch {
				case effort && responsibility:
					equal++
				case effort:
					onlyEffort++
				case responsibility:
					onlyResponsibility++
				}
			}
		}
	}
	t.Logf("%d systems: (c) and (d) %d, (c) alone %d, (d) alone %d; nondominated with even votes %d, with more than the majority %d",
		all, equal, onlyEffort, onlyResponsibility, evenND, greaterND)
	if evenND == 0 || greaterND == 0 {
		t.Errorf("nondominated: %d with an even number of votes, %d with a greater quota", evenND, greaterND)
	}
	// "Usually violate properties (c) and (d)", Maekawa 1985, section 3.
	if 2*equal >= all || equal == 0 || onlyEffort == 0 || onlyResponsibility == 0 {
		t.Errorf("of %d systems, %d have (c) and (d), %d (c) alone, %d (d) alone", all, equal, onlyEffort, onlyResponsibility)
	}
}

// TestWeightedOfEqualResponsibility is the example of Weighted for (d) without (c).
func TestWeightedOfEqualResponsibility(t *testing.T) {
	wantVerdicts(t, built(t, "weighted:votes=2-2-1-1"), map[quorum.Property]quorum.Truth{
		quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Holds,
		quorum.EqualEffort: quorum.Fails, quorum.EqualResponsibility: quorum.Holds,
	})
}

// TestWeightedShape compares specs with their lists, and with the families they are.
func TestWeightedShape(t *testing.T) {
	for _, spec := range []string{
		"weighted:votes=3-1-1-1", "weighted:votes=3-1-1-1,quota=5", "weighted:votes=0-2-0-1-1", "weighted:votes=1", "weighted:votes=0-0-5",
		"weighted:votes=15-14-13-12-11-10-9-8-7-6-5-4-3-2-1", "weighted:votes=1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1,quota=16",
		"weighted:votes=999999-999998-1-1-1", "weighted:votes=300000007-200000005-200000003-199999999-99999986",
		"gifford:votes=2-1-1-1,read=2,write=4", "gifford:votes=1-1-1-1-1,read=1,write=5", "gifford:votes=1-0-1,read=2,write=2",
		"gifford:votes=7-5-5-3-2-2-1,read=11,write=15", "gifford:votes=300000007-200000005-200000003-199999999-99999986,read=600000000,write=700000000",
	} {
		if i := parsed(t, spec); i.Spec() != spec || compareShape(t, i) == nil {
			t.Errorf("%s: canonical form %s, or not compared", spec, i)
		}
	}
	for spec, same := range map[string]string{
		"weighted:votes=1-1-1-1-1-1-1":       "majority:n=7",
		"weighted:votes=6-6-6-6-6-6":         "majority:n=6",
		"weighted:votes=0-9-0":               "singleton:n=3,centre=2",
		"weighted:votes=4-1-1-1-1-1,quota=5": "wheel:n=6",
		"weighted:votes=2-1-1-1":             "wheel:n=4",
	} {
		if !built(t, spec).(*quorum.System).Family().Minimized().Equal(built(t, same).(*quorum.System).Family().Minimized()) {
			t.Errorf("%s is not %s", spec, same)
		}
	}
	// Too many to list: the majority of 101 nodes, and of 101 nodes with 1000000 votes each.
	ones := "weighted:votes=1" + strings.Repeat("-1", 100)
	majority, _ := parsed(t, "majority:n=101").Shape(t.Context())
	for _, spec := range []string{ones, strings.ReplaceAll(ones, "1", "1000000")} {
		s, err := parsed(t, spec).Shape(t.Context())
		if err != nil || s.Quorums.Cmp(majority.Quorums) != 0 || s.MinResponsibility.Cmp(majority.MinResponsibility) != 0 ||
			s.MaxResponsibility.Cmp(majority.MaxResponsibility) != 0 || s.MinQuorum != 51 || s.MaxQuorum != 51 {
			t.Errorf("%s: %+v, %v", spec, s, err)
		}
		assert.SameNumber(t, assert.As[*quorum.TooManyError](parsed(t, spec).Build(t.Context(), 0))(t).Quorums, majority.Quorums)
	}
}

// TestWeightedUnknown has votes too many to count, and nodes too many to list.
func TestWeightedUnknown(t *testing.T) {
	for _, c := range []struct {
		spec     string
		quorums  int // 0: more than can be listed
		smallest int
	}{
		{"weighted:votes=900001-1-1-2" + strings.Repeat("-3", 20), 1, 1},
		{"weighted:votes=400001-399999-3-7-20" + strings.Repeat("-2-1", 30), 0, 2},
		{"gifford:votes=900001-1-1-2" + strings.Repeat("-3", 20) + ",read=900000,write=900001", 2, 1},
	} {
		i := parsed(t, c.spec)
		s, err := i.Shape(t.Context())
		if err != nil || s.Unknown == "" || s.Quorums != nil || s.MinResponsibility != nil || s.MinQuorum != c.smallest || s.MaxQuorum != 0 {
			t.Errorf("%s: %+v, %v", c.spec, s, err)
		}
		built, err := i.Build(t.Context(), 1000)
		var many *quorum.TooManyError
		switch built := built.(type) {
		case *quorum.System:
			assert.Equal(t, built.Family().Len(), c.quorums, "%s: quorums", c.spec)
		case *quorum.GroupSystem:
			assert.Equal(t, built.Cartel(0).Len()+built.Cartel(1).Len(), c.quorums, "%s: quorums", c.spec)
		default:
			if c.quorums != 0 || !errors.As(err, &many) || many.Quorums != nil {
				t.Errorf("%s: %v", c.spec, err)
			}
		}
	}
}

// TestGiffordUnknownLimit lists one read and one write that cannot be counted, of one allowed.
func TestGiffordUnknownLimit(t *testing.T) {
	i := parsed(t, "gifford:votes=900001-1-1-2"+strings.Repeat("-3", 20)+",read=900000,write=900001")
	var many *quorum.TooManyError
	if s, err := i.Build(t.Context(), 1); s != nil || !errors.As(err, &many) || many.Quorums != nil || many.Limit != 1 {
		t.Errorf("listed %v, %v", s != nil, err)
	}
}

// TestGifford judges all small systems of reads and writes.
func TestGifford(t *testing.T) {
	all, equal, nondominated := 0, 0, 0
	for n := 1; n <= 4; n++ {
		for _, votes := range voteLists(n, 3) {
			if !slices.IsSorted(votes) {
				continue
			}
			sum := sumOfInts(votes)
			for write := sum/2 + 1; write <= sum; write++ {
				for read := sum - write + 1; read <= sum; read++ {
					s := assert.Got(quorum.As[*quorum.GroupSystem](Gifford(votes, read, write)))(t)
					i := parsed(t, s.Name())
					compareShape(t, i)
					compareDegree(t, s.Name())
					for c, quota := range []int{read, write} {
						compareFamily(t, s.Name(), s.Cartel(c), minimalWhere(t, n, func(set uint32) bool { return votesOf(votes, set) >= quota }))
					}
					split := false
					for set := range uint32(1) << n {
						v := votesOf(votes, set)
						split = split || v > sum-read && v < write
					}
					if isGroupNondominated(t, s) == split {
						t.Errorf("%s: nondominated %v", s.Name(), !split)
					}
					if !split {
						nondominated++
					} else if read+write == sum+1 {
						t.Errorf("%s: dominated with the least quotas", s.Name())
					}
					report := quorum.Check(t.Context(), s, quorum.Options{Jobs: 1})
					for _, p := range quorum.KindGroupSystem.Defining() {
						if v, _ := report.Judged(p); v.Holds != quorum.Holds {
							t.Errorf("%s: %s: %s", s.Name(), p, v.Reason)
						}
					}
					effort, _ := report.Judged(quorum.EqualEffort)
					responsibility, _ := report.Judged(quorum.EqualResponsibility)
					all++
					both := effort.Holds == quorum.Holds && responsibility.Holds == quorum.Holds
					if both {
						equal++
					}
					least, greatest := s.Cartel(0).Sizes()
					assert.Equal(t, s.Cartel(0).Equal(s.Cartel(1)) && least == greatest && binomial(n, least).Cmp(bigOf(s.Cartel(0).Len())) == 0, both, "%s: equal effort and responsibility, one threshold for both", s.Name())
					assert.Equal(t, quorum.JudgeIntersection(t.Context(), s.Cartel(1), quorum.Options{}).Holds, quorum.Holds, "%s: writes do not meet", s.Name())
				}
			}
		}
	}
	t.Logf("%d systems, nondominated %d, with equal effort and responsibility %d", all, nondominated, equal)
	if nondominated == 0 || 2*equal >= all {
		t.Errorf("of %d systems %d are nondominated, %d have equal effort and responsibility", all, nondominated, equal)
	}
}

func TestVotesRefused(t *testing.T) {
	for spec, want := range map[string]string{
		"weighted:votes=0-0":                             "votes=0-0: want a node with a vote",
		"weighted:votes=-1":                              "want whole numbers joined by -",
		"weighted:votes=1-1000000000":                    "votes=1000000000 of node 2: want votes of at least 0, at most 1000000000 together",
		"weighted:votes=9223372036854775807-1":           "votes=9223372036854775807 of node 1: want",
		"weighted:votes=1" + strings.Repeat("-1", 20000): "votes=20001 numbers: want the votes of 1..20000 nodes",
		"weighted:votes=3-1-1-1,quota=3":                 "quota=3: want 4..6, more than half of the 6 votes",
		"weighted:votes=3-1-1-1,quota=7":                 "quota=7: want 4..6",
		"weighted:votes=3-1-1-1,quota=0":                 "quota=0: want 4..6",
		"weighted:votes=3-1-1-1,quota=half":              "quota=half: want a whole number",
		"weighted":                                       "parameter votes is missing",
		"gifford:votes=2-1-1,read=2":                     "parameter write is missing",
		"gifford:votes=2-1-1,read=2,write=2":             "write=2: want 3..4, more than half of the 4 votes",
		"gifford:votes=2-1-1,read=2,write=5":             "write=5: want 3..4",
		"gifford:votes=2-1-1,read=1,write=3":             "read=1: want 2..4, more with write=3 than the 4 votes",
		"gifford:votes=2-1-1,read=5,write=3":             "read=5: want 2..4",
		"gifford:votes=0,read=1,write=1":                 "want a node with a vote",
		"gifford:votes=2-x,read=1,write=1":               "want whole numbers joined by -",
		"flexible:n=6,elect=3,commit=3":                  "elect=3: want 4..6, more with commit=3 than the 6 nodes",
		"flexible:n=6,elect=6,commit=0":                  "commit=0: want 1..6",
		"flexible:n=6,elect=7,commit=3":                  "elect=7: want 4..6",
		"flexible:n=20001,elect=20001,commit=1":          "n=20001: want 1..20000",
		"wall:rows=1-2-1":                                "rows=1 in row 3: want 2..16777216",
		"wall:rows=0-2":                                  "rows=0 in row 1: want 1..16777216",
		"tree:height=2,degree=1":                         "degree=1: want 2..",
		"tree:height=24":                                 "height=24: want 0..23 for degree 2",
		"wheel:n=2":                                      "n=2: want 3..16777216",
		"read-write-grid:rows=0,columns=2":               "rows=0: want 1..16777216",
		"read-write-grid:rows=4096,columns=4097":         "columns=4097: want 1..4096",
	} {
		i, err := Parse(t.Context(), spec)
		var e *ParamError
		if i != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), want) || e.Hint() == "" || len(err.Error()) > 250 {
			t.Errorf("%.60s: %v, %v; want %q", spec, i, err, want)
		}
	}
	for _, votes := range [][]int{nil, {}, {-1}, {0}, {3, -1}, make([]int, 20_001), {1 << 62, 1 << 62}} {
		var e *ParamError
		if s, err := quorum.As[*quorum.System](Weighted(votes, 0)); s != nil || !errors.As(err, &e) {
			t.Errorf("%v: %v, %v", votes, s, err)
		}
		if s, err := quorum.As[*quorum.GroupSystem](Gifford(votes, 1, 1)); s != nil || !errors.As(err, &e) {
			t.Errorf("%v: %v, %v", votes, s, err)
		}
	}
	for _, name := range []string{"weighted", "gifford", "wall"} {
		f, _ := Lookup(name)
		assert.Contains(t, assert.Refusal[*NoSystemError](f.ForN(9, 2))(t).Why, name+":", "%s", name)
	}
	for spec, want := range map[string]string{
		"weighted:votes=03-1-+1,quota=3": "weighted:votes=3-1-1",
		"weighted:quota=4,votes=3-1-1":   "weighted:votes=3-1-1,quota=4",
		"tree:degree=2,height=3":         "tree:height=3",
		"tree:degree=3,height=3":         "tree:height=3,degree=3",
		"wall:rows=01-02":                "wall:rows=1-2",
	} {
		assert.Equal(t, assert.Got(Parse(t.Context(), spec))(t).Spec(), want, "%s", spec)
	}
}

// TestNewFamiliesStopHalfway ends the context after listing has begun.
func TestNewFamiliesStopHalfway(t *testing.T) {
	for _, spec := range []string{
		"weighted:votes=15-14-13-12-11-10-9-8-7-6-5-4-3-2-1", "gifford:votes=15-14-13-12-11-10-9-8-7-6-5-4-3-2-1,read=60,write=65",
		"wheel:n=600", "wall:rows=1-7-7-7", "tree:height=4", "read-write-grid:rows=4,columns=6",
	} {
		ctx := looks.Before(t.Context(), 2)
		if s, err := parsed(t, spec).Build(ctx, 0); s != nil || !errors.Is(err, looks.Err) {
			t.Errorf("%s: listed %v, %v", spec, s != nil, err)
		}
	}
}

// TestVoteFiguresAtTheLimit counts the largest vote lists that are counted: their numbers agree
// with a binomial coefficients.
func TestVoteFiguresAtTheLimit(t *testing.T) {
	assert.Long(t, "some seconds with the race detector")
	for _, n := range []int{999, 1999} {
		votes := slices.Repeat([]int{1}, n)
		f, _ := quotas.New(votes, n/2+1).Figures(t.Context())
		if f.Unknown != "" || f.Quorums.Cmp(binomial(n, n/2+1)) != 0 || f.Responsibilities[0].Cmp(binomial(n-1, n/2)) != 0 {
			t.Errorf("n = %d: %s", n, f.Unknown)
		}
	}
	// One node of two votes among ones: quorums with it and Q-2 others, without it Q others.
	votes := slices.Repeat([]int{1}, 801)
	votes[400] = 2
	f, _ := quotas.New(votes, 402).Figures(t.Context())
	with, without := binomial(800, 400), binomial(800, 402)
	if f.Responsibilities[0].Cmp(with) != 0 || f.Quorums.Cmp(new(big.Int).Add(with, without)) != 0 || f.Greatest != 402 {
		t.Errorf("%v quorums of up to %d nodes", f.Quorums, f.Greatest)
	}
}
