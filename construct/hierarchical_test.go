package construct

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"

	"pgregory.net/rapid"
)

// TestHierarchyOfDifferentParts compares random hierarchies with their definition, set by set, and
// their figures, formulas and nondomination with the list.
func TestHierarchyOfDifferentParts(t *testing.T) {
	outers := []string{"majority:n=2", "majority:n=3", "majority:n=4", "wheel:n=4", "wall:rows=1-2", "weighted:votes=2-1-1-1", "singleton:n=2", "degenerate-fpp:n=4"}
	parts := []string{"majority:n=1", "majority:n=2", "majority:n=3", "majority:n=4", "singleton:n=2,centre=2", "grid:n=4", "wheel:n=4"}
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		outer, err := Parse(t.Context(), outers[rng.IntN(len(outers))])
		if err != nil {
			t.Fatal(err)
		}
		var inner []*Instance
		var texts []string
		for range outer.N() {
			i := assert.Got(Parse(t.Context(), parts[rng.IntN(len(parts))]))(t)
			inner, texts = append(inner, i), append(texts, "("+i.Spec()+")")
		}
		spec := fmt.Sprintf("hierarchical:outer=(%s),inner=%s", outer, strings.Join(texts, "|"))
		i, err := Parse(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := Parse(t.Context(), i.Spec()); err != nil || again.Spec() != i.Spec() {
			t.Fatalf("%s: parsed again %v, %v", i, again, err)
		}
		family := func(i *Instance) quorum.Family {
			s := assert.Got(i.Build(context.Background(), 0))(t)
			return cartelsOf(s)[0]
		}
		f, of := family(i), family(outer)
		within := make([]quorum.Family, len(inner))
		for x, part := range inner {
			within[x] = family(part)
		}
		if f.N() > 14 {
			return
		}
		live := func(f quorum.Family, set []bool) bool {
			for _, q := range f.All() {
				all := true
				for _, v := range q {
					all = all && set[v]
				}
				if all {
					return true
				}
			}
			return false
		}
		formula := i.Formulas()
		for bits := range 1 << f.N() {
			set := make([]bool, f.N())
			var nodes []int
			for v := range set {
				if set[v] = bits>>v&1 == 1; set[v] {
					nodes = append(nodes, v)
				}
			}
			up, from := make([]bool, outer.N()), 0
			for x, part := range inner {
				up[x] = live(within[x], set[from:from+part.N()])
				from += part.N()
			}
			assert.MustEqual(t, live(f, set), live(of, up), "%s: the set %v is live", i, set)
			if formula != nil {
				assert.MustEqual(t, formula[0].Eval(quorum.SetOf(nodes...)), live(of, up), "%s: by its formula the set %v is live", i, set)
			}
		}
		shape, err := i.Shape(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		least, largest := f.Sizes()
		r := f.Responsibilities()
		fewest, most := r[0], r[0]
		for _, v := range r {
			fewest, most = min(fewest, v), max(most, v)
		}
		if shape.MinQuorum != least || shape.MaxQuorum != largest || shape.Quorums.Cmp(bigOf(f.Len())) != 0 ||
			shape.MinResponsibility.Cmp(bigOf(fewest)) != 0 || shape.MaxResponsibility.Cmp(bigOf(most)) != 0 {
			t.Fatalf("%s: %+v; listed %d quorums of %d to %d, responsibilities %d to %d", i, shape, f.Len(), least, largest, fewest, most)
		}
	})
}

// TestHierarchyOfEqualParts: as many equal parts as nodes are one part for all, whatever their
// form.
func TestHierarchyOfEqualParts(t *testing.T) {
	for spec, want := range map[string]string{
		"hierarchical:inner=(fpp:n=7)|(fpp:order=2)|(fpp:n=07),outer=(majority:n=3)": "hierarchical:outer=(majority:n=3),inner=(fpp:order=2)",
		"hierarchical:outer=(majority:n=1),inner=(grid:n=4)":                         "hierarchical:outer=(majority:n=1),inner=(grid:n=4)",
		"hierarchical:inner=(expr:a*b)|(fpp:n=7),outer=(fpp:n=3)":                    "",
		"hierarchical:inner=(expr:a*b)|(fpp:n=7)|(expr:a * b),outer=(fpp:n=3)":       "hierarchical:outer=(fpp:order=1),inner=(expr:a*b)|(fpp:order=2)|(expr:a*b)",
	} {
		i, err := Parse(t.Context(), spec)
		switch {
		case want == "" && err == nil:
			t.Errorf("%s: %s", spec, i)
		case want != "" && (err != nil || i.Spec() != want):
			t.Errorf("%s: %v, %v, want %s", spec, i, err, want)
		}
	}
	// Structures with the same name are told apart.
	a, b := built(t, "majority:n=2"), built(t, "singleton:n=1")
	s, err := Hierarchical(built(t, "majority:n=2"), a, b)
	if err != nil || s.N() != 3 || s.Name() != "hierarchical:outer=(majority:n=2),inner=(majority:n=2)|(singleton:n=1)" {
		t.Errorf("%v, %v", s, err)
	}
	assert.Refused(Hierarchical(built(t, "majority:n=2")))(t, "", "no inner system")
}

// TestParts: Parts returns the systems from which a system is made, part by part.
func TestParts(t *testing.T) {
	for spec, want := range map[string]string{
		"majority:n=3": "<nil>:",
		"composition:outer=(majority:n=3),node=2,inner=(fpp:order=2)":   "majority:n=3: - fpp:order=2 -",
		"hierarchical:outer=(majority:n=2),inner=(grid:n=4)":            "majority:n=2: grid:n=4 grid:n=4",
		"hierarchical:outer=(expr:a*b),inner=(grid:n=4)|(expr:a*(b+c))": "expr:a*b: grid:n=4 expr:a*(b+c)",
	} {
		i := assert.Got(Parse(t.Context(), spec))(t)
		outer, inner := i.Parts()
		got := fmt.Sprint(outer) + ":"
		for _, part := range inner {
			if part == nil {
				got += " -"
			} else {
				got += " " + part.Spec()
			}
		}
		if want != "" && got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
}

// TestHugeHierarchyOfDifferentParts has closed forms where nothing can be listed, against the
// product of figures where parts differ in name alone.
func TestHugeHierarchyOfDifferentParts(t *testing.T) {
	repeated := func(n int, spec func(x int) string) string {
		var texts []string
		for x := range n {
			texts = append(texts, "("+spec(x)+")")
		}
		return fmt.Sprintf("hierarchical:outer=(majority:n=%d),inner=%s", n, strings.Join(texts, "|"))
	}
	got := assert.Got(parsed(t, repeated(101, func(x int) string { return []string{"majority:n=7", "weighted:votes=1-1-1-1-1-1-1"}[x%2] })).Shape(t.Context()))(t)
	want := assert.Got(parsed(t, "hierarchical:outer=(majority:n=101),inner=(majority:n=7)").Shape(t.Context()))(t)
	if got.Unknown != "" || got.Quorums.Cmp(want.Quorums) != 0 || got.MinQuorum != want.MinQuorum || got.MaxQuorum != want.MaxQuorum ||
		got.MinResponsibility.Cmp(want.MinResponsibility) != 0 || got.MaxResponsibility.Cmp(want.MaxResponsibility) != 0 {
		t.Errorf("%+v, want %+v", got, want)
	}
	i := parsed(t, repeated(1000, func(x int) string { return fmt.Sprintf("majority:n=%d", 1+x%5) }))
	shape, err := i.Shape(t.Context())
	if err != nil || shape.Method != ClosedForm || shape.N != 3000 || shape.MinQuorum != 200*1+301*2 {
		t.Errorf("%d nodes, K from %d, %s, %v", shape.N, shape.MinQuorum, shape.Method, err)
	}
}
