package measure_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/systems"
	"coterie/measure"
	"coterie/quorum"
)

// TestDominationOfFamilies: every family at every small n, by the definition for n <= 9 and
// by the agreement of the methods beyond.
func TestDominationOfFamilies(t *testing.T) {
	count := map[bool]int{}
	for _, f := range construct.Families() {
		for n := 1; n <= 16; n++ {
			for m := 2; m <= 4; m++ {
				in, err := f.ForN(n, m)
				if err != nil || !f.Groups() && m > 2 {
					continue
				}
				if kind := in.Kind(); kind != quorum.KindSystem && kind != quorum.KindGroupSystem {
					continue
				}
				cartels := systems.Cartels(t, in.Spec())
				if cartels[0].Len() > 500 {
					continue
				}
				dominated := judgeAll(t, cartels, measure.DominationOptions{})
				if n <= 9 && dominated != naiveDominated(cartels) {
					t.Errorf("%s: dominated = %v", in.Spec(), dominated)
				}
				count[dominated]++
			}
		}
	}
	if count[true] < 50 || count[false] < 20 {
		t.Errorf("too few of a kind: %v", count)
	}
}

// TestDominationTheorems: the theorems on families of any size.
func TestDominationTheorems(t *testing.T) {
	for spec, nd := range map[string]bool{
		"fpp:order=2":                          true, // the only plane without a blocking set
		"fpp:order=3":                          false,
		"fpp:order=11":                         false,
		"grid:n=49":                            false,
		"billiard:q=11":                        false,
		"majority:n=15":                        true,
		"majority:n=14":                        false,
		"tree:height=3":                        true,
		"wheel:n=70":                           true,
		"triangle-lattice:rows=7":              true,
		"lift:m=4,of=(tree:height=2)":          true,
		"lift:m=3,of=(grid:n=16)":              false,
		"gifford:votes=1-1-2-3,read=3,write=5": true,
		"gifford:votes=1-1-1-1,read=2,write=4": false,
		"read-write-grid:rows=3,columns=4":     false,
		"hierarchical:outer=(fpp:order=2),inner=(majority:n=3)":  true,
		"hierarchical:outer=(fpp:order=2),inner=(fpp:order=3)":   false,
		"hierarchical:outer=(majority:n=3),inner=(fpp:order=11)": false,
	} {
		cartels := systems.Cartels(t, spec)
		d := measure.Judge(t.Context(), cartels, measure.DominationOptions{})
		assert.Equal(t, map[bool]quorum.Truth{true: quorum.Holds, false: quorum.Fails}[nd], d.Nondominated, "%s: %+v", spec, d)
		if !nd && !isDominationWitness(cartels, int(d.Cartel), d.Witness) {
			t.Errorf("%s: %v is no witness", spec, d.Witness)
		}
	}
}

// TestDominationWithoutOneQuorum: an ND coterie without one of its quorums Q has few witnesses, and
// all hold Q or miss it: the search for them is hard.
func TestDominationWithoutOneQuorum(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 0))
	for _, spec := range []string{"majority:n=13", "tree:height=3", "triangle-lattice:rows=7", "wheel:n=80"} {
		f := systems.Cartels(t, spec)[0]
		drop := r.IntN(f.Len())
		b := assert.Got(quorum.NewFamilyBuilder(f.N()))(t)
		for i, q := range f.All() {
			if i != drop {
				assert.OK(t, b.AddSorted(q))
			}
		}
		cartels := []quorum.Family{b.Family()}
		for _, m := range exactDomination {
			d := measure.Judge(t.Context(), cartels, measure.DominationOptions{Method: m})
			// A witness that meets Q too contains a quorum of the ND coterie, which can be Q alone.
			if d.Nondominated != quorum.Fails || !f.Set(drop).SubsetOf(d.Witness) && f.Set(drop).Intersects(d.Witness) {
				t.Errorf("%s without %v, %q: %+v", spec, f.Set(drop), m, d)
			}
			assert.True(t, isDominationWitness(cartels, 0, d.Witness), "%s: %v is no witness", spec, d.Witness)
		}
	}
}

// TestDominationDoesNotDependOnTheList: repeats, supersets, order, and the names of nodes.
func TestDominationDoesNotDependOnTheList(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 0))
	for _, spec := range []string{"majority:n=7", "fpp:order=2", "tree:height=2", "grid:n=9", "surficial:n=12,m=3", "gifford:votes=1-1-1,read=2,write=2"} {
		plain := systems.Cartels(t, spec)
		n := plain[0].N() + 2
		to := r.Perm(n)
		var cartels []quorum.Family
		for _, c := range plain {
			b := assert.Got(quorum.NewFamilyBuilder(n))(t)
			for _, i := range append(r.Perm(c.Len()), 0, r.IntN(c.Len())) {
				in := map[int]bool{}
				for _, v := range c.Quorum(i) {
					in[to[v]] = true
				}
				var nodes []int
				for v := range in {
					nodes = append(nodes, v)
				}
				assert.OK(t, b.Add(nodes...))
			}
			cartels = append(cartels, b.Family())
		}
		if got, want := judgeAll(t, cartels, measure.DominationOptions{}), judgeAll(t, plain, measure.DominationOptions{}); got != want {
			t.Errorf("%s: dominated = %v, and %v as it was", spec, got, want)
		}
	}
}

func TestDominationLimits(t *testing.T) {
	tree := systems.Cartels(t, "tree:height=3")
	pg := systems.Cartels(t, "fpp:order=5")
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("the user left"))
	disjoint := []quorum.Family{familyOfMasks(t, 4, []uint32{3, 12, 5, 10, 6, 9, 1, 2})}
	none := assert.Got(quorum.NewFamily(3, nil))(t)
	for name, c := range map[string]struct {
		ctx     context.Context
		cartels []quorum.Family
		opts    measure.DominationOptions
		reason  string
	}{
		"all":        {t.Context(), tree, measure.DominationOptions{DiagramNodes: 3, SATLiterals: 4}, "counting: more than 3 diagram nodes; sat: more than 4 literals"},
		"diagram":    {t.Context(), pg, measure.DominationOptions{Method: measure.DominationCounting, DiagramNodes: 1000}, "counting: more than 1000 diagram nodes"},
		"rounds":     {t.Context(), systems.Cartels(t, "hierarchical:outer=(fpp:order=2),inner=(fpp:order=2)"), measure.DominationOptions{DiagramNodes: 3, SATRounds: 1}, "counting: more than 3 diagram nodes; sat: more than 20000 propagations"},
		"stopped":    {cancelled, tree, measure.DominationOptions{}, "stopped: the user left"},
		"sizes":      {t.Context(), tree, measure.DominationOptions{Method: measure.DominationSizes}, `the method "sizes" alone cannot tell`},
		"disjoint":   {t.Context(), disjoint, measure.DominationOptions{Method: measure.DominationCounting}, "the quorums do not all meet"},
		"no quorums": {t.Context(), []quorum.Family{none}, measure.DominationOptions{}, "there are no quorums"},
		"no cartel":  {t.Context(), []quorum.Family{familyOfMasks(t, 3, []uint32{7}), none}, measure.DominationOptions{}, "cartel 2 has no quorums"},
	} {
		for jobs := range 3 {
			c.opts.Jobs = jobs
			d := measure.Judge(c.ctx, c.cartels, c.opts)
			if d.Nondominated != quorum.Unknown || !d.Witness.Empty() || d.Method != "" {
				t.Errorf("%s: %+v", name, d)
			}
			assert.Equal(t, d.Reason, c.reason, "%s, %d jobs", name, jobs)
		}
	}
}

// TestDominationStops: the exact methods end soon after ctx does.
func TestDominationStops(t *testing.T) {
	assert.Long(t, "it judges 2401 quorums until it is stopped")
	plane := systems.Cartels(t, "hierarchical:outer=(fpp:order=2),inner=(fpp:order=2)")
	if len(plane) != 1 || plane[0].Len() != 2401 {
		t.Fatal("not the system that was meant")
	}
	r := rand.New(rand.NewPCG(12, 0))
	f := plane[0].Relabelled(r.Perm(49)) // hides the composition from the order of the diagram
	for _, m := range []string{measure.DominationSAT, measure.DominationCounting, measure.DominationAuto} {
		ctx, cancel := context.WithTimeoutCause(t.Context(), 100*time.Millisecond, errors.New("time is up"))
		start := reach.CPU()
		d := measure.Judge(ctx, []quorum.Family{f}, measure.DominationOptions{Method: m, Jobs: 2})
		cancel()
		if took := reach.CPU() - start; took > 3*time.Second {
			t.Errorf("%q: stopped after %v", m, took)
		}
		if d.Nondominated != quorum.Unknown || d.Reason != "stopped: time is up" {
			t.Logf("%q: decided in %v: %+v", m, reach.CPU()-start, d)
		}
	}
}

func TestDominationPanics(t *testing.T) {
	a, b := familyOfMasks(t, 2, []uint32{3}), familyOfMasks(t, 3, []uint32{3})
	for name, cartels := range map[string][]quorum.Family{"no family": nil, "other n": {a, b}} {
		assert.Panics(t, name, func() { measure.Judge(t.Context(), cartels, measure.DominationOptions{}) })
	}
}

func ExampleJudgeDomination() {
	for _, spec := range []string{"majority:n=3", "grid:n=4"} {
		in, err := construct.Parse(context.Background(), spec)
		if err != nil {
			fmt.Println(err)
			return
		}
		s, err := in.Build(context.Background(), 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		f := s.(*quorum.System).Family()
		d, err := measure.JudgeDomination(context.Background(), []quorum.Family{f}, measure.DominationOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: dominated %v by %s %v\n", spec, d.Dominated(), d.Method, d.Witness)
	}
	// Output:
	// majority:n=3: dominated false by sizes {}
	// grid:n=4: dominated true by conditional expectations {1,3}
}
