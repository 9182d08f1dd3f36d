package maekawa

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
	"coterie/search"
)

// bruteMaekawa tries every assignment of subsets to sites, with i in S_i if inclusive, and calls
// visit with the sets (masks) of each that satisfies the question, until it returns false.
func bruteMaekawa(c limits, inclusive bool, visit func(sets []int) bool) {
	var (
		sets = make([]int, 0, c.n)
		used = make([]int, c.n)
		next func() bool
	)
	count := func(s int) (size int) {
		for x := range c.n {
			size += s >> x & 1
		}
		return size
	}
	next = func() bool {
		i := len(sets)
		if i == c.n {
			for _, r := range used {
				if c.exact && r != c.responsibility {
					return true
				}
			}
			return visit(sets)
		}
	candidates:
		for s := 1; s < 1<<c.n; s++ {
			if size := count(s); size > c.size || c.exact && size != c.size || inclusive && s>>i&1 == 0 {
				continue
			}
			for _, other := range sets {
				if other&s == 0 || c.unique && other == s {
					continue candidates
				}
			}
			fits := true
			for x := range c.n {
				used[x] += s >> x & 1
				fits = fits && used[x] <= c.responsibility
			}
			sets = append(sets, s)
			more := !fits || next()
			sets = sets[:i]
			for x := range c.n {
				used[x] -= s >> x & 1
			}
			if !more {
				return false
			}
		}
		return true
	}
	next()
}

// eachMaekawa calls f with every question for n nodes.
func eachMaekawa(n int, f func(c limits)) {
	for size := 1; size <= n; size++ {
		for responsibility := 1; responsibility <= n; responsibility++ {
			for kind := range 4 {
				f(limits{n, size, responsibility, kind&1 > 0, kind&2 > 0})
			}
		}
	}
}

func bruteExists(c limits) bool {
	found := false
	bruteMaekawa(c, true, func([]int) bool { found = true; return false })
	return found
}

// TestAgainstBruteForce: every method and every argument gives the verdict of trying all
// assignments, for every pair of limits.
func TestAgainstBruteForce(t *testing.T) {
	for n := 1; n <= 4; n++ {
		least := map[[2]bool]int{}
		eachMaekawa(n, func(c limits) {
			want := bruteExists(c)
			key := [2]bool{c.exact, c.unique}
			if c.size == c.responsibility && want && least[key] == 0 {
				least[key] = c.size
			}
			for _, method := range []search.Method{"auto", "sat", "exhaustive"} {
				r := assert.Got(Pair(t.Context(), n, c.size, c.responsibility, Options{Exact: c.exact, Unique: c.unique, Method: method}))(t, "%s, %s", c.words(), method)
				if r.Verdict != search.Found && r.Verdict != search.ProvenAbsent || (r.Verdict == search.Found) != want {
					t.Errorf("%s, %s: %s (%s), brute force: %v", c.words(), method, r.Verdict, r.LowerBy, want)
				}
				if r.Verdict == search.ProvenAbsent && r.LowerBy == "" || r.Verdict == search.Found && (r.UpperBy == "" || r.System.Structure == nil) {
					t.Errorf("%s, %s: %+v lacks its proof", c.words(), method, r)
				}
			}
		})
		for kind := range 4 {
			exact, unique := kind&1 > 0, kind&2 > 0
			for _, method := range []search.Method{"auto", "sat", "exhaustive"} {
				r := assert.Got(Least(t.Context(), n, Options{Exact: exact, Unique: unique, Method: method}))(t)
				want := least[[2]bool{exact, unique}]
				got, ok := r.Value.Int()
				if want == 0 && r.Verdict != search.ProvenAbsent || want > 0 && (!ok || got != want || !r.Optimal) {
					t.Errorf("n = %d, exact %v, unique %v, %s: %s %v, want %d", n, exact, unique, method, r.Verdict, r.Value, want)
				}
			}
		}
	}
}

// TestMethodsAgree: SAT, the exhaustive search and the arguments agree for every pair of
// limits, where trying all assignments takes too long.
func TestMethodsAgree(t *testing.T) {
	last := assert.Sized(5, 7)
	for n := 5; n <= last; n++ {
		eachMaekawa(n, func(c limits) {
			var verdicts []search.Verdict
			for _, method := range []search.Method{"auto", "sat", "exhaustive"} {
				r := assert.Got(Pair(t.Context(), n, c.size, c.responsibility, Options{Exact: c.exact, Unique: c.unique, Method: method}))(t, "%s, %s", c.words(), method)
				verdicts = append(verdicts, r.Verdict)
			}
			if len(slices.Compact(slices.Clone(verdicts))) != 1 || verdicts[0] == search.Unknown {
				t.Errorf("%s: auto, sat, exhaustive say %v", c.words(), verdicts)
			}
		})
	}
}

// TestModels: the models of the formulas, restricted to the matrix, are the assignments that
// brute force finds: with i in S_i those whose S_1 holds the first nodes; without it those whose
// rows and columns descend. And there is a sorted one wherever there is one.
func TestModels(t *testing.T) {
	for n := 1; n <= 3; n++ {
		eachMaekawa(n, func(c limits) {
			for _, inclusive := range []bool{true, false} {
				f := relaxed(t.Context(), c)
				if inclusive {
					f = inclusiveRows(t.Context(), c)
				}
				any := false
				want := map[string]bool{}
				bruteMaekawa(c, inclusive, func(sets []int) bool {
					any = true
					if inclusive && prefix(sets[0]) || !inclusive && sorted(n, sets) {
						want[fmt.Sprint(sets)] = true
					}
					return true
				})
				got := map[string]bool{}
				for m := range assert.Each(t, f.cnf.Models(t.Context(), 10_000, slices.Concat(f.x...)...)) {
					sets := make([]int, n)
					for k, v := range m {
						if v {
							sets[k/n] |= 1 << (k % n)
						}
					}
					got[fmt.Sprint(sets)] = true
				}
				assert.Equal(t, len(got), len(want), "%s, inclusive %v: models", c.words(), inclusive)
				for s := range want {
					if !got[s] {
						t.Errorf("%s, inclusive %v: %s is no model", c.words(), inclusive, s)
					}
				}
				assert.Equal(t, any, (len(want) > 0), "%s, inclusive %v: the order loses every assignment", c.words(), inclusive)
			}
		})
	}
}

func prefix(s int) bool { return s&(s+1) == 0 }

// sorted reports whether rows and columns descend, node 0 read first.
func sorted(n int, sets []int) bool {
	rows := make([]string, n)
	columns := make([]string, n)
	for i, s := range sets {
		for x := range n {
			bit := string(rune('0' + s>>x&1))
			rows[i] += bit
			columns[x] += bit
		}
	}
	descends := func(a, b string) int { return -strings.Compare(a, b) }
	return slices.IsSortedFunc(rows, descends) && slices.IsSortedFunc(columns, descends)
}

// TestRelaxationLosesNothing: with equal limits, sets without i in S_i exist if and only if
// sets with it do; with different limits not: K = 1, R = n.
func TestRelaxationLosesNothing(t *testing.T) {
	differs := false
	for n := 1; n <= 4; n++ {
		eachMaekawa(n, func(c limits) {
			if c.unique {
				return
			}
			relaxed := false
			bruteMaekawa(c, false, func(sets []int) bool {
				relaxed = true
				if c.size != c.responsibility {
					return false
				}
				lists := make([][]int, n)
				for i, s := range sets {
					for x := range n {
						if s>>x&1 == 1 {
							lists[i] = append(lists[i], x)
						}
					}
				}
				if !c.exact {
					lists = filled(c, lists)
				}
				renamed, ok, err := match(t.Context(), lists)
				if err != nil || !ok {
					t.Fatalf("%s: no perfect matching of %v (%v)", c.words(), lists, err)
				}
				for i, s := range renamed {
					if !slices.Contains(s, i) {
						t.Fatalf("%s: %v, after renaming %v", c.words(), lists, renamed)
					}
				}
				return n < 4 // every assignment of up to 3 nodes
			})
			if with := bruteExists(c); relaxed != with {
				if c.size == c.responsibility || !relaxed {
					t.Errorf("%s: with i in S_i %v, without %v", c.words(), with, relaxed)
				}
				differs = true
			}
		})
	}
	assert.True(t, differs, "different limits never tell the two questions apart, which K = 1, R = n does")
}

// TestEqualSets: sets within the limits can be equal only where n <= K(R-2)+2.
func TestEqualSets(t *testing.T) {
	for n := 2; n <= 4; n++ {
		eachMaekawa(n, func(c limits) {
			if c.unique || !uniqueIsFree(c) {
				return
			}
			bruteMaekawa(c, true, func(sets []int) bool {
				if slices.Sort(sets); len(slices.Compact(slices.Clone(sets))) < n {
					t.Errorf("%s: equal sets among %v", c.words(), sets)
				}
				return false
			})
		})
	}
}

// TestUpTo28: every n up to 28 ends with a proof, for every kind of question.
func TestUpTo28(t *testing.T) {
	for n := 1; n <= 28; n++ {
		for kind := range 4 {
			opts := Options{Exact: kind&1 > 0, Unique: kind&2 > 0}
			r := assert.Got(Least(t.Context(), n, opts))(t)
			if n == 2 && kind == 3 {
				if r.Verdict != search.ProvenAbsent || r.Optimal || r.Asked != "" {
					t.Errorf("n = 2, exact and unique: %s, asked %q", r.Verdict, r.Asked)
				}
				continue
			}
			if r.Verdict != search.Found || !r.Optimal || r.StoppedBy != "" {
				t.Errorf("n = %d, %+v: %s, %v to %v", n, opts, r.Verdict, r.Lower, r.Upper)
			}
			if k, _ := r.Value.Int(); judgePlainly(r.System.Structure.(*quorum.System), k, opts) != "" {
				t.Errorf("n = %d, %+v: %s", n, opts, judgePlainly(r.System.Structure.(*quorum.System), k, opts))
			}
		}
	}
}

// judgePlainly checks a system without package quorum's judgements.
func judgePlainly(s *quorum.System, k int, opts Options) string {
	sets := setsOf(s)
	used := make([]int, len(sets))
	for i, a := range sets {
		if len(a) > k || opts.Exact && len(a) != k || !slices.Contains(a, i) {
			return fmt.Sprintf("S_%d = %v", i, a)
		}
		for _, x := range a {
			used[x]++
		}
		for j, b := range sets[:i] {
			if !slices.ContainsFunc(a, func(x int) bool { return slices.Contains(b, x) }) {
				return fmt.Sprintf("%v and %v do not meet", a, b)
			}
			if opts.Unique && slices.Equal(a, b) {
				return fmt.Sprintf("S_%d = S_%d", i, j)
			}
		}
	}
	for x, r := range used {
		if r > k || opts.Exact && r != k {
			return fmt.Sprintf("node %d is in %d sets", x, r)
		}
	}
	return ""
}

// TestConstructed: constructions alone reach every n, and are what they claim.
func TestConstructed(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 8, 9, 14, 22, 32, 40, 43, 58, 92, 100, 120, 134, 150, 200, 307, 400} {
		for kind := range 4 {
			opts := Options{Exact: kind&1 > 0, Unique: kind&2 > 0}
			built := assert.Got(constructed(t.Context(), n, opts.Exact, opts.Unique))(t)
			if built == nil {
				if n != 2 || kind != 3 {
					t.Errorf("n = %d, %+v: nothing", n, opts)
				}
				continue
			}
			assert.Equal(t, judgePlainly(built.system, built.k, opts), "", "n = %d, %+v", n, opts)
			if float := built.k; float*float > 2*n+6 {
				t.Errorf("n = %d, %+v: K = %d (%s) is greater than about √(2n)", n, opts, built.k, built.by)
			}
		}
	}
}

// TestSymmetricModels: the models of the symmetric formula are the assignments of brute force
// that the permutation leaves alone.
func TestSymmetricModels(t *testing.T) {
	for _, a := range []action{{2, 0, 2}, {3, 1, 2}, {3, 0, 3}, {4, 0, 2}, {4, 2, 2}, {4, 1, 3}, {4, 0, 4}} {
		n := a.n
		eachMaekawa(n, func(c limits) {
			if n == 4 && (c.size+c.responsibility)%2 == 1 {
				return // every second pair is enough
			}
			want := map[string]bool{}
			bruteMaekawa(c, true, func(sets []int) bool {
				for i, s := range sets {
					image := 0
					for x := range n {
						image |= s >> x & 1 << a.at(x, 1)
					}
					if sets[a.at(i, 1)] != image {
						return true
					}
				}
				want[fmt.Sprint(sets)] = true
				return true
			})
			f := symmetric(t.Context(), c, a)
			vars := slices.Sorted(slices.Values(slices.Concat(f.x...)))
			vars = slices.Compact(vars)
			got := 0
			for m := range assert.Each(t, f.cnf.Models(t.Context(), 10_000, vars...)) {
				sets := make([]int, n)
				for i := range n {
					for x := range n {
						if k, _ := slices.BinarySearch(vars, f.x[i][x]); m[k] {
							sets[i] |= 1 << x
						}
					}
				}
				if got++; !want[fmt.Sprint(sets)] {
					t.Errorf("%s, %s: %v is a model", c.words(), a.words(), sets)
				}
			}
			assert.Equal(t, got, len(want), "%s, %s: models", c.words(), a.words())
		})
	}
}
