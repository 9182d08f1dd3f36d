package extend

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/measure/loads"
	"coterie/quorum"
)

// TestPreferences compares the fewest quorums, and the least load, with all nondominated systems.
func TestPreferences(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	ctx := context.Background()
	found := map[string]*big.Rat{}
	load := func(n int, fs []uint32) *big.Rat {
		key := fmt.Sprint(n, fs)
		if found[key] == nil {
			var families []quorum.Family
			for _, f := range fs {
				families = append(families, familyOf(t, n, f))
			}
			if len(fs) == 1 {
				l := assert.Got(loads.Find(ctx, families[0], loads.Options{}))(t)
				found[key] = l.Value.Rat()
			} else {
				l := assert.Got(loads.FindMixed(ctx, families, nil, loads.Options{}))(t)
				found[key] = l.Value.Rat()
			}
		}
		return found[key]
	}
	quorums := func(n int, fs []uint32) *big.Rat {
		sum := int64(0)
		for _, f := range fs {
			sum += int64(bits.OnesCount32(minimalOf(n, f)))
		}
		return big.NewRat(sum, 1)
	}
	asked := 0
	for _, c := range []struct{ n, m, most int }{{3, 1, 1e6}, {4, 1, 1e6}, {5, 1, 60}, {3, 2, 60}, {4, 2, 15}, {3, 3, 400}, {4, 3, 30}} {
		systems, nondominated := allSystems(c.n, c.m)
		for k, fs := range thin(systems, c.most) {
			s := structureOf(t, c.n, fs...)
			for prefer, of := range map[string]func(int, []uint32) *big.Rat{"quorums": quorums, "load": load} {
				e := assert.Got(Find(ctx, s, Options{Prefer: prefer, Dominate: k%3 == 0}))(t)
				got := tables32(e)
				name := fmt.Sprintf("n = %d, %b, %s, dominate %v: %b", c.n, fs, prefer, k%3 == 0, got)
				contain := k%3 != 0 && e.ContainsReason == ""
				var best *big.Rat
				found := false
				for _, gs := range nondominated {
					if below(fs, gs) && (!contain || holds(c.n, fs, gs)) {
						if v := of(c.n, gs); best == nil || v.Cmp(best) < 0 {
							best = v
						}
						found = found || slices.Equal(gs, got)
					}
				}
				if !found {
					t.Fatalf("%s: no extension that was asked for", name)
				}
				assert.SameNumber(t, e.Value.Rat(), of(c.n, got), "%s", name)
				if e.Lower != nil && e.Lower.Rat().Cmp(best) > 0 || e.Upper.Rat().Cmp(best) < 0 {
					t.Errorf("%s: bounds %v (%s) and %v (%s), but the best is %v", name, e.Lower, e.LowerBy, e.Upper, e.UpperBy, best)
				}
				if e.Optimal && e.Value.Rat().Cmp(best) != 0 {
					t.Errorf("%s: optimal %v, but the best is %v", name, e.Value, best)
				}
				if !e.Optimal {
					t.Errorf("%s: not proven: %v", name, e.Notes)
				}
				if e.Asked != "" {
					asked++
				}
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d questions were asked", asked)
	}
}

// TestFormulaModels compares the models of the formula with all nondominated systems.
func TestFormulaModels(t *testing.T) {
	for _, c := range []struct{ n, m, most int }{{3, 1, 1e6}, {4, 1, 30}, {3, 2, 25}, {2, 3, 1e6}, {3, 3, 25}} {
		systems, nondominated := allSystems(c.n, c.m)
		for _, fs := range thin(systems, c.most) {
			var given []quorum.Family
			for _, f := range fs {
				given = append(given, familyOf(t, c.n, f))
			}
			for _, contain := range []bool{false, true} {
				var want, got [][]uint32
				for _, gs := range nondominated {
					if below(fs, gs) && (!contain || holds(c.n, fs, gs)) {
						want = append(want, gs)
					}
				}
				f := newFormula(t.Context(), given, contain)
				for model := range assert.Each(t, f.cnf.Models(context.Background(), 1000)) {
					var gs []uint32
					for _, table := range f.tables(append([]bool{false}, model...)) {
						gs = append(gs, uint32(table.Bits[0]))
					}
					got = append(got, gs)
				}
				slices.SortFunc(want, slices.Compare[[]uint32])
				slices.SortFunc(got, slices.Compare[[]uint32])
				if !slices.EqualFunc(want, got, slices.Equal[[]uint32]) {
					t.Fatalf("n = %d, %b, contain %v: %d models, %d systems", c.n, fs, contain, len(got), len(want))
				}
			}
		}
	}
}

// TestLoadFloor compares the bound on every system's load with its definition in integers: the
// greatest v/10^6 = L with nL(nL-1)+1 <= n, and for groups the greatest with n·L² <= 1, or the
// bound itself where it is rational.
func TestLoadFloor(t *testing.T) {
	const digits = 1_000_000
	floor := func(below func(v int64) bool) *bounds.Fraction {
		v := int64(0)
		for below(v + 1) {
			v++
		}
		return new(bounds.NewFraction(big.NewRat(v, digits)))
	}
	for spec, want := range map[string]string{
		"grid:n=9": "374697/1000000", "surficial:n=12,m=3": "11547/40000", // (1+√33)/18 and 1/√12
		"fpp:order=2": "3/7", "affine:order=3,m=4": "1/3", "affine:order=2,m=3": "1/2", // no root
		"wheel:n=5": "", "majority:n=8": "", "surficial:n=10,m=5": "", "read-write-grid:rows=2,columns=4": "",
	} {
		s := assert.Got(construct.Build(t.Context(), spec))(t).Structure
		p := assert.Got(newProblem(t.Context(), s, Options{Prefer: "load"}))(t)
		got, by := p.loadFloor()
		n := int64(s.N())
		defined := floor(func(v int64) bool { return n*v*(n*v-digits)+digits*digits <= n*digits*digits })
		if p.group() {
			defined = floor(func(v int64) bool { return n*v*v <= digits*digits })
		}
		switch rational := spec == "fpp:order=2" || spec == "affine:order=3,m=4" || spec == "affine:order=2,m=3"; {
		case want != "" && got.String() != want:
			t.Errorf("%s: %s, want %s", spec, got, want)
		case !rational && got.Cmp(*defined) != 0, rational && got.Cmp(*defined) < 0:
			t.Errorf("%s: %s, by definition %s", spec, got, defined)
		case strings.HasSuffix(by, ", rounded down") == rational || !strings.HasPrefix(by, map[bool]string{false: "the bound of planes, ", true: "cartels that cross, "}[p.group()]):
			t.Errorf("%s: by %q", spec, by)
		}
		// What bounds all systems bounds the one that is found.
		e, err := Find(t.Context(), s, Options{Prefer: "load", ExactNodes: 1})
		if err != nil || e.Lower == nil || e.Value == nil || e.Lower.Cmp(*got) < 0 || e.Lower.Cmp(*e.Value) > 0 || e.Value.Cmp(*e.Upper) > 0 {
			t.Errorf("%s: load %s, from %s to %s, never below %s: %v", spec, e.Value, e.Lower, e.Upper, got, err)
		}
	}
}
