package maekawa

import (
	"fmt"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search"
)

func solved(t *testing.T, f *formula) sat.Verdict {
	t.Helper()
	v, err := sat.NewSolver(f.cnf, sat.Options{}).Solve(t.Context())
	if err != nil || v == sat.Unknown {
		t.Fatal(v, err)
	}
	return v
}

// permutes reports whether the generators are permutations of sites and of nodes, in pairs.
func permutes(g acting) bool {
	good := len(g.sites) > 0 && len(g.sites) == len(g.nodes)
	for _, p := range slices.Concat(g.sites, g.nodes) {
		good = good && slices.Equal(slices.Sorted(slices.Values(p)), sets.Identity(g.n))
	}
	return good
}

// TestGroupsBroken: the formula with renamings broken, and what counting adds, has a model exactly
// if the plain one has, whose models TestSymmetricModels compares with brute force: for all small
// n and K, with groups on sites and nodes in the same way and in different ones.
func TestGroupsBroken(t *testing.T) {
	tried := map[sat.Verdict]int{}
	try := func(n int, text string) {
		y := assert.Got(Automorphisms(text))(t)
		p := assert.Got(y.group.on(n))(t)
		assert.True(t, permutes(p), "%s on %d: no permutations", text, n)
		for k := 2; k <= min(n, 4) && k*(k-1)+6 >= n; k++ {
			for _, exact := range []bool{false, true} {
				c := limits{n: n, size: k, responsibility: k, exact: exact}
				plain, broken := solved(t, invariant(t.Context(), c, p)), solved(t, p.question(t.Context(), c))
				if tried[plain]++; plain != broken {
					t.Errorf("%s, %s: plain %v, broken %v", c.words(), p.name, plain, broken)
				}
			}
		}
	}
	for n := 4; n <= 12; n++ {
		for _, name := range []string{"Z2", "Z3", "Z4", "Z2xZ2", "Z5", "S3", "Z6", "Z7", "Q8", "D4", "D5"} {
			y, _ := Automorphisms(name)
			if g := y.group.group.Order(); g <= n && n%g <= 2 && n/g <= 2 {
				try(n, name)
			}
		}
	}
	for text, n := range map[string]int{"S3/1x1+2x3": 7, "S3/1x1+1x3+1x3/1x1+2x3": 7, "S3/1x1+1x2+1x3+1x6": 12, "Z4/1x1+1x2+1x4": 7, "Z4/3x2+1x4/2x1+2x4": 10,
		"D4/1x1+1x2a+1x4a+1x4b/1x1+1x2b+2x4a": 11, "Z2xZ2/1x1+1x2a+1x2b+1x2c+1x4/1x1+3x2a+1x4": 11, "Z7:Z3/1x7": 7, "Z13:Z3/1x13": 13, "Z3/1x1+4x3": 13} {
		try(n, text)
	}
	if tried[sat.Sat] < 30 || tried[sat.Unsat] < 30 {
		t.Errorf("tried %v", tried)
	}
}

// TestPrimeOrders: what counting excludes, and the answers for all orders, against the plain
// formula without counting, for all small n.
func TestPrimeOrders(t *testing.T) {
	found, absent := 0, 0
	for k := 3; k <= 4; k++ {
		for n := k*(k-1) + 1 - (k - 2); n <= k*(k-1)+1; n++ {
			list := assert.Got(PrimeOrders(t.Context(), n, k, func(p, f int) bool { return k == 3 || p > 2 && f < 5 }, search.Options{}))(t)
			for _, o := range list {
				c := limits{n: n, size: k, responsibility: k}
				if o.Verdict == search.Unknown || k == 4 && (o.Fixed > 4 || o.Order == 2) { // long for the plain one
					continue
				}
				plain := solved(t, func() *formula {
					g := action{n, o.Fixed, o.Order}.acting()
					g.loose = true
					return invariant(t.Context(), c, g)
				}())
				assert.Equal(t, plain == sat.Sat, o.Verdict == search.Found, "n = %d, %+v: the plain formula says %v", n, o, plain)
				if o.Verdict == search.Found {
					found++
				} else {
					absent++
				}
			}
		}
	}
	if found < 10 || absent < 10 {
		t.Errorf("%d found, %d absent", found, absent)
	}
	assert.As[*quorum.InputError](PrimeOrders(t.Context(), 24, 6, nil, search.Options{}))(t, "e = 7 with K = 6")
	// K = 8, e = 4, order 5: t = 1 + 4/(5-1) = 2, and at most t(2K-t) = 28 nodes stay.
	list, err := PrimeOrders(t.Context(), 53, 8, func(int, int) bool { return false }, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range list {
		if want := map[bool]search.Verdict{true: search.Unknown, false: search.ProvenAbsent}[o.Fixed <= 28]; o.Order == 5 && o.Verdict != want {
			t.Errorf("%+v, want %s", o, want)
		}
	}
	// The plane of order 2: automorphisms of order 7, 3 and 2 alone.
	list, err = PrimeOrders(t.Context(), 7, 3, func(int, int) bool { return true }, search.Options{})
	var orders []string
	for _, o := range list {
		if o.Verdict == search.Found {
			orders = append(orders, fmt.Sprint(o.Order, o.Fixed))
		}
	}
	if want := []string{"7 0", "3 1", "2 3"}; err != nil || !slices.Equal(orders, want) {
		t.Errorf("%v, want %v; %v", orders, want, err)
	}
}

// TestAutomorphisms: systems with groups, found and judged, where planes and near-planes have them;
// what is no group, and what are no orbits of it.
func TestAutomorphisms(t *testing.T) {
	for _, c := range []struct {
		n, k    int
		text    string
		verdict search.Verdict
	}{
		{7, 3, "Z7:Z3/1x7", search.Found},
		{13, 4, "Z13:Z3/1x13", search.Found},
		{21, 5, "Z7/3x7", search.Found},
		{40, 7, "Z20", search.Found},
		{38, 7, "Z7/3x1+5x7", search.ProvenAbsent},
		{38, 7, "D19", search.ProvenAbsent},
		{9, 4, "Z3xZ3", search.Found},
	} {
		y := assert.Got(Automorphisms(c.text))(t)
		assert.Equal(t, assert.Got(Pair(t.Context(), c.n, c.k, c.k, Options{Symmetry: y}))(t).Verdict, c.verdict, "%s, n = %d, K = %d", c.text, c.n, c.k)
	}
	for _, text := range []string{"", "Z0", "Z5/", "Z5/5", "Z5/2x3", "Z5/0x5", "Z5/1x5+", "Z5/-1x5", "Z5/1x5/", "D4/1x2", "D4/1x2z", "Z5/1x5b", "Z1", "Z5/1xx5", "Z200"} {
		assert.Refused(Automorphisms(text))(t, "", "%q is accepted", text)
	}
	y, _ := Automorphisms("Z5/2x5")
	assert.As[*quorum.InputError](Pair(t.Context(), 11, 4, 4, Options{Symmetry: y}))(t, "orbits of 10 nodes on 11")
	y, _ = Automorphisms("S3/2x3/1x6")
	assert.As[*quorum.InputError](Pair(t.Context(), 6, 3, 4, Options{Symmetry: y}))(t, "sites that move otherwise, unequal limits")
}

// FuzzAutomorphisms: whatever is typed is an error or a symmetry that a question can be asked with.
func FuzzAutomorphisms(f *testing.F) {
	for _, s := range []string{"Z5/3x1+7x5", "Z7:Z3/2x1+1x7+1x21/3x3+1x21", "D4/1x2a", "Q8"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		y, err := Automorphisms(text)
		if err != nil {
			return
		}
		n := 12
		if y.group.nodes != nil {
			n = total(y.group.nodes)
		}
		if p, err := y.group.on(n); err == nil {
			if !permutes(p) || len(p.renames) > 100_000 {
				t.Errorf("%q: %+v", text, p)
			}
		}
	})
}

// TestGroupModels: of the models that renamings make of one, the broken formula keeps some, and it
// has no others.
func TestGroupModels(t *testing.T) {
	for text, n := range map[string]int{"Z2/1x1+1x2": 3, "Z2/2x2": 4, "Z3/1x1+1x3": 4, "Z2xZ2": 4, "Z2/2x1+1x2/2x1+1x2": 4, "Z4": 4} {
		y := assert.Got(Automorphisms(text))(t)
		p := assert.Got(y.group.on(n))(t)
		for k := 2; k <= 3; k++ {
			c := limits{n: n, size: k, responsibility: k}
			models := func(f *formula) map[string][]bool {
				vars := slices.Compact(slices.Sorted(slices.Values(slices.Concat(f.x...))))
				all := map[string][]bool{}
				for m := range assert.Each(t, f.cnf.Models(t.Context(), 10_000, vars...)) {
					entries := make([]bool, n*n)
					for e := range entries {
						at, _ := slices.BinarySearch(vars, f.x[e/n][e%n])
						entries[e] = m[at]
					}
					all[fmt.Sprint(entries)] = entries
				}
				return all
			}
			exact := c
			e := k*(k-1) + 1 - n
			exact.exact = 0 <= e && e <= k-2 // as the formula has it
			plain, broken := models(invariant(t.Context(), exact, p)), models(p.question(t.Context(), c))
			seen := map[string]bool{}
			for key := range plain {
				if seen[key] {
					continue
				}
				kept, queue := false, []string{key}
				seen[key] = true
				for len(queue) > 0 {
					at := queue[0]
					queue = queue[1:]
					kept = kept || broken[at] != nil
					for _, r := range p.renames {
						image := make([]bool, n*n)
						for e := range image {
							image[e] = plain[at][r[0][e/n]*n+r[1][e%n]]
						}
						next := fmt.Sprint(image)
						if plain[next] == nil {
							t.Fatalf("%s, K = %d: a renaming of a model is none", text, k)
						}
						if !seen[next] {
							seen[next] = true
							queue = append(queue, next)
						}
					}
				}
				if !kept {
					t.Errorf("%s, K = %d: no model is kept of those of %s", text, k, key)
				}
			}
			for key := range broken {
				if plain[key] == nil {
					t.Errorf("%s, K = %d: %s is no model of the plain formula", text, k, key)
				}
			}
		}
	}
}
