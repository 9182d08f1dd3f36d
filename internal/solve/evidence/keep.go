package evidence

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"coterie/internal/machine/files"
	"coterie/internal/machine/memory"
	"coterie/internal/solve/drat"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/search"
)

// checkedBy is the name of the checker in the manifest.
const checkedBy = "coterie, package drat"

// Writer keeps the questions of one search in a folder. It is not safe for concurrent use.
type Writer struct {
	target, path string // the folder, and the one in which it grows
	questions    []Question
	progress     func(stage string, done, total int)
	// interrupted is the manifest of the run that is resumed, if there is one. earlier holds its
	// first questions, as far as the search asks them again.
	interrupted *Manifest
	earlier     []Question
	jobs        int
}

// Create makes the partial folder of a target. The error is a *quorum.FormatError if the target is
// taken or is the current folder, or if an interrupted run has left its folder there. Otherwise it
// is a *files.Error.
func Create(target string, progress func(stage string, done, total int)) (*Writer, error) {
	target = filepath.Clean(target)
	if entries, err := os.ReadDir(target); files.Exists(target) && (err != nil || len(entries) > 0) {
		return nil, flaw(target, "it is there already, and proofs are kept in a folder of their own")
	}
	if target == "." { // an empty folder, which a rename cannot replace
		return nil, flaw(target, "it is the folder that this runs in, and proofs are kept in a folder of their own")
	}
	if behind, err := filepath.EvalSymlinks(target); err == nil {
		target = behind // a link to an empty folder stays one
	}
	path := files.Partial(target)
	if err := os.Mkdir(path, 0o777); err != nil {
		if errors.Is(err, os.ErrExist) {
			return nil, &quorum.FormatError{In: path, Problem: "it is of an interrupted run, and would be lost", Advice: "go on with it"}
		}
		return nil, files.Failed(path, "made", err)
	}
	return &Writer{target: target, path: path, progress: progress}, nil
}

// Ask implements [session.Keeper]. The solver answers, the question is kept with the answer, and a
// proof is checked.
func (w *Writer) Ask(ctx context.Context, q session.Question, solve func(proof string) (session.Answer, error)) (session.Answer, *search.Proof, error) {
	if a, proof, err := w.askedEarlier(ctx, q); err != nil || a.Verdict != sat.Unknown {
		return a, proof, err
	}
	number := len(w.questions) + 1
	name := func(ending string) string { return strconv.Itoa(number) + ending }
	kept := questionOf(q)
	var err error
	if kept.CNF, err = w.write(ctx, name(".cnf"), q.CNF.WriteDIMACS); err != nil {
		return session.Answer{}, nil, err
	}
	drop := func() { w.drop(number) }
	proof := filepath.Join(w.path, name(".drat"))
	a, err := solve(proof)
	kept.Solver = a.By
	switch {
	case err != nil || a.Verdict == sat.Unknown && ctx.Err() != nil:
		drop()
		return a, nil, err
	case a.Verdict == sat.Unknown:
		return a, nil, w.add(kept)
	case a.Verdict == sat.Sat:
		return w.found(ctx, number, kept, a)
	}
	kept.Answer = Refuted
	file, err := hashed(ctx, proof, name(".drat"))
	if err != nil {
		drop()
		return session.Answer{}, nil, err
	}
	kept.Proof, kept.Unchecked = &file, "the search was ended before that"
	if err := w.note(kept); err != nil {
		drop()
		return session.Answer{}, nil, err
	}
	checked, err := checkProof(ctx, q.CNF, proof, w.told(q.Words))
	switch {
	case err == nil:
		kept.Checked, kept.Unchecked = checked, ""
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		w.questions = append(w.questions, kept)
		return session.Answer{}, nil, err
	case errors.As(err, new(*memory.Error)):
		kept.Unchecked = err.Error()
	case isLRAT(proof):
		drop()
		return session.Answer{}, nil, sat.NotKept(proof, errors.New("it is in the LRAT format, and DRAT is what is checked here"))
	default:
		drop()
		return session.Answer{}, nil, sat.Refused(a.By, fmt.Sprintf("it says that there is no model of: %s; %v", q.Words, err))
	}
	return a, kept.proof(), w.add(kept)
}

// add takes a question into the folder, with its answer.
func (w *Writer) add(q Question) error {
	err := w.note(q)
	if err == nil {
		w.questions = append(w.questions, q)
	}
	return err
}

// note writes the manifest of a search that is under way, so that a killed process leaves its
// questions: those that were asked, the given ones, and those of an interrupted run.
func (w *Writer) note(more ...Question) error {
	var m Manifest
	if w.interrupted != nil {
		m = *w.interrupted
	}
	m.Questions = slices.Concat(w.questions, more)
	m.Questions = append(m.Questions, w.earlier[min(len(m.Questions), len(w.earlier)):]...)
	m.Format, m.Trust = formatOf(m.Questions), trust(m.Questions)
	return w.writeManifest(context.Background(), m)
}

// questionOf returns a question without an answer.
func questionOf(q session.Question) Question {
	kept := Question{
		Words: q.Words, Encoding: q.CNF.Comments(), Theorems: q.Theorems.Files(),
		Variables: q.CNF.Variables(), Clauses: q.CNF.Len(), Answer: Open,
	}
	if kept.Encoding == nil {
		kept.Encoding = []string{}
	}
	return kept
}

// drop removes the files of a question.
func (w *Writer) drop(number int) {
	for _, ending := range []string{".cnf", ".drat", ".model", ".cubes", ".drat.tar"} {
		os.Remove(filepath.Join(w.path, strconv.Itoa(number)+ending))
	}
}

// found keeps the model of a question.
func (w *Writer) found(ctx context.Context, number int, kept Question, a session.Answer) (session.Answer, *search.Proof, error) {
	model, err := w.write(ctx, strconv.Itoa(number)+".model", func(dst io.Writer) error { return writeModel(dst, a.Model) })
	if err != nil {
		w.drop(number)
		return session.Answer{}, nil, err
	}
	// The model is enough, since a repeated search writes the formula again.
	os.Remove(filepath.Join(w.path, kept.CNF.Name))
	kept.Answer, kept.Model, kept.Cubes, kept.Encoding = Found, &model, nil, []string{}
	return a, nil, w.add(kept)
}

// told returns the progress function for the check of a question's proof.
func (w *Writer) told(words string) func(stage string, done, total int) {
	if w.progress == nil {
		return nil
	}
	return func(_ string, done, total int) { w.progress("steps of the proof checked: "+words, done, total) }
}

// proof returns a result's entry for a refuted question.
func (q Question) proof() *search.Proof {
	p := &search.Proof{Question: q.Words, Theorems: q.Theorems, Solver: q.Solver, Checked: q.Checked != nil, Unchecked: q.Unchecked}
	if q.Cubes != nil {
		p.File, p.Cubes = q.Cubes.Proofs.Name, q.Cubes.Cubes
	} else {
		p.File = q.Proof.Name
	}
	if q.Checked != nil {
		p.Lemmas, p.Needed = q.Checked.Lemmas, q.Checked.Needed
	}
	return p
}

// checkProof checks the proof in a file.
func checkProof(ctx context.Context, cnf *sat.CNF, path string, progress func(stage string, done, total int)) (*Checked, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return check(ctx, cnf, f, progress)
}

// isLRAT reports whether a proof is LRAT as text: a line has two lists, each ended by a 0.
func isLRAT(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(f, 1<<12).ReadSlice('\n')
	zeros := 0
	for _, word := range bytes.Fields(line) {
		if string(word) == "0" {
			zeros++
		}
	}
	return zeros == 2
}

// check checks a proof; the errors are those of package drat.
func check(ctx context.Context, cnf *sat.CNF, proof io.Reader, progress func(stage string, done, total int)) (*Checked, error) {
	r, err := drat.Check(ctx, cnf, proof, progress)
	if err != nil {
		return nil, err
	}
	return &Checked{
		By: checkedBy, Steps: r.Steps, Lemmas: r.Added, Needed: len(r.CoreSteps), Clauses: len(r.CoreClauses),
		RAT: r.RAT, Ignored: r.Units + r.Missing,
	}, nil
}

// write writes a file of the folder.
func (w *Writer) write(ctx context.Context, name string, write func(io.Writer) error) (File, error) {
	s := newSum()
	err := files.Write(ctx, filepath.Join(w.path, name), func(dst io.Writer) error { return write(io.MultiWriter(dst, s)) })
	return s.fileOf(name), err
}

// hashed returns the manifest's entry for a file that a solver wrote.
func hashed(ctx context.Context, path, name string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	s := newSum()
	_, err = io.Copy(s, untilDone(ctx, f, f))
	return s.fileOf(name), err
}

// writeModel writes the true variables.
func writeModel(dst io.Writer, model []bool) error {
	b := bufio.NewWriter(dst)
	onLine := 0
	for v, value := range model {
		if v == 0 || !value {
			continue
		}
		if onLine++; onLine > 20 {
			b.WriteByte('\n')
			onLine = 1
		}
		fmt.Fprintf(b, "%d ", v)
	}
	b.WriteByte('\n')
	return b.Flush()
}

// Finish writes the manifest, and gives the folder its name, unless the search was interrupted:
// then it keeps its partial name. Without any refutation there is no folder. The result is the name
// of the folder, or empty if there is none. The caller sets Version, Search, Parameters, Seed,
// System and Solver of m, which identify the search.
func (w *Writer) Finish(ctx context.Context, m Manifest, r *search.Result) (path string, err error) {
	m.Complete = ctx.Err() == nil
	if m.Complete {
		if err := w.forget(len(w.questions)); err != nil {
			return "", err
		}
		waiting, _ := filepath.Glob(filepath.Join(w.path, "*.waiting")) // of a run that was killed
		for _, folder := range waiting {
			os.RemoveAll(folder)
		}
	}
	m.Questions = w.all()
	waiting, _ := filepath.Glob(filepath.Join(w.path, "*.waiting", "*.drat"))
	if len(waiting) == 0 && !slices.ContainsFunc(m.Questions, func(q Question) bool { return q.Answer == Refuted || q.Cubes != nil }) {
		os.RemoveAll(w.path)
		return "", nil
	}
	plain := *r
	plain.Proofs, plain.Notes = nil, nil
	if m.Result, err = plain.MarshalJSON(); err != nil {
		return "", err
	}
	m.Format, m.Follows, m.Trust = formatOf(m.Questions), follows(r, m.Questions), trust(m.Questions)
	// The kept evidence has to stay, however the search ended.
	ctx = context.WithoutCancel(ctx)
	if err := w.writeManifest(ctx, m); err != nil {
		return "", err
	}
	if !m.Complete {
		return w.path, nil
	}
	if err := os.Remove(w.target); err != nil && !errors.Is(err, os.ErrNotExist) { // an empty one
		return "", files.Failed(w.target, "replaced", err)
	}
	if err := os.Rename(w.path, w.target); err != nil {
		return "", files.Failed(w.target, "made", err)
	}
	return w.target, nil
}

// writeManifest writes the manifest.
func (w *Writer) writeManifest(ctx context.Context, m Manifest) error {
	_, err := w.write(ctx, ManifestName, func(dst io.Writer) error {
		enc := show.Encoder(dst)
		enc.SetIndent("", " ")
		return enc.Encode(m)
	})
	return err
}

// all returns the questions of this run, and those of the interrupted one that it has not reached.
func (w *Writer) all() []Question {
	if len(w.questions) >= len(w.earlier) {
		return w.questions
	}
	return slices.Concat(w.questions, w.earlier[len(w.questions):])
}

// Discard removes the files of a search that failed, except those that an interrupted run had left.
func (w *Writer) Discard() {
	if w.interrupted == nil {
		os.RemoveAll(w.path)
		return
	}
	_ = w.note()
}
