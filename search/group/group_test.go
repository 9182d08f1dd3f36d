package group

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/quorum"
	"coterie/search"
)

// rows lists all rows of an array: every column blank or a symbol, at most so many symbols (0:
// exactly one in every column).
func rows(m, d, responsibility int) [][]int {
	list := [][]int{{}}
	for range m {
		var longer [][]int
		for _, row := range list {
			for s := blank; s < d; s++ {
				if s != blank || responsibility > 0 {
					longer = append(longer, append(slices.Clone(row), s))
				}
			}
		}
		list = longer
	}
	return slices.DeleteFunc(list, func(row []int) bool {
		shown := 0
		for _, s := range row {
			if s != blank {
				shown++
			}
		}
		return responsibility > 0 && shown > responsibility
	})
}

// naiveCovering judges rows by definition.
func naiveCovering(rows [][]int, m, d int) bool {
	for c := range m {
		for e := range m {
			for s := range d {
				for t := range d {
					if c == e && s != t {
						continue
					}
					if !slices.ContainsFunc(rows, func(row []int) bool { return row[c] == s && row[e] == t }) {
						return false
					}
				}
			}
		}
	}
	return true
}

// naiveArrayExists tries all multisets of n rows.
func naiveArrayExists(n, m, d, responsibility int) bool {
	all := rows(m, d, responsibility)
	var try func(chosen [][]int, from int) bool
	try = func(chosen [][]int, from int) bool {
		if len(chosen) == n {
			return naiveCovering(chosen, m, d)
		}
		for i := from; i < len(all); i++ {
			if try(append(chosen, all[i]), i) {
				return true
			}
		}
		return false
	}
	return try(nil, 0)
}

func mustGroup(t *testing.T, n, m int, opts Options) *search.Result {
	t.Helper()
	r := assert.Got(Find(context.Background(), n, m, opts))(t, "n=%d m=%d %+v", n, m, opts)
	if g, ok := r.System.Structure.(*quorum.GroupSystem); ok {
		value, _ := r.Value.Int()
		if g.N() != n || g.Groups() != m || r.Verdict != search.Found {
			t.Fatalf("n=%d m=%d %+v: verdict %s, a system of %d nodes and %d cartels", n, m, opts, r.Verdict, g.N(), g.Groups())
		}
		assert.OK(t, judge(context.Background(), g, value, opts.Responsibility), "n=%d m=%d %+v", n, m, opts)
	} else if r.Verdict != search.ProvenAbsent || r.UpperBy == "" {
		t.Fatalf("n=%d m=%d %+v: verdict %s without a system, upper by %q", n, m, opts, r.Verdict, r.UpperBy)
	}
	return r
}

// degreeOf returns the value of a result that is optimal; 0 if there is no system.
func degreeOf(t *testing.T, r *search.Result) int {
	t.Helper()
	if r.Verdict == search.ProvenAbsent {
		if upper, _ := r.Upper.Int(); upper != 0 {
			t.Fatalf("%s absent, with upper bound %v", r.Question, r.Upper)
		}
		return 0
	}
	value, ok := r.Value.Int()
	if !ok || !r.Optimal || r.Lower.Cmp(*r.Upper) != 0 || r.LowerBy == "" || r.UpperBy == "" {
		t.Fatalf("%s: value %v, lower %v by %q, upper %v by %q, optimal %v", r.Question, r.Value, r.Lower, r.LowerBy, r.Upper, r.UpperBy, r.Optimal)
	}
	return value
}

func TestAgainstAllPartialArrays(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for m := 2; m <= 3; m++ {
			for responsibility := 0; responsibility <= m; responsibility++ {
				want := 0
				for d := 1; d <= 2 && naiveArrayExists(n, m, d, responsibility); d++ {
					want = d
				}
				for _, method := range []search.Method{"auto", "sat"} {
					r := mustGroup(t, n, m, Options{Responsibility: responsibility, Method: method})
					assert.Equal(t, degreeOf(t, r), want, "n=%d m=%d R=%d %s: degree", n, m, responsibility, method)
				}
			}
		}
	}
}

// TestAgainstAllSystems is the theorem of the documentation against the definition: the greatest
// degree among all group quorum systems, with every limit of responsibility.
func TestAgainstAllSystems(t *testing.T) {
	for _, c := range []struct{ n, m int }{{1, 2}, {2, 2}, {3, 2}, {4, 2}, {1, 3}, {2, 3}, {3, 3}, {4, 3}} {
		if c.n == 4 && c.m == 3 && !assert.WithSlow {
			continue
		}
		best := make([]int, 1<<c.n*c.m+1) // by responsibility
		cartels := naiveCartels(c.n)
		var choose func(chosen []naiveCartel)
		choose = func(chosen []naiveCartel) {
			if len(chosen) == c.m {
				degree, most := chosen[0].degree, 0
				for _, x := range chosen {
					degree = min(degree, x.degree)
				}
				for v := range c.n {
					times := 0
					for _, x := range chosen {
						times += x.times[v]
					}
					most = max(most, times)
				}
				best[most] = max(best[most], degree)
				return
			}
		next:
			for _, x := range cartels {
				for _, y := range chosen {
					for _, q := range x.quorums {
						for _, r := range y.quorums {
							if q&r == 0 {
								continue next
							}
						}
					}
				}
				choose(append(chosen, x))
			}
		}
		choose(nil)
		for responsibility := 1; responsibility < len(best); responsibility++ {
			best[responsibility] = max(best[responsibility], best[responsibility-1])
			r := mustGroup(t, c.n, c.m, Options{Responsibility: responsibility})
			assert.Equal(t, degreeOf(t, r), best[responsibility], "n=%d m=%d R=%d", c.n, c.m, responsibility)
		}
	}
}

type naiveCartel struct {
	quorums []uint
	degree  int
	times   [4]int
}

// naiveCartels lists all non-empty antichains of non-empty sets of n <= 4 nodes.
func naiveCartels(n int) []naiveCartel {
	var list []naiveCartel
next:
	for family := 1; family < 1<<(1<<n); family += 2 {
		var c naiveCartel
		for q := uint(1); q < 1<<n; q++ {
			if family>>q&1 == 0 {
				continue
			}
			for _, r := range c.quorums {
				if q&r == q || q&r == r {
					continue next
				}
			}
			c.quorums = append(c.quorums, q)
			for v := range n {
				c.times[v] += int(q >> v & 1)
			}
		}
		for chosen := range 1 << len(c.quorums) {
			var union uint
			total := 0
			for i, q := range c.quorums {
				if chosen>>i&1 == 1 {
					union |= q
					total += bits.OnesCount(q)
				}
			}
			if total == bits.OnesCount(union) {
				c.degree = max(c.degree, bits.OnesCount(uint(chosen)))
			}
		}
		if len(c.quorums) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// TestKnownNumbers compares with numbers of the literature on covering arrays: the least n for
// degree d with m cartels (Colbourn's tables; d = 2 by Katona's theorem).
func TestKnownNumbers(t *testing.T) {
	for _, c := range []struct{ m, d, n int }{
		{2, 3, 9}, {3, 3, 9}, {4, 3, 9}, {5, 3, 11}, {6, 3, 12}, {7, 3, 12},
		{3, 2, 4}, {4, 2, 5}, {5, 2, 6}, {10, 2, 6}, {11, 2, 7}, {15, 2, 7}, {16, 2, 8},
		{5, 4, 16}, {6, 4, 19}, {6, 5, 25}, {3, 6, 36}, {4, 6, 37},
	} {
		assert.Equal(t, degreeOf(t, mustGroup(t, c.n, c.m, Options{})), c.d, "n=%d m=%d: degree", c.n, c.m)
		assert.Equal(t, degreeOf(t, mustGroup(t, c.n-1, c.m, Options{})), c.d-1, "n=%d m=%d: degree", c.n-1, c.m)
	}
}

func TestMethodsAgree(t *testing.T) {
	for n := 1; n <= 11; n++ {
		for m := 1; m <= 5; m++ {
			want := degreeOf(t, mustGroup(t, n, m, Options{}))
			for _, method := range []search.Method{"sat", "exhaustive"} {
				if method == "sat" && m == 1 {
					continue
				}
				r := mustGroup(t, n, m, Options{Method: method})
				assert.Equal(t, degreeOf(t, r), want, "n=%d m=%d %s", n, m, method)
			}
		}
	}
}

// TestExhaustAgainstNaive includes what the loop of Group never asks for: fewer rows than it has
// pairs.
func TestExhaustAgainstNaive(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for m := 2; m <= 4; m++ {
			for d := 1; d <= 2; d++ {
				a, complete, why := exhaust(context.Background(), n, m, d)
				if !complete {
					t.Fatal(why)
				}
				assert.Equal(t, a != nil, naiveArrayExists(n, m, d, 0), "n=%d m=%d d=%d", n, m, d)
				if a != nil && a.flaw() != "" {
					t.Errorf("n=%d m=%d d=%d: %s", n, m, d, a.flaw())
				}
			}
		}
	}
}

func TestThin(t *testing.T) {
	for _, c := range []struct{ n, m int }{{7, 4}, {12, 7}, {16, 5}, {20, 3}, {25, 6}} {
		g := mustGroup(t, c.n, c.m, Options{}).System.Structure.(*quorum.GroupSystem)
		for i := range c.m {
			for _, q := range g.Cartel(i).All() {
				for _, v := range q {
					meets := true // q without v still meets all quorums of other cartels
					for j := range c.m {
						for _, r := range g.Cartel(j).All() {
							shared := 0
							for _, w := range q {
								if w != v && slices.Contains(r, w) {
									shared++
								}
							}
							meets = meets && (j == i || shared > 0)
						}
					}
					if meets {
						t.Errorf("n=%d m=%d: node %v can leave a quorum of cartel %v", c.n, c.m, quorum.Node(v), quorum.Index(i))
					}
				}
			}
		}
	}
}

// TestGroupResponsibilityOfAllCartels: a limit of m and more limits nothing, and costs nothing.
func TestResponsibilityOfAllCartels(t *testing.T) {
	for _, c := range []struct{ n, m int }{{9, 4}, {10, 5}, {8, 3}} {
		free := assert.Got(Find(t.Context(), c.n, c.m, Options{}))(t)
		for limit := c.m; limit <= c.m+1; limit++ {
			r, err := Find(t.Context(), c.n, c.m, Options{Responsibility: limit})
			if err != nil || r.Value.Cmp(*free.Value) != 0 || r.LowerBy != free.LowerBy || r.UpperBy != free.UpperBy || r.Asked != free.Asked {
				t.Errorf("n = %d, m = %d, at most %d quorums: %+v, %v", c.n, c.m, limit, r, err)
			}
		}
	}
}

func TestInput(t *testing.T) {
	for _, c := range []struct {
		n, m int
		opts Options
		flag string
	}{
		{0, 2, Options{}, "n"},
		{MaxNodes + 1, 2, Options{}, "n"},
		{4, 0, Options{}, "m"},
		{4, MaxGroups + 1, Options{}, "m"},
		{4, 2, Options{Responsibility: -1}, "responsibility"},
		{4, 2, Options{Degree: -1}, "degree"},
		{4, 2, Options{Method: "magic"}, "method"},
		{4, 3, Options{Method: "exhaustive", Responsibility: 2}, "method"},
	} {
		_, err := Find(context.Background(), c.n, c.m, c.opts)
		var bad *quorum.InputError
		if !errors.As(err, &bad) || bad.What != c.flag || bad.Hint() == "" {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestQuestionsOfOneDegree(t *testing.T) {
	r := mustGroup(t, 16, 4, Options{Degree: 3})
	if value, _ := r.Value.Int(); r.Verdict != search.Found || value != 3 || r.Optimal || r.Upper.String() != "4" {
		t.Errorf("degree 3: %s, value %v, upper %v, optimal %v", r.Verdict, r.Value, r.Upper, r.Optimal)
	}
	for _, c := range []struct {
		n, m int
		opts Options
		by   string
	}{
		{16, 4, Options{Degree: 5}, "Joung's Lemma 3.2, d^2 <= n: degree 5 needs 25 nodes"},
		{36, 4, Options{Degree: 6}, "no 2 orthogonal Latin squares of side 6: Tarry 1900"},
		{7, 16, Options{Degree: 2}, "Katona and Kleitman-Spencer 1973, m <= C(n-1, ceil(n/2)) with n = 7 for degree 2"},
		{17, 6, Options{Degree: 4}, "tight quorums, m(d^2+d-n) <= n with d = 4"},
		{10, 5, Options{Degree: 3}, "agreeing rows: of 10 rows, with 5 columns and 3 symbols, two would agree too often"},
		{9, 3, Options{Responsibility: 1}, "a node that two quorums of different cartels share is in both, responsibility at least 2"},
		{2, 3, Options{Responsibility: 2}, "Joung's Lemma 3.3 for responsibility 2, m(m-1)d^2 <= 2*n: degree 1 would break it"},
		{11, 6, Options{Degree: 3}, "exhaustive search: there is no covering array with 11 rows (nodes), 6 columns (cartels) and 3 symbols (disjoint quorums)"},
		{2, 4, Options{Responsibility: 3}, "quorums of at least 2 nodes, m*d*2 <= 3*n with d = 1"},
	} {
		r := mustGroup(t, c.n, c.m, c.opts)
		if r.Verdict != search.ProvenAbsent || r.UpperBy != c.by || r.StoppedBy != "" {
			t.Errorf("%+v: %s by %q", c, r.Verdict, r.UpperBy)
		}
	}
}

func TestStops(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Find(cancelled, 12, 8, Options{})
	if err != nil || r.StoppedBy != "interrupt" || r.Verdict == search.ProvenAbsent || r.Optimal {
		t.Errorf("%+v, %v", r, err)
	}
	for _, opts := range []Options{{}, {Method: "sat"}, {Responsibility: 6}, {Degree: 6}} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		start := reach.CPU()
		r, err := Find(ctx, 38, 7, opts)
		cancel()
		if err != nil || r.StoppedBy != "timeout" || r.Verdict == search.ProvenAbsent {
			t.Errorf("%+v: %+v, %v", opts, r, err)
		}
		if took := reach.CPU() - start; took > 2*time.Second {
			t.Errorf("%+v: ended after %v", opts, took)
		}
	}
}

// TestGroupUpperIsMonotone: more nodes never hurt, more cartels never help, and no argument
// excludes what is built.
func TestUpperIsMonotone(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for m := 2; m <= 7; m++ {
			for responsibility := 0; responsibility < m; responsibility++ {
				upper, by := upperBound(n, m, responsibility)
				if more, _ := upperBound(n+1, m, responsibility); more < upper {
					t.Errorf("n=%d m=%d R=%d: %d, with a node more %d", n, m, responsibility, upper, more)
				}
				if more, _ := upperBound(n, m+1, responsibility); more > upper {
					t.Errorf("n=%d m=%d R=%d: %d, with a cartel more %d", n, m, responsibility, upper, more)
				}
				if upper > bounds.Degree(n, m) || by == "" {
					t.Errorf("n=%d m=%d R=%d: %d by %q", n, m, responsibility, upper, by)
				}
				_, built := build(n, m, upper+1)
				switch responsibility {
				case 0:
				case 1:
					built = upper > 0 // no system of two cartels
				default:
					_, built = blocks(designsFor(m, responsibility), n, m, upper+1, responsibility)
				}
				if built {
					t.Errorf("n=%d m=%d R=%d: degree %d is built and excluded by %s", n, m, responsibility, upper+1, by)
				}
			}
		}
	}
}
