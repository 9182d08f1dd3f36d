package evidence_test

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/evidence"
	"coterie/internal/solve/refutation"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sat/cubes"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
)

// pigeons says that each of four pigeons has one of three holes for itself: variable 3p+h is that
// pigeon p, from 0, is in hole h, from 1.
func pigeons() *sat.CNF {
	cnf := &sat.CNF{}
	cnf.Comment("pigeons")
	for p := range 4 {
		cnf.AddClause(3*p+1, 3*p+2, 3*p+3)
	}
	for h := 1; h <= 3; h++ {
		for p := range 4 {
			for q := range p {
				cnf.AddClause(-3*p-h, -3*q-h)
			}
		}
	}
	return cnf
}

// pigeonTree splits them by where the first one is; pigeonList are its cubes. Of the open ones unit
// propagation refutes the second, which the tree does not say.
var pigeonTree = cubes.Tree{1, 4, cubes.Refuted, cubes.Open, 2, 5, cubes.Open, cubes.Open, 3, cubes.Open, cubes.Refuted}

const (
	fallen     = "c refuted by unit propagation\n"
	pigeonList = fallen + "a 1 4 0\na 1 -4 0\na -1 2 5 0\na -1 2 -5 0\na -1 -2 3 0\n" + fallen + "a -1 -2 -3 0\n"
)

// halves is a proof that cuts the assignments of the last three pigeons in halves.
func halves() []byte {
	vars := []int{4, 5, 6, 7, 8, 9}
	var b bytes.Buffer
	for length := len(vars); length >= 0; length-- {
		for signs := range 1 << length {
			for k := range length {
				fmt.Fprint(&b, vars[k]*(1-2*(signs>>k&1)), " ")
			}
			b.WriteString("0\n")
		}
	}
	return b.Bytes()
}

// nest is a search with one question: whether the pigeons have room. Its keeper gets it in cubes if
// it keeps those; decide has them decided.
func nest(ctx context.Context, t *testing.T, keeper session.Keeper, decide func(keep func(context.Context, int, []byte) error) (session.Answer, error)) (*search.Result, error) {
	q := session.Question{Words: "four pigeons in three holes", CNF: pigeons(), Theorems: session.Theorems{"sequential-counter"}}
	r := &search.Result{Search: "nest", Question: "have they room?", Objective: "existence"}
	var a session.Answer
	var err error
	if splits, ok := keeper.(session.CubeKeeper); ok {
		a, _, err = splits.AskCubes(ctx, q, pigeonTree, decide)
	} else {
		a, _, err = keeper.Ask(ctx, q, nil)
	}
	switch {
	case err != nil:
		return nil, err
	case a.Verdict == sat.Unsat:
		r.Verdict, r.LowerBy = search.ProvenAbsent, "no model of: "+q.Words+" ("+a.By+")"
	default:
		r.Verdict, r.StoppedBy = search.Unknown, "timeout"
	}
	return r, nil
}

// refuteAll hands over the proofs of all cubes, in an order that the seed chooses, on several
// goroutines, some of them twice.
func refuteAll(ctx context.Context, t *testing.T, seed uint64) func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
	return func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
		order := rand.New(rand.NewPCG(seed, 7)).Perm(4)
		var all sync.WaitGroup
		errs := make([]error, 2*len(order))
		for k, cube := range append(order, order...) {
			all.Go(func() { errs[k] = keep(ctx, cube, halves()) })
		}
		all.Wait()
		return session.Answer{Verdict: sat.Unsat, By: "halves"}, errors.Join(errs...)
	}
}

// keepCubes makes a folder of the nest.
func keepCubes(t *testing.T, seed uint64) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "kept")
	w := assert.Got(evidence.Create(folder, nil))(t)
	r := assert.Got(nest(t.Context(), t, w, refuteAll(t.Context(), t, seed)))(t)
	path, err := w.Finish(t.Context(), evidence.Manifest{Version: "1", Search: "nest", Solver: []string{"halves"}}, r)
	if path != folder || err != nil {
		t.Fatalf("%q, %v", path, err)
	}
	return folder
}

// again runs the nest with a keeper in the place of a solver.
func again(t *testing.T) func(context.Context, *evidence.Manifest) (*search.Result, error) {
	return func(ctx context.Context, _ *evidence.Manifest) (*search.Result, error) {
		return nest(ctx, t, session.KeeperOf(ctx), nil)
	}
}

// contents are the files of a folder.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, path := range glob(t, folder, "*") {
		data := assert.Got(os.ReadFile(path))(t)
		files[filepath.Base(path)] = string(data)
	}
	return files
}

// TestCubes: a refutation by cubes is verified, with any number of jobs, without its formula and
// compressed; the folder does not depend on the speeds of the workers, and the text has the number
// of cubes.
func TestCubes(t *testing.T) {
	folder := keepCubes(t, 1)
	first := contents(t, folder)
	if names := slices.Sorted(maps.Keys(first)); !slices.Equal(names, []string{"1.cnf", "1.cubes", "1.drat.tar", "manifest.json"}) || first["1.cubes"] != pigeonList {
		t.Errorf("%v, %s", names, first["1.cubes"])
	}
	for seed := range uint64(5) {
		assert.Map(t, first, contents(t, keepCubes(t, seed)), "seed %d: another folder", seed)
	}
	for jobs := 1; jobs <= 3; jobs++ {
		r := verify(t, folder, evidence.Options{Search: again(t), Jobs: jobs})
		if !r.Verified() || !r.Derived || r.Manifest.Format != "coterie-proofs/2" {
			t.Errorf("%s, %s", r.Verdict(), r.NotDerived)
		}
		var text bytes.Buffer
		if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "answer   refuted in 6 cubes that cover all assignments, and each refutation holds (halves)\n") ||
			!strings.Contains(text.String(), "  proof    3 of 6 by unit propagation alone, 3 by proofs of ") {
			t.Errorf("%v\n%s", err, text.String())
		}
		if alone := verify(t, folder, evidence.Options{ProofsAlone: true, Jobs: jobs}); !alone.Verified() {
			t.Errorf("proofs alone: %s, %+v", alone.Verdict(), alone.Questions)
		}
	}
	pack(t, filepath.Join(folder, "1.cubes"))
	pack(t, filepath.Join(folder, "1.drat.tar"))
	assert.OK(t, os.Remove(filepath.Join(folder, "1.cnf")))
	if r := verify(t, folder, evidence.Options{Search: again(t)}); !r.Verified() {
		t.Errorf("compressed: %s, %s, %+v", r.Verdict(), r.NotDerived, r.Questions)
	}
}

// TestKeepRefuses: an invalid proof is refused when it comes, from any sender, and the next one is
// taken; an answer without all the proofs is none.
func TestKeepRefuses(t *testing.T) {
	for name, proof := range map[string]string{
		"of nothing": "0\n", "without end": "4 5 6 7 8 9 0\n", "no proof": "perhaps\n", "of another cube": "1 0\n", "none": "",
	} {
		w, err := evidence.Create(filepath.Join(t.TempDir(), "kept"), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = nest(t.Context(), t, w, func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
			var wrong *refutation.CubeError
			err := keep(t.Context(), 2, []byte(proof))
			if !errors.As(err, &wrong) || wrong.Cube != 4 {
				t.Errorf("%s: %v", name, err)
			}
			assert.NoError(t, keep(t.Context(), 2, halves()), "the proof after it")
			assert.NoError(t, keep(t.Context(), 2, nil), "a cube that is kept")
			for _, cube := range []int{-1, 4} {
				assert.Fails(t, keep(t.Context(), cube, halves()), "", "cube %d is kept", cube)
			}
			return session.Answer{Verdict: sat.Unsat, By: "liar"}, err
		})
		if sat.FaultOf(err) != sat.Lied || !strings.Contains(err.Error(), "four pigeons in three holes; cube 4: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	folder := filepath.Join(t.TempDir(), "kept")
	w := assert.Got(evidence.Create(folder, nil))(t)
	assert.Refused(nest(t.Context(), t, w, func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
		return session.Answer{Verdict: sat.Unsat, By: "lazy"}, keep(t.Context(), 0, halves())
	}))(t, "4 of 6 cubes are refuted", "an answer with half of the proofs")
	if left, err := os.ReadDir(folder + ".partial"); err != nil || len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
}

// repacked are the proofs of a pack by their names, written in the order of names.
func repacked(t *testing.T, pack string, change func(map[string]string), names ...string) string {
	t.Helper()
	proofs := map[string]string{}
	in := tar.NewReader(strings.NewReader(pack))
	for h, err := in.Next(); err == nil; h, err = in.Next() {
		var b bytes.Buffer
		b.ReadFrom(in)
		proofs[h.Name] = b.String()
	}
	assert.MustEqual(t, len(proofs), 3, "proofs")
	change(proofs)
	if names == nil {
		names = slices.Sorted(maps.Keys(proofs))
	}
	var b bytes.Buffer
	out := tar.NewWriter(&b)
	for _, name := range names {
		assert.OK(t, out.WriteHeader(&tar.Header{Name: name, Size: int64(len(proofs[name])), Mode: 0o644, Format: tar.FormatUSTAR}))
		out.Write([]byte(proofs[name]))
	}
	out.Close()
	return b.String()
}

// TestCubesForged forges folders whose manifests have the sizes and hashes of the forged files.
// None is verified, with the search run again or without, and each report names the fault.
func TestCubesForged(t *testing.T) {
	list := func(from, to string) func(list, pack string) (string, string) {
		return func(list, pack string) (string, string) {
			assert.MustTrue(t, strings.Contains(list, from), "no %q in the list", from)
			return strings.Replace(list, from, to, 1), pack
		}
	}
	packing := func(change func(map[string]string), names ...string) func(list, pack string) (string, string) {
		return func(list, pack string) (string, string) { return list, repacked(t, pack, change, names...) }
	}
	for _, c := range []struct {
		name   string
		change func(list, pack string) (string, string)
		says   string
	}{
		{"a cube less", list("a 1 -4 0\n", ""), "cube 2: literal 1 is -1, and what the cubes before it leave open goes on with 1"},
		{"the last cube less", list("a -1 -2 -3 0\n", ""), "cube 6: it is missing: nothing covers (-1 -2 -3)"},
		{"a cube twice", list("a -1 -2 3 0\n", "a -1 -2 3 0\na -1 -2 3 0\n"), "cube 6: literal 3 is 3"},
		{"a cube twice in the place of another", list("a -1 2 -5 0\n", "a -1 2 5 0\n"), "cube 4: literal 3 is 5"},
		{"a sign", list("a 1 4 0", "a 1 -4 0"), "cube 2: literal 2 is -4, and what the cubes before it leave open goes on with 4"},
		{"a hole behind a literal twice", list("a -1 2 5 0\na -1 2 -5 0\n", "a -1 2 2 0\na -1 2 -2 0\n"), "cube 3: variable 2 is decided twice"},
		{"a hole behind a contradiction", list("a -1 2 5 0\na -1 2 -5 0\n", "a -1 2 -2 0\na -1 2 2 0\n"), "cube 3: variable 2 is decided twice"},
		{"a decision beyond the formula", list("a -1 -2 3 0\n", "a -1 -2 3 13 0\na -1 -2 3 -13 0\n"), "cube 5: literal 4 is 13; variables are 1..12"},
		{"no cube", func(_, pack string) (string, string) { return "", pack }, "cube 1: it is missing: nothing covers any assignment"},
		{"comments alone", func(_, pack string) (string, string) { return "c a 0\n", pack }, "cube 1: it is missing"},
		{"the empty cube beside others", list("a -1 2 5 0\n", "a 0\na -1 2 5 0\n"), "cube 3: it has 0 literals"},
		{"the empty cube after all", list("a -1 -2 -3 0\n", "a -1 -2 -3 0\na 0\n"), "cube 7: the cubes before it cover everything already"},
		{"the empty cube alone", func(_, pack string) (string, string) { return "a 0\n", pack }, "it has 2.drat, and there are 1 cubes"},
		{"the empty cube and no proof", func(_, pack string) (string, string) {
			return "a 0\n", repacked(t, pack, func(p map[string]string) { clear(p) })
		}, "cube 1: the 0 steps of the proof lead to no contradiction"},
		{"no list", list("a 1 4 0", "perhaps"), "line 2 of the cubes"},
		{"another cube", list("a 1 4 0\n", "a 1 6 0\n"), "cube 2: literal 2 is -4, and what the cubes before it leave open goes on with -6"},
		{"a proof less", packing(func(p map[string]string) { delete(p, "4.drat") }), "cube 4: the 0 steps of the proof lead to no contradiction"},
		{"a proof of something else", packing(func(p map[string]string) { p["4.drat"] = "0\n" }), "cube 4: step 1 of the proof, the clause (), does not follow"},
		{"proofs with each other's names", packing(func(p map[string]string) { p["2.drat"], p["4.drat"] = "-7 0\n0\n", p["2.drat"] }), "cube 2: step "},
		{"proofs in another order", packing(func(map[string]string) {}, "4.drat", "2.drat", "5.drat"), "cube 2: the 0 steps of the proof"},
		{"a proof of no cube", packing(func(p map[string]string) { p["7.drat"] = "0\n" }), "it has 7.drat, and there are 6 cubes"},
		{"a file that is no proof", packing(func(p map[string]string) { p["README"] = "0\n" }), `"README" is no proof of a cube`},
		{"a path", packing(func(p map[string]string) { p["../2.drat"] = "0\n" }), `"../2.drat" is no proof of a cube`},
		{"no tar", func(list, _ string) (string, string) { return list, strings.Repeat("x", 2000) }, "cut off, or no tar file"},
		{"a pack cut off", func(list, pack string) (string, string) { return list, pack[:1000] }, "cut off, or no tar file"},
		{"something behind it", func(list, pack string) (string, string) { return list, pack + "0\n" }, "something follows its end"},
		{"lists exchanged", func(list, pack string) (string, string) { return pack, list }, "of the cubes"},
	} {
		folder := keepCubes(t, 1)
		m, files := manifestOf(t, folder), contents(t, folder)
		listed, packed := c.change(files["1.cubes"], files["1.drat.tar"])
		plant(t, folder, m, &m.Questions[0].Cubes.List, listed)
		plant(t, folder, m, &m.Questions[0].Cubes.Proofs, packed)
		for _, opts := range []evidence.Options{{Search: again(t), Jobs: 2}, {ProofsAlone: true, Jobs: 1}} {
			r := verify(t, folder, opts)
			if !r.Failed() || r.Questions[0].Holds || !strings.Contains(r.Questions[0].Why, c.says) {
				t.Errorf("%s: %s, %+v; want %q", c.name, r.Verdict(), r.Questions[0], c.says)
			}
		}
	}
}

// TestCubesDamage: a folder that differs from its manifest, or has an impossible manifest, is no
// folder of proofs.
func TestCubesDamage(t *testing.T) {
	write := func(name, text string) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			assert.OK(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
		}
	}
	remove := func(name string) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			assert.OK(t, os.Remove(filepath.Join(folder, name)))
		}
	}
	edit := func(change func(*evidence.Manifest)) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			m := manifestOf(t, folder)
			change(&m)
			data := assert.Got(json.Marshal(m))(t)
			write(evidence.ManifestName, string(data))(t, folder)
		}
	}
	for _, c := range []struct {
		name   string
		damage func(*testing.T, string)
		says   string
	}{
		{"no list", remove("1.cubes"), "1.cubes: it is missing"},
		{"no pack", remove("1.drat.tar"), "1.drat.tar: it is missing"},
		{"another list", write("1.cubes", "a 0\n"), "1.cubes: it has 4 bytes"},
		{"another list as long", write("1.cubes", strings.Replace(pigeonList, "-5", "-6", 1)), "1.cubes: its SHA-256"},
		{"another pack", write("1.drat.tar", "x"), "1.drat.tar: it has 1 bytes"},
		{"files exchanged", func(t *testing.T, f string) {
			a, b := filepath.Join(f, "1.cubes"), filepath.Join(f, "1.drat.tar")
			assert.OK(t, errors.Join(os.Rename(a, a+"x"), os.Rename(b, a), os.Rename(a+"x", b)))
		}, "bytes; the manifest says"},
		{"a file too many", write("2.drat", "0\n"), "2.drat: the manifest does not name it"},
		{"a folder too many", func(t *testing.T, f string) {
			assert.OK(t, os.Mkdir(filepath.Join(f, "1.waiting"), 0o777))
		}, "1.waiting: the manifest does not name it"},
		{"the first format", edit(func(m *evidence.Manifest) { m.Format = "coterie-proofs/1" }), "its questions are of"},
		{"the second format without cubes", edit(func(m *evidence.Manifest) { m.Questions = nil }), "its questions are of"},
		{"fewer refuted", edit(func(m *evidence.Manifest) { m.Questions[0].Cubes.Refuted = 5 }), "cannot be refuted of 6"},
		{"more refuted than there are", edit(func(m *evidence.Manifest) { m.Questions[0].Cubes.Refuted = 7 }), "cannot be refuted of 6"},
		{"less than none", edit(func(m *evidence.Manifest) { m.Questions[0].Cubes.Propagated = -1 }), "cannot be refuted of 6"},
		{"cubes of what is found", edit(func(m *evidence.Manifest) {
			q := &m.Questions[0]
			q.Answer, q.Model = evidence.Found, &evidence.File{Name: "1.model", SHA256: strings.Repeat("0", 64)}
		}), "cubes go with what is refuted"},
		{"cubes and a proof", edit(func(m *evidence.Manifest) { m.Questions[0].Proof = &m.Questions[0].CNF }), "cubes go with what is refuted"},
		{"one file for two", edit(func(m *evidence.Manifest) { m.Questions[0].Cubes.Proofs = m.Questions[0].Cubes.List }), "named twice"},
		{"a folder above", edit(func(m *evidence.Manifest) { m.Questions[0].Cubes.List.Name = "../1.cubes" }), "no name of a file"},
	} {
		folder := keepCubes(t, 1)
		c.damage(t, folder)
		_, err := evidence.Verify(t.Context(), folder, evidence.Options{Search: again(t)})
		var flaw *quorum.FormatError
		if !errors.As(err, &flaw) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
	for name, change := range map[string]func(*evidence.Manifest){
		"more cubes":              func(m *evidence.Manifest) { m.Questions[0].Cubes.Cubes, m.Questions[0].Cubes.Refuted = 7, 7 },
		"other propagations":      func(m *evidence.Manifest) { m.Questions[0].Cubes.Propagated = 2 },
		"open, though it is not":  func(m *evidence.Manifest) { m.Questions[0].Answer = evidence.Open },
		"other words":             func(m *evidence.Manifest) { m.Questions[0].Words = "many pigeons" },
		"the formula of another":  func(m *evidence.Manifest) { m.Questions[0].CNF.SHA256 = strings.Repeat("0", 64) },
		"what is left to believe": func(m *evidence.Manifest) { m.Trust = "nothing" },
	} {
		folder := keepCubes(t, 1)
		edit(change)(t, folder)
		if r, err := evidence.Verify(t.Context(), folder, evidence.Options{Search: again(t)}); err == nil && r.Verified() {
			t.Errorf("%s: verified", name)
		}
	}
}

// TestCubesInterrupted: a search that is cut off keeps the refutations of the cubes that it has,
// and marks the question as open.
func TestCubesInterrupted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	w := assert.Got(evidence.Create(folder, nil))(t)
	ctx, cancel := context.WithCancel(t.Context())
	r := assert.Got(nest(ctx, t, w, func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
		err := keep(ctx, 3, halves())
		cancel()
		assert.Is(t, keep(ctx, 2, halves()), context.Canceled, "after the end")
		return session.Answer{By: "halves"}, err
	}))(t)
	path, err := w.Finish(ctx, evidence.Manifest{Search: "nest", Solver: []string{"halves"}}, r)
	if path != folder+".partial" || err != nil {
		t.Fatalf("%q, %v", path, err)
	}
	got := verify(t, path, evidence.Options{Search: again(t)})
	if c := got.Manifest.Questions[0].Cubes; got.Verdict() != "undecided" || c == nil || c.Cubes != 6 || c.Refuted != 4 || c.Propagated != 3 || !got.Questions[0].Holds {
		t.Errorf("%s, %+v, %+v", got.Verdict(), got.Questions, c)
	}
	var text bytes.Buffer
	if err := got.WriteText(&text); err != nil || !strings.Contains(text.String(), "open; 4 of 6 cubes are refuted, and each refutation holds (halves)") {
		t.Errorf("%v\n%s", err, text.String())
	}
	// What is kept of an open question must hold, too.
	m := manifestOf(t, path)
	plant(t, path, m, &m.Questions[0].Cubes.Proofs, repackedOne(t, "5.drat", "0\n"))
	if r := verify(t, path, evidence.Options{}); !r.Failed() {
		t.Errorf("a proof that does not hold: %s, %+v", r.Verdict(), r.Questions)
	}
}

// repackedOne is a pack of one proof.
func repackedOne(t *testing.T, name, proof string) string {
	t.Helper()
	var b bytes.Buffer
	out := tar.NewWriter(&b)
	assert.OK(t, out.WriteHeader(&tar.Header{Name: name, Size: int64(len(proof)), Mode: 0o644}))
	out.Write([]byte(proof))
	out.Close()
	return b.String()
}
