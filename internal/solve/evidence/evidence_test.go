package evidence_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/solve/evidence"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
)

// smallSolver is the command of a solver, this test program, of formulas of a few variables.
func smallSolver() []string {
	return []string{os.Args[0], "-test.run=^TestSmallSolver$", "--"}
}

// TestSmallSolver is no test, but the solver: its proof cuts the assignments in halves, longest
// prefixes first.
func TestSmallSolver(t *testing.T) {
	i := slices.Index(os.Args, "--")
	if i < 0 || len(os.Args) < i+3 {
		t.Skip("not called as a solver")
	}
	text, err := os.ReadFile(os.Args[i+1])
	if err != nil {
		os.Exit(1)
	}
	cnf, err := sat.ReadDIMACS(bytes.NewReader(text))
	if err != nil {
		os.Exit(1)
	}
	s := sat.NewSolver(cnf, sat.Options{})
	if verdict, _ := s.Solve(context.Background()); verdict == sat.Sat {
		fmt.Print("v ")
		for v, value := range s.Model() {
			if v > 0 && value {
				fmt.Print(v, " ")
			}
		}
		fmt.Print("0\n")
		os.Exit(10)
	}
	var proof bytes.Buffer
	for length := cnf.Variables(); length >= 0; length-- {
		for signs := range 1 << length {
			for v := range length {
				fmt.Fprint(&proof, (v+1)*(1-2*(signs>>v&1)), " ")
			}
			proof.WriteString("0\n")
		}
	}
	if os.WriteFile(os.Args[i+2], proof.Bytes(), 0o666) != nil {
		os.Exit(1)
	}
	os.Exit(20)
}

// least is a search: the least number of true variables among four such that no two that the seed
// chooses are both false. Extra makes it ask one more question at the end.
func least(ctx context.Context, seed uint64, extra bool, opts search.Options) (*search.Result, error) {
	r := &search.Result{Search: "least", Question: "how many?", Verdict: search.Found, Objective: "number"}
	s := session.New(ctx, opts, r)
	for k := 0; ; k++ {
		rng := rand.New(rand.NewPCG(seed, 1))
		cnf := &sat.CNF{}
		cnf.Grow(4)
		cnf.Comment(fmt.Sprintf("at most %d", k))
		for range 5 {
			pair := rng.Perm(4)
			cnf.AddClause(pair[0]+1, pair[1]+1)
		}
		for set := range 1 << 4 {
			var clause []int
			for v := range 4 {
				if set>>v&1 == 1 {
					clause = append(clause, -v-1)
				}
			}
			if len(clause) == k+1 {
				cnf.AddClause(clause...)
			}
		}
		words := fmt.Sprintf("%d of four", k)
		a, err := s.Ask(ctx, session.Question{Words: words, CNF: cnf, Theorems: session.Theorems{"sequential-counter"}})
		if err != nil {
			return nil, err
		}
		switch a.Verdict {
		case sat.Sat:
			r.Value, r.Lower, r.Upper = new(bounds.Integer(k)), new(bounds.Integer(k)), new(bounds.Integer(k))
			r.LowerBy, r.UpperBy, r.Optimal = fmt.Sprintf("no model of: %d of four (%s)", k-1, a.By), "a model", true
			if extra {
				last := &sat.CNF{}
				last.AddClause(1)
				last.AddClause(-1)
				if _, err := s.Ask(ctx, session.Question{Words: "extra", CNF: last, Theorems: session.Theorems{"sequential-counter"}}); err != nil {
					return nil, err
				}
			}
			return r, s.Close()
		case sat.Unknown:
			r.Verdict, r.StoppedBy = search.Unknown, "timeout"
			return r, s.Close()
		}
	}
}

// keep makes a folder of the search, and returns a function that runs it again.
func keep(t *testing.T, seed uint64, extra bool) (folder string, rerun func(context.Context, *evidence.Manifest) (*search.Result, error)) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "kept")
	w := assert.Got(evidence.Create(folder, nil))(t)
	r := assert.Got(least(session.WithKeeper(t.Context(), w), seed, extra, search.Options{Solver: smallSolver()}))(t)
	path, err := w.Finish(t.Context(), evidence.Manifest{Version: "1", Search: "least", Seed: seed, Solver: []string{"small"}}, r)
	if path != folder || err != nil {
		t.Fatalf("%q, %v", path, err)
	}
	return folder, func(ctx context.Context, m *evidence.Manifest) (*search.Result, error) {
		return least(ctx, m.Seed, false, search.Options{Solver: m.Solver})
	}
}

func verify(t *testing.T, folder string, opts evidence.Options) *evidence.Report {
	t.Helper()
	r := assert.Got(evidence.Verify(t.Context(), folder, opts))(t)
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "verdict    "+r.Verdict()+"\n") {
		t.Fatalf("%v: %s", err, text.String())
	}
	assert.Got(json.Marshal(r))(t)
	return r
}

// TestVerify: kept folders are verified, with and without their formulas, compressed too; the
// report names the questions from which the result follows.
func TestVerify(t *testing.T) {
	for seed := range uint64(6) {
		folder, rerun := keep(t, seed, false)
		r := verify(t, folder, evidence.Options{Search: rerun})
		if !r.Verified() || !r.Derived || len(r.Manifest.Follows) != 1 || len(r.Manifest.Follows[0].Questions) != 1 {
			t.Errorf("seed %d: %s, %s, %+v", seed, r.Verdict(), r.NotDerived, r.Manifest.Follows)
		}
		if alone := verify(t, folder, evidence.Options{ProofsAlone: true}); !alone.Verified() || alone.Derived {
			t.Errorf("seed %d, proofs alone: %s", seed, alone.Verdict())
		}
		for _, path := range glob(t, folder, "*.drat") {
			pack(t, path)
		}
		for _, path := range glob(t, folder, "*.cnf") {
			assert.OK(t, os.Remove(path))
		}
		if r := verify(t, folder, evidence.Options{Search: rerun}); !r.Verified() {
			t.Errorf("seed %d, compressed, without formulas: %s", seed, r.Verdict())
		}
		assert.Equal(t, verify(t, folder, evidence.Options{ProofsAlone: true}).Verdict(), "undecided", "seed %d, proofs alone without formulas", seed)
	}
}

func glob(t *testing.T, folder, pattern string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(list) == 0 {
		t.Fatalf("no %s: %v", pattern, err)
	}
	return list
}

// pack compresses a file.
func pack(t *testing.T, path string) {
	t.Helper()
	data := assert.Got(os.ReadFile(path))(t)
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	assert.OK(t, errors.Join(os.WriteFile(path+".gz", b.Bytes(), 0o666), os.Remove(path)))
}

// TestOtherSearch: a folder whose questions are not those of the search, or whose result is
// another, is not verified.
func TestOtherSearch(t *testing.T) {
	folder, rerun := keep(t, 1, true)
	if r := verify(t, folder, evidence.Options{Search: rerun}); !r.Failed() || !strings.Contains(r.NotDerived, "does not ask") {
		t.Errorf("a question too many: %s, %s", r.Verdict(), r.NotDerived)
	}
	folder, _ = keep(t, 1, false)
	other := func(ctx context.Context, m *evidence.Manifest) (*search.Result, error) {
		return least(ctx, m.Seed+1, false, search.Options{Solver: m.Solver})
	}
	if r := verify(t, folder, evidence.Options{Search: other}); !r.Failed() || !strings.Contains(r.NotDerived, "has no answer to") {
		t.Errorf("another search: %s, %s", r.Verdict(), r.NotDerived)
	}
	better := func(ctx context.Context, m *evidence.Manifest) (*search.Result, error) {
		r, err := least(ctx, m.Seed, false, search.Options{Solver: m.Solver})
		if r != nil {
			r.Value = new(bounds.Integer(17))
		}
		return r, err
	}
	if r := verify(t, folder, evidence.Options{Search: better}); !r.Failed() || !strings.Contains(r.NotDerived, "another result") {
		t.Errorf("another result: %s, %s", r.Verdict(), r.NotDerived)
	}
}

// TestDamage changes a folder in every way that its manifest must notice, and the manifest in ways
// that make it a lie: nothing of that is verified.
func TestDamage(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	edit := func(from, to string) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			path := filepath.Join(folder, evidence.ManifestName)
			data, err := os.ReadFile(path)
			if err != nil || !bytes.Contains(data, []byte(from)) {
				t.Fatalf("no %q in the manifest: %v", from, err)
			}
			assert.OK(t, os.WriteFile(path, bytes.Replace(data, []byte(from), []byte(to), 1), 0o666))
		}
	}
	write := func(name, text string) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			path := filepath.Join(folder, name)
			os.Remove(path)
			assert.OK(t, os.WriteFile(path, []byte(text), 0o666))
		}
	}
	for _, c := range []struct {
		name   string
		damage func(*testing.T, string)
		says   string // of the error
	}{
		{"no manifest", func(t *testing.T, f string) { os.Remove(filepath.Join(f, evidence.ManifestName)) }, "no folder of proofs"},
		{"another format", edit("coterie-proofs/1", "coterie-proofs/2"), "format"},
		{"an unknown key", edit(`"search"`, `"seek": 1, "search"`), "unknown field"},
		{"something after it", edit("\n}\n", "\n}\n{}"), "follows its end"},
		{"half of it", write(evidence.ManifestName, `{"format"`), "cannot be read"},
		{"no proof", func(t *testing.T, f string) { os.Remove(filepath.Join(f, "1.drat")) }, "missing"},
		{"another proof", write("1.drat", "0\n"), "bytes"},
		{"another formula", write("1.cnf", "p cnf 1 0\n"), "bytes"},
		{"another proof as long", func(t *testing.T, f string) {
			data := assert.Got(os.ReadFile(filepath.Join(f, "1.drat")))(t)
			write("1.drat", strings.Replace(string(data), "1", "2", 1))(t, f)
		}, "SHA-256"},
		{"a hash", edit(`"sha256": "`, `"sha256": "0`), "hash"},
		{"a folder above", edit(`"1.drat"`, `"../1.drat"`), "no name of a file"},
		{"an absolute name", edit(`"1.drat"`, `"/etc/passwd"`), "no name of a file"},
		{"the manifest as proof", edit(`"1.drat"`, `"manifest.json"`), "twice"},
		{"one file for two", edit(`"1.drat"`, `"1.cnf"`), "twice"},
		{"an answer", edit(`"refuted"`, `"perhaps"`), "none of"},
		{"refuted by a model", edit(`"refuted"`, `"found"`), "goes with"},
		{"no theorem", edit("[\n    \"docs/theorems/sequential-counter.md\"\n   ]", "[]"), "no theorem"},
		{"a link", func(t *testing.T, f string) {
			outside := filepath.Join(t.TempDir(), "outside")
			data, err := os.ReadFile(filepath.Join(f, "1.drat"))
			assert.OK(t, errors.Join(err, os.WriteFile(outside, data, 0o666), os.Remove(filepath.Join(f, "1.drat"))))
			if err := os.Symlink(outside, filepath.Join(f, "1.drat")); err != nil {
				t.Skip(err)
			}
		}, "no plain file"},
		{"a folder in its place", func(t *testing.T, f string) {
			assert.OK(t, errors.Join(os.Remove(filepath.Join(f, "1.drat")), os.Mkdir(filepath.Join(f, "1.drat"), 0o777)))
		}, "no plain file"},
		{"a bomb", func(t *testing.T, f string) {
			write("1.drat", strings.Repeat("0", 1<<20))(t, f)
			pack(t, filepath.Join(f, "1.drat"))
		}, "bytes"},
		{"no gzip", func(t *testing.T, f string) {
			os.Remove(filepath.Join(f, "1.drat"))
			write("1.drat.gz", "0\n")(t, f)
		}, "1.drat.gz"},
		{"a model", func(t *testing.T, f string) {
			path := glob(t, f, "*.model")[0]
			write(filepath.Base(path), "999999999\n")(t, f)
		}, "bytes"},
	} {
		folder, rerun := keep(t, 2, false)
		c.damage(t, folder)
		_, err := evidence.Verify(t.Context(), folder, evidence.Options{Search: rerun})
		var flaw *quorum.FormatError
		if !errors.As(err, &flaw) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
	for _, c := range []struct{ name, from, to string }{
		{"another value", `"value": `, `"value": 1`},
		{"another seed", `"seed": 2`, `"seed": 3`},
		{"another theorem", "sequential-counter.md", "mols.md"},
		{"unfinished", `"complete": true`, `"complete": false`},
		{"other words", `"words": "`, `"words": "not `},
		{"more variables", `"variables": `, `"variables": 1`},
		{"more clauses", `"clauses": `, `"clauses": 1`},
		{"another conclusion", `"questions": [
    `, `"questions": [
    7`},
		{"another bound", `"what": "`, `"what": "not `},
		{"less on trust", `"trust": "`, `"trust": "nothing; not `},
	} {
		folder, rerun := keep(t, 2, false)
		edit(c.from, c.to)(t, folder)
		if r := verify(t, folder, evidence.Options{Search: rerun}); r.Verified() {
			t.Errorf("%s: verified", c.name)
		}
	}
	// What is not derived is nobody's word but the manifest's.
	folder, _ := keep(t, 2, false)
	edit(`"trust": "`, `"trust": "nothing; not `)(t, folder)
	edit(`"what": "`, `"what": "not `)(t, folder)
	alone := verify(t, folder, evidence.Options{ProofsAlone: true})
	var text bytes.Buffer
	data, err := alone.MarshalJSON()
	assert.OK(t, errors.Join(err, alone.WriteText(&text)))
	if text.Write(data); !alone.Verified() || strings.Contains(text.String(), "nothing;") || strings.Contains(text.String(), "not lower") {
		t.Errorf("%s", text.String())
	}
	folder, _ = keep(t, 2, false)
	write(evidence.ManifestName, `{"format":"coterie-proofs/1"}`)(t, folder)
	assert.Equal(t, verify(t, folder, evidence.Options{ProofsAlone: true}).Verdict(), "undecided", "no question")
	for _, path := range []string{filepath.Join(t.TempDir(), "none"), os.Args[0], t.TempDir()} {
		assert.As[*quorum.FormatError](evidence.Verify(t.Context(), path, evidence.Options{}))(t, "%s", path)
	}
}

// TestPlantedModel: an assignment that violates the first clause is no model, though the manifest
// has its size and hash.
func TestPlantedModel(t *testing.T) {
	folder, rerun := keep(t, 3, false)
	m := manifestOf(t, folder)
	i := slices.IndexFunc(m.Questions, func(q evidence.Question) bool { return q.Answer == evidence.Found })
	file := m.Questions[i].Model
	plant(t, folder, m, file, "\n") // all false
	if r := verify(t, folder, evidence.Options{Search: rerun}); !r.Failed() || r.Questions[i].Holds || !strings.Contains(r.Questions[i].Why, "clause 1 ") {
		t.Errorf("%s, %+v", r.Verdict(), r.Questions[i])
	}
}

// TestPlantedGap: a proof with a step less, or with another literal, fails though the manifest has
// its size and hash.
func TestPlantedGap(t *testing.T) {
	for _, change := range []func([]string) []string{
		func(steps []string) []string { return steps[len(steps)-1:] },
		func([]string) []string { return []string{"1 2 0\n"} },
		func([]string) []string { return []string{"no proof\n"} },
	} {
		folder, rerun := keep(t, 3, false)
		m := manifestOf(t, folder)
		i := 0
		for m.Questions[i+1].Answer == evidence.Refuted {
			i++ // the last one, which needs more than propagation
		}
		file := m.Questions[i].Proof
		proof := assert.Got(os.ReadFile(filepath.Join(folder, file.Name)))(t)
		planted := strings.Join(change(strings.SplitAfter(strings.TrimSuffix(string(proof), "\n"), "\n")), "")
		plant(t, folder, m, file, planted)
		for _, opts := range []evidence.Options{{Search: rerun}, {ProofsAlone: true}} {
			if r := verify(t, folder, opts); !r.Failed() || r.Questions[i].Holds || r.Questions[i].Why == "" {
				t.Errorf("%q: %s, %+v", planted, r.Verdict(), r.Questions[i])
			}
		}
	}
}
