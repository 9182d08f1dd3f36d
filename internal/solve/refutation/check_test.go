package refutation

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/drat"
	"coterie/internal/solve/sat"
)

// pigeons says that each of holes+1 pigeons has a hole of its own.
func pigeons(holes int) *sat.CNF {
	cnf := &sat.CNF{}
	for p := range holes + 1 {
		clause := make([]int, holes)
		for h := range clause {
			clause[h] = 1 + p*holes + h
		}
		cnf.AddClause(clause...)
	}
	for h := range holes {
		for p := range holes + 1 {
			for q := range p {
				cnf.AddClause(-1-p*holes-h, -1-q*holes-h)
			}
		}
	}
	return cnf
}

// proofsOf returns a proof for each cube: all clauses over the variables that are left, longest
// first, where propagation is not enough.
func proofsOf(t *testing.T, cnf *sat.CNF, list List) []string {
	t.Helper()
	proofs := make([]string, len(list))
	for i, cube := range list {
		if _, err := NewChecker(cnf).Check(t.Context(), cube, nil); err == nil {
			continue
		}
		vars := []int{4, 5, 6, 7, 8, 9}
		var b strings.Builder
		for length := len(vars); length >= 0; length-- {
			for signs := range 1 << length {
				for k := range length {
					fmt.Fprint(&b, vars[k]*(1-2*(signs>>k&1)), " ")
				}
				b.WriteString("0\n")
			}
		}
		proofs[i] = b.String()
	}
	return proofs
}

func packed(t *testing.T, proofs []string) []byte {
	t.Helper()
	var b bytes.Buffer
	p := NewPacker(&b)
	for i, proof := range proofs {
		assert.OK(t, p.Add(i, []byte(proof)))
	}
	assert.OK(t, p.Close())
	return b.Bytes()
}

var cut = List{{1, 5}, {1, -5, 6}, {1, -5, -6}, {-1, 2}, {-1, -2, 3}, {-1, -2, -3}}

// TestCheck: a cover with its proofs is accepted, with the same tally whatever the number of jobs.
func TestCheck(t *testing.T) {
	cnf := pigeons(3)
	proofs := proofsOf(t, cnf, cut)
	var first Tally
	for jobs := range 4 {
		told := 0
		tally, err := Check(t.Context(), cnf, cut, bytes.NewReader(packed(t, proofs)), Options{Jobs: jobs + 1, Progress: func(_ string, done, total int) {
			if told++; done != told || total != len(cut) {
				t.Errorf("%d of %d after %d", done, total, told)
			}
		}})
		if err != nil || tally.Cubes != len(cut) || tally.Propagated == 0 || tally.Propagated == len(cut) || tally.Needed == 0 {
			t.Fatalf("%+v, %v", tally, err)
		}
		if jobs == 0 {
			first = tally
		}
		if tally != first || told != len(cut) {
			t.Errorf("%d jobs: %+v, told %d times", jobs+1, tally, told)
		}
	}
	assert.True(t, bytes.Equal(packed(t, proofs), packed(t, proofs)), "the pack of the same proofs differs")
}

// TestCheckRefuses: a cover or a pack that does not prove the refutation is refused, and says why.
func TestCheckRefuses(t *testing.T) {
	cnf := pigeons(3)
	proofs := proofsOf(t, cnf, cut)
	without := func(i int) List { return append(append(List{}, cut[:i]...), cut[i+1:]...) }
	entries := func(names ...string) []byte {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, name := range names {
			proof := map[string]string{"4.drat": proofs[3], "5.drat": proofs[4]}[name] + "0\n"
			assert.OK(t, w.WriteHeader(&tar.Header{Name: name, Size: int64(len(proof)), Mode: 0o644}))
			fmt.Fprint(w, proof)
		}
		w.Close()
		return b.Bytes()
	}
	exchanged := append([]string{}, proofs...)
	exchanged[3] = "0\n" // which proves a cube that leaves less
	less := append([]string{}, proofs...)
	less[4] = ""
	satisfiable := &sat.CNF{}
	satisfiable.Grow(cnf.Variables())
	for i, clause := range cnf.Clauses() {
		if i > 0 { // the first pigeon needs no hole
			lits := []int{}
			for _, l := range clause {
				lits = append(lits, int(l))
			}
			satisfiable.AddClause(lits...)
		}
	}
	for _, c := range []struct {
		name string
		cnf  *sat.CNF
		list List
		pack []byte
		says string
	}{
		{"a cube less", cnf, without(5), packed(t, proofs[:5]), "cube 6: it is missing: nothing covers (-1 -2 -3)"},
		{"a cube in the middle less", cnf, without(4), packed(t, append(append([]string{}, proofs[:4]...), proofs[5])), "cube 6: it is missing: nothing covers (-1 -2 3)"},
		{"no cube", cnf, List{}, packed(t, nil), "cube 1: it is missing"},
		{"a proof less", cnf, cut, packed(t, less), "cube 5: the 0 steps of the proof lead to no contradiction"},
		{"no proof", cnf, cut, packed(t, make([]string, 6)), "cube 4: the 0 steps"},
		{"nothing", cnf, cut, nil, "cube 4: the 0 steps"},
		{"a proof of something else", cnf, cut, packed(t, exchanged), "cube 4: step 1 of the proof"},
		{"a model", satisfiable, cut, packed(t, proofs), "cube 6: the 0 steps"},
		{"a proof too many", cnf, cut, packed(t, append(append([]string{}, proofs...), "0\n")), "it has 7.drat, and there are 6 cubes"},
		{"a proof that is not needed", cnf, cut, packed(t, append([]string{"no proof\n"}, proofs[1:]...)), "it has 1.drat, and unit propagation refutes that cube"},
		{"a proof twice", cnf, cut, entries("4.drat", "4.drat"), "4.drat comes after 4.drat"},
		{"the wrong order", cnf, cut, entries("4.drat", "5.drat", "2.drat"), "2.drat comes after 5.drat"},
		{"another name", cnf, cut, entries("01.drat"), `"01.drat" is no proof of a cube`},
		{"another file", cnf, cut, entries("README"), `"README" is no proof of a cube`},
		{"a number that is none", cnf, cut, entries("0.drat"), "it has 0.drat"},
		{"something behind it", cnf, cut, append(packed(t, proofs), 'x'), "something follows its end"},
		{"cut off", cnf, cut, packed(t, proofs)[:700], "it is cut off, or no tar file"},
		{"no tar", cnf, cut, bytes.Repeat([]byte("0\n"), 600), "it is cut off, or no tar file"},
		{"no proof at all", cnf, cut, packed(t, append(append([]string{}, proofs[:3]...), "no proof\n", proofs[4])), "cube 4: step 1 of the proof, at byte 1"},
	} {
		for jobs := 1; jobs <= 3; jobs++ {
			tally, err := Check(t.Context(), c.cnf, c.list, bytes.NewReader(c.pack), Options{Jobs: jobs})
			if err == nil || !strings.Contains(err.Error(), c.says) || tally != (Tally{}) {
				t.Errorf("%s, %d jobs: %+v, %v; want %q", c.name, jobs, tally, err, c.says)
			}
		}
	}
}

// TestChecker: a literal beyond the formula, or none, is refused before anything is checked.
func TestChecker(t *testing.T) {
	c := NewChecker(pigeons(2))
	for _, lit := range []int32{0, 7, -7, -1 << 31} {
		assert.As[*CubeError](c.Check(t.Context(), []int32{1, lit}, []byte("0\n")))(t, "%d", lit)
	}
	if _, err := c.Check(t.Context(), []int32{1, -1}, nil); err != nil {
		t.Errorf("a cube that contradicts itself: %v", err)
	}
	for range 2 {
		open := assert.As[*drat.ProofError](c.Check(t.Context(), nil, nil))(t)
		assert.Equal(t, open.Unfinished, true, "the whole formula")
	}
	assert.Equal(t, assert.Got(c.Check(t.Context(), []int32{1}, nil))(t), (Tally{Cubes: 1, Propagated: 1}))
}

// TestOpenCubes: cubes without a proof are open where that is allowed, and proofs are checked.
func TestOpenCubes(t *testing.T) {
	cnf := pigeons(3)
	proofs := proofsOf(t, cnf, cut)
	proofs[4] = ""
	tally, err := Check(t.Context(), cnf, cut, bytes.NewReader(packed(t, proofs)), Options{Open: true})
	if err != nil || tally.Cubes != 5 || tally.Propagated != 4 {
		t.Errorf("%+v, %v", tally, err)
	}
	proofs[3] = "0\n"
	assert.As[*CubeError](Check(t.Context(), cnf, cut, bytes.NewReader(packed(t, proofs)), Options{Open: true}))(t, "a proof that does not hold")
}

// TestCheckEnds: the end of ctx is no verdict.
func TestCheckEnds(t *testing.T) {
	cnf := pigeons(3)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	proofs := proofsOf(t, cnf, cut)
	_, err := Check(ctx, cnf, cut, bytes.NewReader(packed(t, proofs)), Options{Jobs: 2, Progress: func(_ string, done, _ int) {
		if done == 2 {
			cancel(why)
		}
	}})
	assert.Is(t, err, why)
}
