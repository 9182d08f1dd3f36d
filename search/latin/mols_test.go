package latin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/quorum"
	"coterie/search"
)

// molsJudge checks a result of Mols that is not Unknown, without the code that made it.
func molsJudge(t *testing.T, r *search.Result, order, count int, want search.Verdict) {
	t.Helper()
	if r.Verdict != want || r.Search != "mols" || r.StoppedBy != "" || r.Question == "" {
		t.Fatalf("side %d, %d squares: %+v, want %s", order, count, r, want)
	}
	if want != search.Found {
		most, ok := r.Upper.Int()
		if !ok || most >= count || r.UpperBy == "" || r.Value != nil || r.System.Structure != nil || r.Squares != nil || r.Optimal {
			t.Errorf("side %d, %d squares: %+v", order, count, r)
		}
		return
	}
	if value, _ := r.Value.Int(); value != count || len(r.Squares) != count || r.Lower.Cmp(*r.Value) != 0 || r.LowerBy == "" {
		t.Fatalf("side %d, %d squares: %+v", order, count, r)
	}
	if most, ok := r.Upper.Int(); r.Optimal != (ok && most == count) || ok && most < count {
		t.Errorf("side %d, %d squares: upper bound %v, optimal %v", order, count, r.Upper, r.Optimal)
	}
	for s, square := range r.Squares {
		for i := range order {
			row, column := map[int]bool{}, map[int]bool{}
			for j := range order {
				row[square[i][j]], column[square[j][i]] = true, true
			}
			for v := range order {
				if !row[v] || !column[v] {
					t.Fatalf("side %d: %v is no Latin square", order, square)
				}
			}
		}
		for u := range s {
			pairs := map[[2]int]bool{}
			for i := range order {
				for j := range order {
					pairs[[2]int{square[i][j], r.Squares[u][i][j]}] = true
				}
			}
			assert.MustEqual(t, len(pairs), order*order, "side %d: squares %d and %d are not orthogonal", order, u+1, s+1)
		}
	}
	system := r.System.Structure.(*quorum.GroupSystem)
	if system.N() != order*order || system.Groups() != count+2 {
		t.Errorf("side %d, %d squares: a system of %d nodes and %d cartels", order, count, system.N(), system.Groups())
	}
	for c := range count + 2 {
		for i, line := range system.Cartel(c).All() {
			for _, node := range line {
				row, column := int(node)/order, int(node)%order
				switch {
				case len(line) != order,
					c == 0 && row != i, c == 1 && column != i,
					c >= 2 && r.Squares[c-2][row][column] != i:
					t.Fatalf("side %d: quorum %d of cartel %d is %v", order, i+1, c+1, line)
				}
			}
		}
	}
	for _, v := range quorum.Check(t.Context(), system, quorum.Options{}).Properties {
		assert.Equal(t, v.Holds, quorum.Holds, "side %d, %d squares: %s: %s", order, count, v.Property, v.Reason)
	}
}

// TestMols compares both methods with what is known.
func TestMols(t *testing.T) {
	assert.Long(t, "it searches in every case of a side to 6")
	most := map[int]int{2: 1, 3: 2, 4: 3, 5: 4, 6: 1} // how many there are
	for order := 1; order <= 6; order++ {
		for count := 1; count <= min(order+1, 5); count++ {
			want := search.Found
			if order > 1 && count > most[order] {
				want = search.ProvenAbsent
			}
			for _, method := range []search.Method{"", "sat"} {
				if order == 6 && count > 2 && method == "sat" {
					continue // as long as for 2, and nothing new
				}
				r := assert.Got(Mols(t.Context(), order, count, Options{Method: method}))(t, "side %d, %d squares, method %q", order, count, method)
				molsJudge(t, r, order, count, want)
				// 6 is the only order with something to ask.
				assert.Equal(t, r.Asked != "", method == "sat" || order == 6 && count >= 2 && count <= 4, "side %d, %d squares, method %q: asked %q", order, count, method, r.Asked)
				assert.Equal(t, r.WriteDIMACS != nil && r.WriteDIMACS(new(bytes.Buffer)) == nil, (r.Asked != ""), "side %d, %d squares, method %q: a formula is written", order, count, method)
			}
		}
	}
}

// TestMolsOrder7 is the order above 6 at which the formula must be satisfiable.
func TestMolsOrder7(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for seed := range uint64(2) {
		r := assert.Got(Mols(t.Context(), 7, 2, Options{Options: search.Options{Seed: seed}, Method: "sat"}))(t)
		molsJudge(t, r, 7, 2, search.Found)
	}
}

// TestMolsByArithmetic: what needs no solver, and which argument is named.
func TestMolsByArithmetic(t *testing.T) {
	for _, test := range []struct {
		order, count int
		want         search.Verdict
		by           string
	}{
		{7, 6, search.Found, "GF(7)"}, {8, 7, search.Found, "GF(8)"}, {9, 3, search.Found, "GF(9)"}, {12, 2, search.Found, "MacNeish"}, {15, 2, search.Found, "MacNeish"},
		{10, 1, search.Found, "cyclic"}, {1, 5, search.Found, "copies"}, {32, 31, search.Found, "GF(32)"},
		{7, 7, search.ProvenAbsent, "elementary"}, {10, 10, search.ProvenAbsent, "elementary"}, {12, 128, search.ProvenAbsent, "elementary"},
		{6, 5, search.ProvenAbsent, "Bruck and Ryser"}, {14, 11, search.ProvenAbsent, "Bruck 1963"}, {14, 13, search.ProvenAbsent, "Bruck 1963"},
	} {
		r := assert.Got(Mols(t.Context(), test.order, test.count, Options{}))(t)
		molsJudge(t, r, test.order, test.count, test.want)
		by := r.LowerBy
		if test.want != search.Found {
			by = r.UpperBy
		}
		if !strings.Contains(by, test.by) || r.Asked != "" {
			t.Errorf("side %d, %d squares: by %q, want %q; asked %q", test.order, test.count, by, test.by, r.Asked)
		}
		if test.want == search.Found {
			planeSameSystem(t, r.System.Structure)
		}
	}
}

// planeSameSystem compares a system that was built with the one that its name, a spec,
// stands for; sites may be others.
func planeSameSystem(t *testing.T, s quorum.Structure) {
	t.Helper()
	named := assert.Got(construct.Parse(t.Context(), s.Name()))(t)
	built := assert.Got(named.Build(t.Context(), 0))(t)
	var a, b bytes.Buffer
	assert.OK(t, errors.Join(quorum.Write(&a, s), quorum.Write(&b, built)))
	one, _, _ := strings.Cut(a.String(), `"sites"`)
	other, _, _ := strings.Cut(b.String(), `"sites"`)
	assert.Equal(t, one, other, "%s is another system", s.Name())
}

// TestMolsAgainstBounds: no verdict contradicts the literature, whatever is asked.
func TestMolsAgainstBounds(t *testing.T) {
	for order := 2; order <= 11; order++ {
		known := bounds.MOLS(order)
		for _, count := range []int{1, 2, 3, order - 2, order - 1, order} {
			if count < 1 {
				continue
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			r, err := Mols(ctx, order, count, Options{})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict == search.Found && count > known.Upper || r.Verdict == search.ProvenAbsent && count <= known.Lower {
				t.Errorf("side %d, %d squares: %s, but %+v", order, count, r.Verdict, known)
			}
		}
	}
}

// TestMolsOpen: a question that does not end in time has its bounds, what stopped it, and
// what is known elsewhere.
func TestMolsOpen(t *testing.T) {
	for _, test := range []struct {
		order, count int
		lower, upper int
		note         string
	}{
		{26, 2, 1, 25, "there are at least 2 such squares by Bose, Shrikhande and Parker 1960"},
		{10, 7, 1, 9, "the number of such squares is at most 6 by Bruck 1963, with no plane of order 10 (Lam"},
		{12, 3, 2, 11, "leave 3 such squares of side 12 open, between 2 (MacNeish 1922) and 11"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		start := reach.CPU()
		r, err := Mols(ctx, test.order, test.count, Options{})
		took := reach.CPU() - start
		cancel()
		if err != nil || r.Verdict != search.Unknown || r.StoppedBy != "timeout" {
			t.Fatalf("%+v, %v", r, err)
		}
		if took > 2*time.Second { // some 100 ms on an idle machine
			t.Errorf("stopped after %v", took)
		}
		lower, _ := r.Lower.Int()
		upper, _ := r.Upper.Int()
		if test.order == 10 && lower == 2 { // the two were found in the time
			lower, r.Value, r.System = 1, nil, quorum.Known{}
		}
		if lower != test.lower || upper != test.upper || r.Optimal || (r.Value != nil) != (test.order == 12) || (r.System.Structure != nil) != (test.order == 12) {
			t.Errorf("%+v", r)
		}
		if notes := strings.Join(r.Notes, "; "); !strings.Contains(notes, test.note) || (notes == "") != (test.note == "") {
			t.Errorf("side %d, %d squares: notes %q", test.order, test.count, notes)
		}
		assert.Contains(t, string(assert.Got(json.Marshal(r))(t)), `"verdict":"unknown"`)
	}
	// An interrupt before the start.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, method := range []search.Method{"auto", "sat"} {
		r, err := Mols(ctx, 26, 2, Options{Method: method})
		if err != nil || r.Verdict != search.Unknown || r.StoppedBy != "interrupt" {
			t.Errorf("%+v, %v", r, err)
		}
	}
	// A formula that nobody should write.
	r, err := Mols(t.Context(), 42, 2, Options{})
	if err != nil || r.Verdict != search.Unknown || !strings.Contains(r.StoppedBy, "clauses, more than 8000000") || r.Asked != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestMolsInput(t *testing.T) {
	for _, test := range []struct {
		order, count int
		method       search.Method
		option       string
	}{
		{0, 2, "", "order"}, {-3, 2, "", "order"}, {129, 2, "", "order"},
		{6, 0, "", "count"}, {6, -1, "sat", "count"}, {6, 129, "", "count"}, {6, 2, "exhaustive", "method"},
	} {
		r, err := Mols(t.Context(), test.order, test.count, Options{Method: test.method})
		var input *quorum.InputError
		if r != nil || !errors.As(err, &input) || input.What != test.option || input.Hint() == "" {
			t.Errorf("%+v: %v, %v", test, r, err)
		}
	}
}

// TestMolsRefusesWrongSquares: the check of squares does not trust them.
func TestMolsRefusesWrongSquares(t *testing.T) {
	good := molsSquares(builtMOLS(t, 5))
	assert.Got(molsSystem(t.Context(), "", good))(t)
	twice := [][][]int{good[0], good[0]}
	assert.Refused(molsSystem(t.Context(), "", twice))(t, "internal error", "a square and itself")
	broken := molsSquares(builtMOLS(t, 5))
	broken[1][2][3] = broken[1][2][4]
	assert.Refused(molsSystem(t.Context(), "", broken))(t, "square 2", "a row that has a symbol twice")
}

// TestMolsProgress: the question and the bounds are told.
func TestMolsProgress(t *testing.T) {
	var words []string
	opts := search.Options{Progress: func(stage string, _, _ int) { words = append(words, stage) }}
	assert.Got(Mols(t.Context(), 6, 2, Options{Options: opts}))(t)
	assert.Contains(t, strings.Join(words, "; "), "Are there 2 mutually orthogonal Latin squares of side 6? (between 1 and 4)")
}

// TestMolsOfSideOne: of side 1 there are as many squares as one likes, for the formula too.
func TestMolsOfSideOne(t *testing.T) {
	for count := 1; count <= 8; count++ {
		for _, method := range []search.Method{"auto", "sat"} {
			r, err := Mols(t.Context(), 1, count, Options{Method: method})
			if err != nil || r.Verdict != search.Found || len(r.Squares) != count {
				t.Errorf("%d squares, method %s: %+v, %v", count, method, r, err)
			}
		}
	}
}

// TestMolsBest: where three squares are asked for, the two that are found stay, with their number
// as a bound.
func TestMolsBest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var opts Options
	opts.Progress = func(stage string, _, _ int) {
		if strings.HasPrefix(stage, "Are there 3") { // the open question itself is not waited for
			cancel()
		}
	}
	r, err := Mols(ctx, 10, 3, opts)
	if err != nil || r.Verdict != search.Unknown || r.StoppedBy != "interrupt" || r.Optimal {
		t.Fatalf("%+v, %v", r, err)
	}
	lower, _ := r.Lower.Int()
	value, _ := r.Value.Int()
	if lower != 2 || value != 2 || len(r.Squares) != 2 || r.System.Structure == nil || !strings.Contains(r.LowerBy, "found by SAT") {
		t.Errorf("%+v", r)
	}
	if notes := strings.Join(r.Notes, "; "); !strings.Contains(notes, "cited") || !strings.Contains(notes, "McKay, Meynert and Myrvold 2007") {
		t.Errorf("notes %q", notes)
	}
	// Where there are none, fewer squares are no answer: 2 of side 6, 1 of which is built.
	if r, err := Mols(t.Context(), 6, 2, Options{}); err != nil || r.Verdict != search.ProvenAbsent || r.System.Structure != nil || r.Value != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestMolsAreTheSameForAllJobs: which squares a solver finds depends on the seed alone.
func TestMolsAreTheSameForAllJobs(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{0, 1, 7} {
		var want *search.Result
		for _, jobs := range []int{1, 2, 3, 8, 8} {
			got, err := Mols(t.Context(), 5, 3, Options{Options: search.Options{Jobs: jobs, Seed: seed}, Method: search.SAT})
			if err != nil || got.Verdict != search.Found {
				t.Fatal(got, err)
			}
			if want == nil {
				want = got
			}
			assert.MustEqual(t, fmt.Sprint(got.Squares), fmt.Sprint(want.Squares), "seed %d: %d jobs find other squares than one", seed, jobs)
		}
	}
}
