package quorum

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// randomFormula makes a formula of the given nodes; each occurs once if once is set.
func randomFormula(r *rand.Rand, nodes []int, once bool, depth int) Formula {
	if len(nodes) == 1 || depth == 0 && !once {
		return Leaf(nodes[r.IntN(len(nodes))])
	}
	var parts []Formula
	var votes []int
	total := 0
	most := 1 + r.IntN(4)
	for len(nodes) > 0 || !once && len(parts) < 1+r.IntN(4) {
		take := nodes
		if once {
			take = nodes[:1+r.IntN(max(1, len(nodes)-1))]
			nodes = nodes[len(take):]
		} else if len(parts) >= 4 {
			break
		}
		parts = append(parts, randomFormula(r, take, once, depth-1))
		votes = append(votes, 1+r.IntN(most))
		total += votes[len(votes)-1]
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return Votes(1+r.IntN(total), votes, parts...)
}

// allSets returns all subsets of n nodes.
func allSets(n int) []Set {
	var sets []Set
	for w := range uint64(1) << n {
		sets = append(sets, trimmed([]uint64{w}))
	}
	return sets
}

// naiveMinimal returns the minimal sets on which f holds, by its definition.
func naiveMinimal(f Formula) []Set {
	var minimal []Set
	for _, w := range allSets(f.N()) {
		if !f.Eval(w) {
			continue
		}
		least := true
		for v := range w.All() {
			least = least && !f.Eval(w.Minus(SetOf(v)))
		}
		if least {
			minimal = append(minimal, w)
		}
	}
	slices.SortFunc(minimal, Set.Compare)
	return minimal
}

// naiveEval judges a formula without any short cut.
func naiveEval(f Formula, w Set) bool {
	if v, ok := f.Leaf(); ok {
		return w.Has(v)
	}
	have := 0
	for i := range f.Len() {
		if naiveEval(f.Part(i), w) {
			have += f.PartVotes(i)
		}
	}
	quota, _ := f.Quota()
	return have >= quota
}

// TestFormulaAgainstDefinition: evaluation, dual, quorums, counts, sizes, responsibilities and the
// smallest quorum of random formulas against all sets of nodes.
func TestFormulaAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	weighted, twice := 0, 0
	for trial := range 400 {
		n := 1 + r.IntN(8)
		once := trial%2 == 0
		f := randomFormula(r, r.Perm(n), once, 3).Over(n)
		if once && !f.ReadOnce() {
			t.Fatalf("%v occurs twice", f)
		}
		if strings.Contains(f.String(), ":") {
			weighted++
		}
		if !f.ReadOnce() {
			twice++
		}
		dual, full := f.Dual(), FullSet(n)
		assert.Equal(t, dual.Dual().String(), f.String(), "%v: the dual of the dual", f)
		for _, w := range allSets(n) {
			if f.Eval(w) != naiveEval(f, w) || dual.Eval(w) == f.Eval(full.Minus(w)) {
				t.Fatalf("%v at %v: %v, dual %v", f, w, f.Eval(w), dual.Eval(w))
			}
		}
		want := naiveMinimal(f)
		got := assert.Got(f.MinimalSets(t.Context(), 1000))(t)
		equalSets(t, f.String(), got, want)
		if _, err := f.MinimalSets(t.Context(), len(want)-1); !isLimit(err) {
			t.Errorf("%v: %v with a limit of %d", f, err, len(want)-1)
		}
		transversals := assert.Got(got.Dual(t.Context(), 1000))(t)
		syntactic, err := dual.MinimalSets(t.Context(), 1000)
		if err != nil || !syntactic.Equal(transversals) {
			t.Errorf("%v: the dual %v lists others than the minimal transversals: %v", f, dual, err)
		}
		checkShape(t, f, got)
	}
	if weighted < 40 || twice < 40 {
		t.Errorf("only %d formulas with votes, %d with a node twice", weighted, twice)
	}
}

func isLimit(err error) bool {
	var limit *LimitError
	return errors.As(err, &limit)
}

func equalSets(t *testing.T, name string, got Family, want []Set) {
	t.Helper()
	if got.Len() != len(want) {
		t.Errorf("%s: %d quorums, want %d", name, got.Len(), len(want))
		return
	}
	for i, w := range want {
		if !got.Set(i).Equal(w) {
			t.Errorf("%s: quorum %d is %v, want %v", name, i, got.Set(i), w)
		}
	}
}

// checkShape compares the figures of a formula with its list.
func checkShape(t *testing.T, f Formula, list Family) {
	t.Helper()
	s, err := f.Shape(t.Context())
	smallest, err2 := f.Smallest(t.Context())
	if (err == nil) != f.ReadOnce() || (err2 == nil) != f.ReadOnce() {
		t.Errorf("%v: read once %v, figures %v, a smallest quorum %v", f, f.ReadOnce(), err, err2)
	}
	if err != nil {
		return
	}
	least, greatest := list.Sizes()
	if s.Quorums.Cmp(big.NewInt(int64(list.Len()))) != 0 || s.MinQuorum != least || s.MaxQuorum != greatest {
		t.Errorf("%v: %v quorums of %d to %d nodes, want %d of %d to %d", f, s.Quorums, s.MinQuorum, s.MaxQuorum, list.Len(), least, greatest)
	}
	for v, want := range list.Responsibilities() {
		assert.SameNumber(t, s.Responsibilities[v], big.NewInt(int64(want)), "%v: node %v is in quorums", f, Node(v))
	}
	if smallest.Len() != least || !f.Eval(smallest) {
		t.Errorf("%v: %v is no smallest quorum; these have %d nodes", f, smallest, least)
	}
}

// TestFormulaShapeWithVotes: gates with many classes of votes, whose parts have several quorums
// each.
func TestFormulaShapeWithVotes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		var parts []Formula
		var votes []int
		n, total := 0, 0
		for range 2 + r.IntN(5) {
			size := 1 + r.IntN(3)
			leaves := make([]Formula, size)
			for i := range leaves {
				leaves[i] = Leaf(n)
				n++
			}
			parts = append(parts, Choose(1+r.IntN(size), leaves...))
			votes = append(votes, 1+r.IntN(4))
			total += votes[len(votes)-1]
		}
		f := Votes(1+r.IntN(total), votes, parts...)
		list := assert.Got(f.MinimalSets(t.Context(), 100_000))(t)
		assert.True(t, list.Equal(list.Minimized()), "%v: the list is no antichain", f)
		checkShape(t, f, list)
	}
}

// TestFormulaShapeBeyondLists: systems far too long to list, against closed forms.
func TestFormulaShapeBeyondLists(t *testing.T) {
	leaves := func(n int) []Formula {
		list := make([]Formula, n)
		for i := range list {
			list[i] = Leaf(i)
		}
		return list
	}
	majority := Choose(10_001, leaves(20_000)...)
	s, err := majority.Shape(t.Context())
	if err != nil || s.Quorums.Cmp(new(big.Int).Binomial(20_000, 10_001)) != 0 || s.MinQuorum != 10_001 ||
		s.Responsibilities[77].Cmp(new(big.Int).Binomial(19_999, 10_000)) != 0 {
		t.Error("majority of 20000")
	}
	if _, err := majority.MinimalSets(t.Context(), 1_000_000); !isLimit(err) {
		t.Error(err)
	}
	votes := slices.Repeat([]int{1}, 100_000) // a wheel: the hub and one of the rim, or the whole rim
	votes[0] = 99_998
	wheel := Votes(99_999, votes, leaves(100_000)...)
	s, err = wheel.Shape(t.Context())
	if err != nil || s.Quorums.Int64() != 100_000 || s.MinQuorum != 2 || s.MaxQuorum != 99_999 ||
		s.Responsibilities[0].Int64() != 99_999 || s.Responsibilities[5].Int64() != 2 {
		t.Errorf("wheel: %v quorums of %d to %d nodes", s.Quorums, s.MinQuorum, s.MaxQuorum)
	}
	assert.Equal(t, assert.Got(wheel.Dual().Smallest(t.Context()))(t).Len(), 2, "wheel: a smallest transversal")
}

func TestFormulaForms(t *testing.T) {
	a, b, c, d := Leaf(0), Leaf(1), Leaf(2), Leaf(3)
	for _, x := range []struct {
		f    Formula
		want string
	}{
		{Or(And(a, b), And(c, d)), "1*2+3*4"},
		{Or(Or(a, b), Or(c)), "1+2+3"},
		{And(Or(a, b), And(c, d)), "(1+2)*3*4"},
		{Choose(2, a, b, c), "choose(2,1,2,3)"},
		{Votes(4, []int{2, 2, 2}, a, b, c), "choose(2,1,2,3)"},
		{Votes(3, []int{2, 1, 1, 1}, a, b, c, d), "choose(3,2:1,2,3,4)"},
		{Votes(5, []int{4, 2, 2}, a, b, Or(c, d)), "choose(3,2:1,2,3+4)"},
		{Votes(2, []int{2, 3}, a, b), "1+2"},
		{Votes(4, []int{2, 3}, a, b), "1*2"},
		{Votes(7, []int{9}, a), "1"},
		{Votes(3, []int{2, 1, 1}, a, b, c).Dual(), "choose(2,2:1,2,3)"},
		{And(Choose(2, a, b, c), d), "choose(2,1,2,3)*4"},
		{Choose(2, a, b, c).Substituted(func(v int) Formula { return And(Leaf(2*v), Leaf(2*v+1)) }), "choose(2,1*2,3*4,5*6)"},
	} {
		assert.Equal(t, x.f.String(), x.want, "%v", x.f)
	}
	if f := a.Over(5); f.N() != 5 || f.Dual().N() != 5 {
		t.Error("Over")
	}
	for _, f := range []func(){
		func() { And() }, func() { Or() }, func() { Choose(3, a, b) }, func() { Choose(0, a) }, func() { Leaf(-1) }, func() { Leaf(MaxNodes) },
		func() { Votes(1, []int{1}, a, b) }, func() { Votes(1, []int{0, 1}, a, b) }, func() { Votes(1, []int{MaxVotes, 1}, a, b) },
		func() { And(Formula{}) }, func() { c.Over(2) },
	} {
		assert.Panics(t, "a call", f)
	}
}

func TestParseFormula(t *testing.T) {
	for _, x := range []struct{ text, want, names string }{
		{"a*b + c*d", "1*2+3*4", "a b c d"},
		{" ( a + b ) * a ", "(1+2)*1", "a b"},
		{"choose(2, a*b, c, d)", "choose(2,1*2,3,4)", "a b c d"},
		{"choose(2, [a*b, c, d])", "choose(2,1*2,3,4)", "a b c d"},
		{"majority(x, y, z)", "choose(2,1,2,3)", "x y z"},
		{"majority([x, y, z, w])", "choose(3,1,2,3,4)", "x y z w"},
		{"majority(2:x, y, z, w)", "choose(3,2:1,2,3,4)", "x y z w"},
		{"choose(1, a, b)", "1+2", "a b"},
		{"choose(2, a, b)", "1*2", "a b"},
		{"choose(1, a)", "1", "a"},
		{"choose*majority", "1*2", "choose majority"},
		{"3*1+2", "1*2+3", "3 1 2"},
		{"10.0.0.1+us-east-1.b+_x", "1+2+3", "10.0.0.1 us-east-1.b _x"},
		{`"a b"*"(\""+"é"`, "1*2+3", `a b (" é`},
		{"((((a))))", "1", "a"},
		{"a+(b+(c+d))", "1+2+3+4", "a b c d"},
		{"choose(3, 2 : a, b, 1:c)", "choose(3,2:1,2,3)", "a b c"},
	} {
		f, names, err := ParseFormula(x.text)
		if err != nil {
			t.Errorf("%s: %v", x.text, err)
			continue
		}
		if f.String() != x.want || strings.Join(names, " ") != x.names || f.N() != len(names) {
			t.Errorf("%s: %v of %q, want %s", x.text, f, names, x.want)
		}
		g, again, err := ParseFormula(f.Label(names))
		if err != nil || g.String() != f.String() || !slices.Equal(again, names) {
			t.Errorf("%s: printed as %s, which gives %v of %q, %v", x.text, f.Label(names), g, again, err)
		}
	}
	deep := strings.Repeat("(", 9_000) + "a" + strings.Repeat(")", 9_000)
	if f, _, err := ParseFormula(deep); err != nil || f.String() != "1" {
		t.Error(err)
	}
}

func TestParseFormulaErrors(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"", "column 1: the formula ends where a name or an opening parenthesis should come"},
		{"a +", "column 4: the formula ends where a name or an opening parenthesis should come"},
		{"a & b", "column 3: '&' where + or * or the end of the formula should come"},
		{"a b", "column 3: 'b' where + or * or the end of the formula should come"},
		{"(a", "column 3: the formula ends where ')' should come"},
		{"a)", "column 2: ')' where + or * or the end of the formula should come"},
		{"-a", "column 1: '-' where a name or an opening parenthesis should come"},
		{"é", "column 1: 'é' where a name or an opening parenthesis should come"},
		{`"a`, "column 1: a quoted name without an end, or with a character that Go's quotes do not allow"},
		{"either(a, b)", `column 1: "either" before a parenthesis: the words are choose and majority`},
		{"a*choose(b, c)", `column 10: "b" where the quota of choose should come, a whole number`},
		{"choose()", "column 8: ')' where the quota of choose should come"},
		{"choose(2)", "column 9: ')' where ',' should come"},
		{"choose(3, a, b)", "column 8: the quota 3 is not in 1..2, the number of parts or of their votes"},
		{"choose(0, a, b)", "column 8: the quota 0 is not in 1..2, the number of parts or of their votes"},
		{"choose(99999999999999999999, a)", "column 8: the quota of choose: 99999999999999999999 is more than 1000000000"},
		{"choose(1, [a, b)", "column 16: ')' where a comma or ']' should come"},
		{"choose(1, a, b", "column 15: the formula ends where a comma or ')' should come"},
		{"choose(1, 0:a)", "column 11: 0 votes: a part has at least 1"},
		{"choose(1, x:a)", `column 11: "x" where the votes of a part should come, a whole number`},
		{"choose(1, 999999999:a, 2:b)", "column 24: more than 1000000000 votes together"},
		{"majority()", "column 10: ')' where a name or an opening parenthesis should come"},
		{strings.Repeat("(", 10_001) + "a", "column 10001: nested more than 10000 deep"},
	} {
		_, _, err := ParseFormula(x.text)
		var e *FormatError
		if !errors.As(err, &e) || err.Error() != x.want {
			t.Errorf("%.40s: %v, want %s", x.text, err, x.want)
		}
	}
}

// FuzzParseFormula: a formula that is read is printed so that it reads the same.
func FuzzParseFormula(f *testing.F) {
	for _, s := range []string{"a*b + c*d", "choose(2, a*b, [c], d)", "majority(2:a,b,c)", `"x(y"*1.2-_`, "((a)+b)*(a+c)", "choose(2,[a,b,c])"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, names, err := ParseFormula(text)
		if err != nil {
			return
		}
		printed := g.Label(names)
		h, again, err := ParseFormula(printed)
		if err != nil || !slices.Equal(names, again) || h.Label(again) != printed {
			t.Errorf("%q is printed as %q: %v, %q, %v", text, printed, h, again, err)
		}
		if g.N() <= 8 && len(text) < 60 {
			for _, w := range allSets(g.N()) {
				assert.MustEqual(t, g.Eval(w), h.Eval(w), "%q and %q differ at %v", text, printed, w)
			}
		}
	})
}

func TestMinimalSetsEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	f, _ := assert.Got2(ParseFormula("majority(a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q)"))(t)
	if _, err := f.MinimalSets(ctx, 1_000_000); fmt.Sprint(err) != "enough" {
		t.Error(err)
	}
	text := "a"
	for i := range 40 {
		text += fmt.Sprintf("*(x%d+y%d+a)", i, i)
	}
	if f, _, err := ParseFormula(text); err != nil {
		t.Error(err)
	} else if list, err := f.MinimalSets(t.Context(), 10); err != nil || list.Len() != 1 {
		t.Errorf("%d quorums, %v", list.Len(), err)
	}
	if f, _, err := ParseFormula(strings.TrimPrefix(text, "a*") + "*(x0+z)"); err != nil {
		t.Error(err)
	} else if _, err := f.MinimalSets(t.Context(), 10); !isLimit(err) {
		t.Error(err)
	}
}
