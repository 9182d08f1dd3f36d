package construct

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
	"coterie/internal/check/samples"
	"coterie/planes"
	"coterie/quorum"
)

func TestCanonicalSpecs(t *testing.T) {
	for spec, want := range map[string]string{
		"fpp:order=3":                       "fpp:order=3",
		"fpp:n=13":                          "fpp:order=3",
		"fpp:n=3":                           "fpp:order=1",
		"fpp:order=+03":                     "fpp:order=3",
		"grid:n=0050":                       "grid:n=50",
		"billiard:n=40":                     "billiard:q=9",
		"billiard:q=9":                      "billiard:q=9",
		"triangle:n=21":                     "triangle:rows=6",
		"triangle:rows=6":                   "triangle:rows=6",
		"majority:n=5":                      "majority:n=5",
		"singleton:n=4":                     "singleton:n=4",
		"singleton:n=4,centre=1":            "singleton:n=4",
		"singleton:centre=2,n=4":            "singleton:n=4,centre=2",
		"cyclic:order=3":                    "cyclic:order=3",
		"cyclic:n=13,cover=9-3-1-0":         "cyclic:n=13,cover=0-1-3-9",
		"cyclic:cover=000-001-3-09,n=13":    "cyclic:n=13,cover=0-1-3-9",
		"cyclic:n=1,cover=0":                "cyclic:n=1,cover=0",
		"majority:n=20000":                  "majority:n=20000",
		"singleton:n=16777216,centre=01234": "singleton:n=16777216,centre=1234",
		"weighted:quota=4,votes=03-1-1-1":   "weighted:votes=3-1-1-1",
		"tree:height=2,degree=2":            "tree:height=2",
		"fano":                              "fpp:order=2",

		"lift:m=2,of=(fano)":                  "lift:m=2,of=(fpp:order=2)",
		"lift:m=2,of=({3, 1}{2,03})":          "lift:m=2,of=({1,3},{2,3})",
		"lift:m=2,of=({b,a},{a,\"c\",\"3\"})": `lift:m=2,of=({b,a},{a,c,"3"})`,

		"hierarchical:inner=(grid:n=09),outer=(fpp:n=7)":                                        "hierarchical:outer=(fpp:order=2),inner=(grid:n=9)",
		"hierarchical:outer=(majority:n=3),inner=(majority:n=4)|(majority:n=04)|(majority:n=3)": "hierarchical:outer=(majority:n=3),inner=(majority:n=4)|(majority:n=4)|(majority:n=3)",
		"composition:node=03,inner=(grid:n=9),outer=(fpp:n=7)":                                  "composition:outer=(fpp:order=2),node=3,inner=(grid:n=9)",
		"truncated:of=(fpp:n=7),n=5,mode=drop":                                                  "truncated:n=5,of=(fpp:order=2)",
		"truncated:of=(fpp:n=7),onto=1,n=5,mode=merge":                                          "truncated:n=5,of=(fpp:order=2),mode=merge,onto=1",
		"truncated:of=(fpp:n=7),onto=05,n=5,mode=merge":                                         "truncated:n=5,of=(fpp:order=2),mode=merge",
		"rectangular-surficial:processes=025,sides=02-3-4":                                      "rectangular-surficial:sides=2-3-4,processes=25",
		"rectangular-surficial:processes=26,sides=2-3-4":                                        "rectangular-surficial:sides=2-3-4",

		"design-surficial:degree=03,order=2,design=projective": "design-surficial:design=projective,order=2,degree=3",
		"design-surficial:design=projective,m=13,degree=4":     "design-surficial:design=projective,order=3,degree=4",
		"design-surficial:design=affine,m=16,n=320":            "design-surficial:design=affine,order=4,degree=4",
		"design-surficial:design=affine,order=256,degree=1":    "design-surficial:design=affine,order=256,degree=1",
		"design-surficial:design=triples,n=28,m=7":             "design-surficial:design=triples,m=7,degree=2",
		"design-surficial:design=triples,m=10033,degree=1":     "design-surficial:design=triples,m=10033,degree=1",
		"design-surficial:design=pairs,m=5793,degree=1":        "design-surficial:design=pairs,m=5793,degree=1",
		"design-surficial:design=one,m=65536,n=1":              "design-surficial:design=one,m=65536,degree=1",
	} {
		i, err := Parse(t.Context(), spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if i.Spec() != want || i.String() != want {
			t.Errorf("%s: canonical form %s, want %s", spec, i, want)
		}
		if name, _, _ := strings.Cut(want, ":"); i.Family().Name != name {
			t.Errorf("%s: of family %s", spec, i.Family().Name)
		}
	}
}

// TestCanonicalSpecsParse parses the spec of every default system.
func TestCanonicalSpecsParse(t *testing.T) {
	for _, f := range Families() {
		for n := 1; n <= 60; n++ {
			for m := 2; m <= 5; m++ {
				i, err := f.ForN(n, m)
				if err != nil {
					continue
				}
				again, err := Parse(t.Context(), i.Spec())
				if err != nil {
					t.Errorf("%s: %v", i, err)
					continue
				}
				if again.Spec() != i.Spec() || again.N() != n || i.N() != n || again.Groups() != i.Groups() {
					t.Errorf("%s with %d nodes and %d groups is parsed to %s with %d and %d",
						i, i.N(), i.Groups(), again, again.N(), again.Groups())
				}
			}
		}
	}
}

func TestFamilies(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Families() {
		if seen[f.Name] || f.Name == "" || strings.ContainsAny(f.Name, ":,=()@/\\ ") || f.Name == "expr" {
			t.Errorf("family %q: repeated, or no name", f.Name)
		}
		seen[f.Name] = true
		if f.Summary == "" || f.Exists == "" || f.Source == "" || len(f.Params) == 0 {
			t.Errorf("%s: its row is not complete: %+v", f.Name, f)
		}
		assert.Equal(t, (f.forN == nil), (f.noDefault != ""), "%s: a default system or a reason why there is none, not both", f.Name)
		if f.Groups() != (f.Kind == quorum.KindGroupSystem) || !strings.HasPrefix(f.Usage(), f.Name+":") {
			t.Errorf("%s: groups %v, usage %s", f.Name, f.Groups(), f.Usage())
		}
		for _, p := range f.Params {
			if p.Name == "" || p.Doc == "" || p.Optional != (p.Default != "") {
				t.Errorf("%s: parameter %+v", f.Name, p)
			}
			if _, ok := f.paramOf(p.InsteadOf); p.InsteadOf != "" && !ok {
				t.Errorf("%s: %s stands in for %s, which is none of its parameters", f.Name, p.Name, p.InsteadOf)
			}
		}
		again, ok := Lookup(f.Name)
		if !ok || again.Name != f.Name {
			t.Errorf("%s: not found", f.Name)
		}
	}
	if _, ok := Lookup("nothing"); ok {
		t.Error("found a family called nothing")
	}
}

// TestBareValues: a value without its key has a hint that can be pasted.
func TestBareValues(t *testing.T) {
	for spec, want := range map[string]string{
		"majority:5":               "majority:n=5",
		"fpp:7":                    "fpp:order=7 or fpp:n=7",
		"fpp:6":                    "fpp:order=6",
		"billiard:12":              "billiard:n=12",
		"surficial:12,3":           "surficial:n=12,m=3",
		"surficial:m=3,12":         "surficial:m=3,n=12 or surficial:m=3,k=12",
		"wall:1-2-3":               "wall:rows=1-2-3",
		"lift:3,(fano)":            "lift:m=3,of=(fano)",
		"lift:m=3,of=(majority:5)": "majority:n=5",
		"majority:five":            "the form is majority:n=N",
		"majority:5,6":             "the form is majority:n=N",
		"majority:":                "the form is majority:n=N",
	} {
		_, err := Parse(t.Context(), spec)
		var syntax *quorum.FormatError
		if !errors.As(err, &syntax) || syntax.Hint() != want {
			t.Errorf("%s: %v, hint %v, want %s", spec, err, syntax.Hint(), want)
		}
	}
	if f, ok := Lookup("fano"); !ok || f.Name != "fpp" {
		t.Errorf("fano is of %v, %v", f.Name, ok)
	}
	for _, a := range Aliases() {
		i, err := Parse(t.Context(), a.Name)
		if err != nil || i.Spec() != a.Spec || a.Summary == "" {
			t.Errorf("%+v: %v, %v", a, i, err)
		}
		for _, f := range Families() {
			if f.Name == a.Name {
				t.Errorf("%s is a family, too", a.Name)
			}
		}
	}
}

// TestErrors has, for every kind of error that a spec can cause, the message and the hint.
func TestErrors(t *testing.T) {
	is := func(target any) func(error) bool {
		return func(err error) bool { return errors.As(err, target) }
	}
	var (
		syntax    *quorum.FormatError
		unknown   *UnknownFamilyError
		param     *ParamError
		noSystem  *NoSystemError
		cover     *quorum.InputError
		deepInner = strings.Repeat("(", 40)
	)
	for _, c := range []struct {
		spec      string
		kind      func(error) bool
		says      string
		hintsThat string // "" where another row looks at the hint, or there is none
	}{
		{"", is(&unknown), "begins with the name", "@PATH"},
		{"fp:order=4", is(&unknown), `"fp"`, `did you mean "fpp"`},
		{"gird:n=4", is(&unknown), `"gird"`, `did you mean "grid"`},
		{"system.txt", is(&unknown), `"system.txt"`, "@PATH reads a file"},
		{":n=4", is(&unknown), "begins with the name", "@PATH"},
		{strings.Repeat("x", 300), is(&unknown), "…", "@PATH"},

		{"fpp:", is(&syntax), `"fpp:", column 5: a parameter KEY=VALUE is missing`, ""},
		{"fpp:order", is(&syntax), "column 5: a parameter has the form KEY=VALUE", ""},
		{"fpp:order=4,", is(&syntax), "column 13: a parameter KEY=VALUE is missing", ""},
		{"fpp:,order=4", is(&syntax), "column 5", ""},
		{"fpp:order=", is(&syntax), "column 11: the value of order is missing", ""},
		{"fpp:(order=4)", is(&syntax), "column 5: a parameter has the form", ""},
		{"fpp:order=(4", is(&syntax), "column 11: there is no ) for this (", ""},
		{"fpp:order=4)", is(&syntax), "column 12: there is no ( for this )", ""},
		{"fpp:order=4)" + deepInner, is(&syntax), "column 12: there is no ( for this )", ""},
		{"fpp:order=" + deepInner, is(&syntax), "column 50: there is no ) for this (", ""},

		{"fpp", is(&param), "parameter order is missing", "fpp:order=ORDER[,plane=desargues]; order: order of the plane"},
		{"fpp:q=4", is(&param), `no parameter "q"; its parameters are order, plane, n`, "the form is fpp:order=ORDER"},
		{"fpp:order=4,order=4", is(&param), "parameter order is given twice", "the form is"},
		{"fpp:order=4,n=21", is(&param), "n is given in place of order, not beside it", "n: number of nodes"},
		{"fpp:order=four", is(&param), "order=four: want a whole number", "prime power"},
		{"fpp:order=2.5", is(&param), "order=2.5: want a whole number", ""},
		{"fpp:order=--4", is(&param), "order=--4: want a whole number", ""},
		{"fpp:order=+-4", is(&param), "order=+-4: want a whole number", ""},
		{"fpp:order=1_000", is(&param), "order=1_000: want a whole number", ""},
		{"fpp:order= 4", is(&param), "want a whole number", ""},
		{"fpp:order=+", is(&param), "order=+: want a whole number", ""},
		{"fpp:order=99999999999999999999", is(&param), "less than 64 bits", ""},
		{"fpp:order=0", is(&param), "order=0: want 1..4095", ""},
		{"fpp:order=-4", is(&param), "order=-4: want 1..4095", ""},
		{"fpp:order=4096", is(&param), "want 1..4095", ""},
		{"fpp:n=0", is(&param), "n=0: want 1..16777216", ""},
		{"grid:n=0", is(&param), "n=0: want 1..16777216", "grid:n=N"},
		{"grid:n=16777217", is(&param), "want 1..16777216", ""},
		{"billiard:q=4", is(&param), "q=4: want an odd number in 3..5791", "side of the grid"},
		{"billiard:q=1", is(&param), "q=1: want an odd number in 3..5791", ""},
		{"billiard:q=5793", is(&param), "q=5793: want an odd number in 3..5791", ""},
		{"triangle:rows=0", is(&param), "rows=0: want 1..5792", ""},
		{"triangle:rows=5793", is(&param), "want 1..5792", ""},
		{"majority:n=20001", is(&param), "want 1..20000", ""},
		{"singleton:n=4,centre=5", is(&param), "centre=5: want 1..4", "the node that decides"},
		{"singleton:n=4,centre=0", is(&param), "centre=0: want a node; nodes are numbered from 1", ""},
		{"singleton:n=4,centre=-1", is(&param), "centre=-1: want a node", ""},
		{"singleton:centre=1", is(&param), "parameter n is missing", "singleton:n=N[,centre=1]"},
		{"cyclic", is(&param), "parameter order is missing", "cyclic:order=ORDER or cyclic:n=N,cover=A-B-C"},
		{"cyclic:n=12", is(&noSystem), "no Singer cover, as n is not q²+q+1 for a whole q", "cyclic:order=2 (n = 7), cyclic:order=3 (n = 13)"},
		{"cyclic:cover=0-1", is(&param), "parameter n is missing", ""},
		{"cyclic:order=3,n=13", is(&param), "n is given in place of order", ""},
		{"cyclic:n=13,cover=0-1-a", is(&param), "cover=0-1-a: want whole numbers joined by -", ""},
		{"cyclic:n=13,cover=0--1", is(&param), "want whole numbers joined by -", ""},
		{"cyclic:n=13,cover=0-99999999999999999999", is(&param), "each less than 2^63", ""},
		{"cyclic:n=13,cover=0-1-3-13", is(&param), "want residues in 0..12", ""},
		{"cyclic:n=13,cover=0-1-3-3", is(&param), "want different residues", ""},
		{"cyclic:n=13,cover=(0-1)", is(&param), "want whole numbers", ""},

		{"cyclic:n=13,cover=3-1-0", is(&cover), "cover=0-1-3: 4 is no difference of two of these residues modulo 13", "at least 4 residues"},
		{"fpp:order=6", is(&noSystem), "no system of 43 nodes: there is no projective plane of order 6", "Bruck-Ryser"},
		{"fpp:order=6", is(&noSystem), "order 6", "Tarry"},
		{"fpp:order=6", is(&noSystem), "order 6", "nearest: fpp:order=5 (n = 31), fpp:order=7 (n = 57)"},
		{"fpp:n=43", is(&noSystem), "order 6", "Bruck-Ryser"},
		{"fpp:order=10", is(&noSystem), "there is no projective plane of order 10", "Lam"},
		{"fpp:order=12", is(&noSystem), "no projective plane of order 12 is known", "fpp:order=11 (n = 133), fpp:order=13 (n = 183)"},
		{"fpp:order=4095", is(&noSystem), "order 4095 is known", "fpp:order=4093 (n = 16756743)"},
		{"fpp:n=50", is(&noSystem), "n is not q²+q+1", "fpp:order=5 (n = 31), fpp:order=7 (n = 57)"},
		{"fpp:n=1", is(&noSystem), "n is not q²+q+1", "nearest: fpp:order=1 (n = 3)"},
		{"cyclic:order=6", is(&noSystem), "order 6", "cyclic:order=7 (n = 57)"},
		{"billiard:n=41", is(&noSystem), "n is not (q²-1)/2", "billiard:q=9 (n = 40), billiard:q=11 (n = 60)"},
		{"billiard:n=3", is(&noSystem), "n is not (q²-1)/2", "nearest: billiard:q=3 (n = 4)"},
		{"triangle:n=20", is(&noSystem), "n is not d(d+1)/2", "triangle:rows=5 (n = 15), triangle:rows=6 (n = 21)"},
		{"triangle:n=16777216", is(&noSystem), "n is not d(d+1)/2", "nearest: triangle:rows=5792 (n = 16776528)"},
		{"billiard:n=16777216", is(&noSystem), "n is not (q²-1)/2", "nearest: billiard:q=5791 (n = 16767840)"},
	} {
		i, err := Parse(t.Context(), c.spec)
		if i != nil || err == nil || !c.kind(err) {
			t.Errorf("%q: %v, %T %v", c.spec, i, err, err)
			continue
		}
		assert.Contains(t, err.Error(), c.says, "%q", c.spec)
		if strings.Contains(err.Error(), "\n") || len(err.Error()) > 250 {
			t.Errorf("%q: %q is no one-line message", c.spec, err)
		}
		var hint string
		if h, ok := err.(interface{ Hint() string }); ok {
			hint = h.Hint()
		}
		assert.Contains(t, hint, c.hintsThat, "%q: the hint", c.spec)
	}
}

// TestNestedErrors: an error inside parentheses says in which, level by level, and keeps its type
// and hint.
func TestNestedErrors(t *testing.T) {
	_, err := Parse(t.Context(), "hierarchical:outer=(hierarchical:outer=(majority:n=0),inner=(grid:n=4)),inner=(fpp:order=2)")
	var param *ParamError
	if err == nil || !errors.As(err, &param) || err.Error() != "majority: n=0: want 1..20000, in outer=(...), in outer=(...)" {
		t.Errorf("%v", err)
	}
	_, err = Parse(t.Context(), "composition:outer=(grid:n=4),node=1,inner=(grod:n=4)")
	var unknown *UnknownFamilyError
	if err == nil || !errors.As(err, &unknown) || !strings.HasSuffix(err.Error(), ", in inner=(...)") || unknown.Nearest() != "grid" {
		t.Errorf("%v", err)
	}
}

func TestTooManyError(t *testing.T) {
	for spec, want := range map[string]string{
		"majority:n=23":    "1352078 quorums, more than the 1000000 that are listed",
		"triangle:rows=10": "6235301 quorums, more than the 1000000 that are listed",
		"grid:n=1000001":   "1000001 quorums, more than the 1000000 that are listed",
		"grid:n=500000":    "500000 quorums with 707000000 node entries together, more than the 140000000 that are listed",
		"fpp:order=521":    "271963 quorums with 141964686 node entries together",
		"majority:n=1000":  "about 2.69749e+299 quorums",
	} {
		_, err := parsed(t, spec).Build(t.Context(), 0)
		var e *quorum.TooManyError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), spec+" has ") {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
	_, err := parsed(t, "majority:n=5").Build(t.Context(), 9)
	var e *quorum.TooManyError
	if !errors.As(err, &e) || e.Quorums.Cmp(big.NewInt(10)) != 0 || e.Limit != 9 || e.Spec != "majority:n=5" {
		t.Errorf("limit 9 for 10 quorums: %v", err)
	}
	if _, err := parsed(t, "majority:n=5").Build(t.Context(), 10); err != nil {
		t.Errorf("limit 10 for 10 quorums: %v", err)
	}
}

// TestNestingIsBounded nests specs deeper than any use, in every family that takes a nested spec.
func TestNestingIsBounded(t *testing.T) {
	var a args
	a.family, a.depth = "any", maxDepth
	a.values = map[string]string{"of": "(grid:n=4)"}
	spec := func() (i *Instance, err error) {
		read := Family{resolve: func(a *args) (*plan, error) {
			i = a.spec("of")
			return nil, nil
		}}
		_, err = read.resolved(&a)
		return i, err
	}
	assert.Equal(t, assert.As[*ParamError](spec())(t).Problem, OutOfRange, "depth %d", maxDepth)
	a.depth = 0
	if i, err := spec(); err != nil || i.Spec() != "grid:n=4" || specSetting("of", i).value != "(grid:n=4)" {
		t.Errorf("nested spec: %v, %v", i, err)
	}
	for _, value := range []string{"grid:n=4", "(grid:n=4", "grid:n=4)", "4"} {
		a.values["of"] = value
		assert.Equal(t, assert.As[*ParamError](spec())(t).Problem, NotASpec, "%s", value)
	}
}

// TestLimitFitsPlanes checks that Build lists the greatest explicit plane and that the next order
// is refused by the limit, not by package planes.
func TestLimitFitsPlanes(t *testing.T) {
	for q, fits := range map[int]bool{planes.MaxOrder: true, gf.NextPrimePower(planes.MaxOrder): false} {
		p := assert.Got(fppPlan(q, DesarguesPlane))(t)
		if entries := p.n * p.largest; (entries <= quorum.MaxIncidences) != fits {
			t.Errorf("order %d: %d entries, limit %d", q, entries, quorum.MaxIncidences)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"fpp:order=4", "fpp:n=13", "fpp:order=6", "grid:n=50", "billiard:q=9", "billiard:n=40", "triangle:rows=6",
		"majority:n=5", "singleton:n=4,centre=2", "cyclic:order=3", "cyclic:n=13,cover=0-1-3-9", "cyclic:n=13,cover=9-03-+1",
		"degenerate-fpp:n=18", "degenerate-fpp:k=7", "surficial:n=54,m=4", "surficial:k=3,m=4", "affine:order=4,m=5",
		"net:side=6,m=3", "lift:m=3,of=(fpp:order=4)", "lift:of=(cyclic:n=13,cover=0-1-3-9),m=2", "lift:m=2,of=(lift:m=2,of=(grid:n=4))",
		"weighted:votes=3-1-1-1", "weighted:votes=3-1-1-1,quota=5", "gifford:votes=2-1-1-0,read=2,write=3", "wheel:n=5",
		"wall:rows=1-2-3", "tree:height=2", "tree:height=2,degree=3", "read-write-grid:rows=3,columns=4",
		"composition:outer=(fpp:order=2),node=03,inner=(majority:n=5)", "composition:outer=(surficial:k=2,m=3),node=12,inner=(surficial:k=1,m=3)",
		"hierarchical:outer=(majority:n=3),inner=(majority:n=4)|(majority:n=4)|(hierarchical:outer=(majority:n=2),inner=(fpp:n=7)|(expr:a*(b+c)))",
		"hierarchical:outer=(majority:n=2),inner=(grid:n=4)|", "hierarchical:outer=(majority:n=1),inner=((grid:n=4)|(grid:n=4))",
		"hierarchical:outer=(majority:n=3),inner=(hierarchical:outer=(majority:n=3),inner=(grid:n=9))", "hierarchical:inner=(lift:m=2,of=(grid:n=4)),outer=(fpp:n=7)",
		"truncated:n=15,of=(fpp:order=4)", "truncated:onto=2,mode=merge,n=15,of=(fpp:n=21)", "truncated:n=15,of=(fpp:order=4),mode=drop",
		"rectangular-surficial:sides=2-3-4", "rectangular-surficial:sides=2-03-+4,processes=26", "rectangular-surficial:processes=9,sides=1-1-65536",
		"design-surficial:design=projective,order=2,degree=3", "design-surficial:design=affine,m=9,n=48", "design-surficial:m=15,design=triples,degree=+2",
		"design-surficial:design=pairs,m=4,degree=3", "design-surficial:design=one,m=4,degree=6", "design-surficial:design=affine,order=6,degree=2",
		"fpp:order=(4", "fpp:order=4)", "fpp:,", "fpp:=", ":", "fpp:order=4,order=5", "fpp:order=4,n=21", "singleton:n=+007,centre=+1",
		"sharing:alpha=1+2-2+3", "sharing:size=02,alpha=3+1-02-2", "sharing:alpha=1+-2", "sharing:alpha=0", "sharing:alpha=1+1",
		"triangle-lattice:n=55", "paths:d=4", "paths:n=61", "fpp:order=9,plane=hall",
		"hierarchical:outer=(expr:a*b + choose(2,c,2:d,\"(\\x29\")),inner=(majority:n=3)", "composition:outer=(expr:a),node=1,inner=(expr:a+)",
		"fano", "fano:order=2", "lift:m=2,of=(fano)", "lift:m=2,of=({1,2},{2,3})", "hierarchical:outer=({b,a},{a,\"(\\x29\"}),inner=(fano)|({1})|(fano)",
		"fpp:7", "lift:3,(fano)", "surficial:12,3", "hierarchical:(lift:2,(majority:5)),(wall:1-2)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		i, err := Parse(t.Context(), spec)
		if err != nil {
			if i != nil || err.Error() == "" {
				t.Fatalf("%q: %v with error %q", spec, i, err)
			}
			if h, ok := err.(interface{ Hint() string }); ok {
				h.Hint()
			}
			return
		}
		again := assert.Got(Parse(t.Context(), i.Spec()))(t, "%q: its canonical form %q", spec, i)
		if again.Spec() != i.Spec() || again.N() != i.N() || again.Groups() != i.Groups() || again.Family().Name != i.Family().Name {
			t.Fatalf("%q: %s with %d nodes and %d groups, again %s with %d and %d",
				spec, i, i.N(), i.Groups(), again, again.N(), again.Groups())
		}
		if i.N() < 1 || i.N() > quorum.MaxNodes || i.Groups() < 1 {
			t.Fatalf("%q: %d nodes, %d groups", spec, i.N(), i.Groups())
		}
	})
}

// TestSamples: every family has samples of every size; the small ones are listed under their own
// specs, and have their defining properties.
func TestSamples(t *testing.T) {
	given := map[string]samples.Family{}
	for _, f := range samples.All() {
		given[f.Name] = f
	}
	for _, f := range Families() {
		of := given[f.Name]
		delete(given, f.Name)
		if len(of.Small) < 2 || len(of.Middling) == 0 || len(of.Huge) == 0 {
			t.Errorf("%s has too few samples in internal/check/samples", f.Name)
		}
		for _, spec := range of.Small {
			s := built(t, spec)
			assert.Equal(t, s.Name(), spec, "%s: its name", spec)
			assert.Equal(t, parsed(t, spec).Family().Name, f.Name, "%s: its family", spec)
			report := quorum.Check(t.Context(), s, quorum.Options{})
			for _, p := range s.Kind().Defining() {
				if v, _ := report.Judged(p); v.Holds != quorum.Holds {
					t.Errorf("%s: %s %v: %s", spec, p, v.Holds, v.Reason)
				}
			}
		}
	}
	assert.Equal(t, len(given), 0, "samples of no family: %v", given)
}
