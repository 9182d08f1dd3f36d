package construct

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

func loaded(t *testing.T, spec string) quorum.Structure {
	t.Helper()
	s := assert.Got(Build(t.Context(), spec))(t, "%s", spec)
	if _, ok := InstanceOf(s); ok {
		t.Errorf("%s: an instance", spec)
	}
	return s.Structure
}

func labelled(f quorum.Family, names []string) string {
	var b strings.Builder
	for i := range f.Len() {
		b.WriteString(f.Set(i).Label(names))
	}
	return b.String()
}

// TestExpr: expressions as quoracle's users write them, with reads, writes and names; the name
// gives the same system back.
func TestExpr(t *testing.T) {
	for _, x := range []struct{ spec, name, reads, writes string }{
		{"expr:a*b + c*d", "expr:a*b+c*d", "{a,b}{c,d}", "{a,c}{a,d}{b,c}{b,d}"},
		{"expr:choose(2, a*b, c, d)", "expr:choose(2,a*b,c,d)", "{a,b,c}{a,b,d}{c,d}", "{a,c}{a,d}{b,c}{b,d}{c,d}"},
		{"expr:choose(2,a,b,c)", "expr:choose(2,a,b,c)", "{a,b}{a,c}{b,c}", "{a,b}{a,c}{b,c}"},
		{"expr:3*1+2", "expr:3*1+2", `{"3","1"}{"2"}`, `{"3","2"}{"1","2"}`},
		// b occurs twice: a*b + b*c + c*a is majority(a,b,c).
		{"expr:a*b + b*c + c*a", "expr:a*b+b*c+c*a", "{a,b}{a,c}{b,c}", "{a,b}{a,c}{b,c}"},
		{"expr:a*(a+b)", "expr:a*(a+b)", "{a}", "{a}"},
		{`expr:"x y"+b`, `expr:"x y"+b`, `{"x y"}{b}`, `{"x y",b}`},
	} {
		s := loaded(t, x.spec).(*quorum.GroupSystem)
		if s.Name() != x.name || s.Groups() != 2 || labelled(s.Cartel(0), s.Names()) != x.reads || labelled(s.Cartel(1), s.Names()) != x.writes {
			t.Errorf("%s: %s, reads %s, writes %s", x.spec, s.Name(), labelled(s.Cartel(0), s.Names()), labelled(s.Cartel(1), s.Names()))
		}
		dual, err := s.Cartel(0).Dual(t.Context(), 1000)
		if err != nil || !dual.Equal(s.Cartel(1)) {
			t.Errorf("%s: the writes are not the dual", x.spec)
		}
		again := loaded(t, s.Name()).(*quorum.GroupSystem)
		if again.Name() != s.Name() || !again.Cartel(0).Equal(s.Cartel(0)) || strings.Join(again.Names(), " ") != strings.Join(s.Names(), " ") {
			t.Errorf("%s: its name gives another system", x.spec)
		}
	}
}

// TestExprHardOneWay: the 2^k + 1 reads of a product of k sums with shared nodes are too many to
// absorb on the way, but their 2k transversals give them back.
func TestExprHardOneWay(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	product := func(factors int) string {
		var sums []string
		for i := range factors {
			sums = append(sums, fmt.Sprintf("(x%d+y%d+a*b)", i, i))
		}
		return "expr:" + strings.Join(sums, "*")
	}
	g := loaded(t, product(15)).(*quorum.GroupSystem)
	if g.Cartel(0).Len() != 1<<15+1 || g.Cartel(1).Len() != 30 {
		t.Errorf("%d reads, %d writes", g.Cartel(0).Len(), g.Cartel(1).Len())
	}
	hard := assert.Got(Open(t.Context(), product(30), nil))(t)
	_, err := hard.Build(t.Context(), 50_000)
	if many := (*quorum.TooManyError)(nil); !errors.As(err, &many) {
		t.Error(err)
	}
}

func TestExprErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"expr:":               `spec "expr:", column 6: the formula ends where a name or an opening parenthesis should come`,
		"expr:a+":             `spec "expr:a+", column 8: the formula ends where a name or an opening parenthesis should come`,
		"expr:choose(3, a,b)": `spec "expr:choose(3, a,b)", column 13: the quota 3 is not in 1..2, the number of parts or of their votes`,
	} {
		e := assert.As[*quorum.FormatError](Build(t.Context(), spec))(t, "%s", spec)
		assert.Equal(t, e.Error(), want, "%s", spec)
		assert.Equal(t, e.Hint(), exprForm, "%s", spec)
	}
	assert.As[*quorum.FormatError](Parse(t.Context(), "hierarchical:outer=(majority:n=3),inner=(expr:a&b)"))(t)
	_, err := Parse(t.Context(), "lift:m=2,of=(expr:a*b)")
	assert.Equal(t, fmt.Sprint(err), "lift: of=(expr:a*b): want the spec of an ordinary quorum system, not of a group-quorum-system", "%v", err)
}

// TestExprNested: an expression goes where a group system goes.
func TestExprNested(t *testing.T) {
	for _, x := range []struct{ spec, name, reads string }{
		{"hierarchical:outer=(expr:a*b + c),inner=(majority:n=2)", "hierarchical:outer=(expr:a*b+c),inner=(majority:n=2)", "{a.1,a.2,b.1,b.2}{c.1,c.2}"},
		{"composition:outer=(expr:a*b),node=1,inner=(expr:choose(1,c,d))", "composition:outer=(expr:a*b),node=1,inner=(expr:c+d)", "{a.c,b}{a.d,b}"},
		{`composition:outer=(expr:a*b),node=1,inner=(expr:"(,"+d)`, `composition:outer=(expr:a*b),node=1,inner=(expr:"\x28,"+d)`, `{"a.(,",b}{a.d,b}`},
		{"truncated:n=2,of=(expr:a*b+a*c)", "truncated:n=2,of=(expr:a*b+a*c)", "{a,b}"},
	} {
		i, err := Parse(t.Context(), x.spec)
		if err != nil {
			// A parenthesis in a name is for the canonical form to hide.
			i = assert.Got(Parse(t.Context(), x.name))(t)
		}
		s := assert.Got(i.Build(t.Context(), 0))(t)
		g := s.(*quorum.GroupSystem)
		if got := labelled(g.Cartel(0), g.Names()); s.Name() != x.name || got != x.reads {
			t.Errorf("%s: %s, reads %s, want %s", x.spec, s.Name(), got, x.reads)
		}
		shape, err := i.Shape(t.Context())
		if err != nil || shape.Quorums.Int64() != int64(g.Cartel(0).Len()+g.Cartel(1).Len()) {
			t.Errorf("%s: %v, %v", x.spec, shape, err)
		}
		assert.Equal(t, assert.Got(Parse(t.Context(), i.Spec()))(t).Spec(), i.Spec())
	}
}

// TestOpen: systems that can be opened, and which of them can be listed.
func TestOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	names := make([]string, 60)
	for i := range names {
		names[i] = fmt.Sprintf("v%d", i+1)
	}
	quoted := `"` + strings.Join(names, `","`) + `"`
	write := func(name, text string) {
		assert.OK(t, os.WriteFile(name, []byte(text), 0o666))
	}
	write("small.json", `{"threshold":2,"validators":["A","B","C"],"innerQuorumSets":[]}`)
	write("big.json", `{"threshold":31,"validators":[`+quoted+`]}`)
	write("listed.json", `{"format":"coterie/1","kind":"quorum-system","name":"mine","n":3,"quorums":[[1,2],[2,3]],"names":["a","b","c"]}`)
	write("bad.json", `{"threshold":4,"validators":["A","B","C"]}`)
	for _, x := range []struct {
		spec     string
		name     string
		kind     quorum.Kind
		n        int
		formulas string // how they end
		names    int
		quorums  int // 0: too many
		instance bool
	}{
		{"small.json", "", quorum.KindSystem, 3, "choose(2,1,2,3)", 3, 3, false},
		{"@big.json", "", quorum.KindSystem, 60, "58,59,60)", 60, 0, false},
		{"-", "", quorum.KindSystem, 2, "1+2", 2, 2, false},
		{"listed.json", "mine", quorum.KindSystem, 3, "", 3, 2, false},
		{"expr:majority(" + strings.Join(names, ",") + ")", "expr:choose(31," + strings.Join(names, ",") + ")", quorum.KindGroupSystem, 60, "58,59,60)", 60, 0, false},
		{"majority:n=60", "majority:n=60", quorum.KindSystem, 60, "58,59,60)", 0, 0, true},
		{"fpp:n=7", "fpp:order=2", quorum.KindSystem, 7, "", 0, 7, true},
		{"lift:m=2,of=(small.json)", "lift:m=2,of=(@small.json)", quorum.KindGroupSystem, 3, "choose(2,1,2,3)", 0, 6, true},
		{"lift:m=2,of=(big.json)", "lift:m=2,of=(@big.json)", quorum.KindGroupSystem, 60, "58,59,60)", 0, 0, true},
	} {
		source, err := Open(t.Context(), x.spec, strings.NewReader(`{"threshold":1,"validators":["A","B"]}`))
		if err != nil {
			t.Errorf("%s: %v", x.spec, err)
			continue
		}
		last := ""
		if k := len(source.Formulas); k > 0 {
			last = source.Formulas[k-1].String()
		}
		_, family := InstanceOf(source)
		if source.Name != x.name || source.Kind != x.kind || source.Nodes != x.n || !strings.HasSuffix(last, x.formulas) || (last == "") != (x.formulas == "") ||
			len(source.Names) != x.names || family != x.instance {
			t.Errorf("%s: %+v", x.spec, source)
		}
		s, err := source.Build(t.Context(), 0)
		if x.quorums == 0 {
			assert.ErrorAs[*quorum.TooManyError](t, err, "%s", x.spec)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", x.spec, err)
			continue
		}
		count := 0
		for _, f := range cartelsOf(s) {
			count += f.Len()
		}
		if s.Name() != x.name || s.Kind() != x.kind || s.N() != x.n || count != x.quorums || x.names > 0 && len(s.Names()) != x.names {
			t.Errorf("%s: built %s with %d quorums", x.spec, s.Name(), count)
		}
	}
	if _, err := Open(t.Context(), "bad.json", nil); fmt.Sprint(err) != "bad.json: line 1, column 14: threshold: 4 is not in 1..3, the number of validators and inner sets" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := Open(ctx, "fpp:n=7", nil); fmt.Sprint(err) != "enough" {
		t.Error(err)
	}
}
