package evidence

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"coterie/internal/machine/memory"
	"coterie/internal/solve/refutation"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/search"
)

// Options of [Verify].
type Options struct {
	// Search runs the search of a manifest; the keeper of ctx ([session.WithKeeper]) takes the
	// place of a solver. Any error except that of a solver that lied or the end of ctx means that
	// the manifest names no search. If Search is nil, or with ProofsAlone, proofs are checked
	// against the formulas of the folder alone.
	Search      func(ctx context.Context, m *Manifest) (*search.Result, error)
	ProofsAlone bool
	Jobs        int // at which the proofs of cubes are checked; see par.Jobs
	Progress    func(stage string, done, total int)
}

// Report holds the findings of a check of a folder.
type Report struct {
	Folder   string
	Manifest *Manifest
	// Questions are judged in the order of the manifest.
	Questions []Judged
	// ProofsAlone says that the search was not run again by request. Then only refutations count.
	ProofsAlone bool
	// Derived says that the search, run again, asked exactly these questions, and has the same
	// result with these answers. Otherwise NotDerived has the reason, and Wrong says whether the
	// reason speaks against the folder.
	Derived    bool
	NotDerived string
	Wrong      bool
}

// Judged is a question with the findings of its check.
type Judged struct {
	Holds   bool
	Why     string // if not
	Open    bool   // nothing was decided, for the reason Why
	Asked   bool   // the search, run again, asked it, and its formula is the one checked
	Checked *Checked
}

// Verified reports whether everything holds.
func (r *Report) Verified() bool { return !r.Failed() && !r.Undecided() }

// Failed reports whether something does not hold.
func (r *Report) Failed() bool {
	for _, q := range r.Questions {
		if !q.Holds && !q.Open {
			return true
		}
	}
	return r.Wrong
}

// Undecided reports whether something was not judged.
func (r *Report) Undecided() bool {
	for i, q := range r.Questions {
		if !q.Holds && q.Open && (!r.ProofsAlone || r.Manifest.Questions[i].Answer == Refuted) {
			return true
		}
	}
	if r.ProofsAlone {
		refuted := func(q Question) bool { return q.Answer == Refuted }
		return !slices.ContainsFunc(r.Manifest.Questions, refuted) // there is nothing to check
	}
	return !r.Derived && !r.Wrong
}

// Verify checks a folder. The error is a *quorum.FormatError, that of a manifest that names no
// search, or the cause of ctx. Failures of the check are in the report.
func Verify(ctx context.Context, path string, opts Options) (*Report, error) {
	f, err := openFolder(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	m, err := f.manifest(ctx)
	if err != nil {
		return nil, err
	}
	v := &verifier{folder: f, m: m, opts: opts, report: &Report{Folder: path, Manifest: m, ProofsAlone: opts.ProofsAlone, Questions: make([]Judged, len(m.Questions))}}
	if err := v.files(ctx); err != nil {
		return nil, err
	}
	if err := v.derive(ctx); err != nil {
		return nil, err
	}
	for i := range m.Questions {
		if j := &v.report.Questions[i]; !j.Asked {
			if err := v.byFile(ctx, i); err != nil {
				return nil, err
			}
		}
	}
	return v.report, nil
}

// manifest reads the manifest of the folder.
func (f *folder) manifest(ctx context.Context) (*Manifest, error) {
	file, _, err := f.regular(ManifestName)
	if errors.Is(err, errAbsent) {
		return nil, f.flaw("", "it has no %s, so it is no folder of proofs", ManifestName)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := readManifest(untilDone(ctx, file, file))
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, f.flaw(ManifestName, "%v", err)
	}
	return m, nil
}

// verifier checks one folder.
type verifier struct {
	folder *folder
	m      *Manifest
	opts   Options
	report *Report
	absent []bool // formulas that the folder does not have
}

// files compares all files with the manifest. Only formulas may be absent: the search writes them.
func (v *verifier) files(ctx context.Context) error {
	v.absent = make([]bool, len(v.m.Questions))
	for i, q := range v.m.Questions {
		for k, file := range q.files() {
			err := v.folder.check(ctx, *file)
			if errors.Is(err, errAbsent) && k == 0 {
				v.absent[i] = true
				continue
			}
			if errors.Is(err, errAbsent) {
				err = v.folder.flaw(file.Name, "it is missing")
			}
			if err != nil {
				return err
			}
		}
	}
	if v.m.Format == FormatCubes && v.m.Complete {
		return v.folder.nothingElse(v.m)
	}
	return nil
}

// derive runs the search once more, and compares its questions and its result.
func (v *verifier) derive(ctx context.Context) error {
	r := v.report
	switch {
	case v.opts.ProofsAlone || v.opts.Search == nil:
		r.NotDerived = "the proofs alone were to be checked"
		return nil
	case !v.m.Complete:
		r.NotDerived = "the search was interrupted, so nothing follows from its questions yet"
		return nil
	}
	replay := &replay{v: v, answers: make([]session.Answer, len(v.m.Questions))}
	result, err := v.opts.Search(session.WithKeeper(ctx, replay), v.m)
	var solver *sat.SolverError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case replay.err != nil:
		r.NotDerived, r.Wrong = replay.err.Error(), replay.wrong
		return nil
	case errors.As(err, &solver) && solver.Fault == sat.Lied:
		r.NotDerived, r.Wrong = solver.Err.Error(), true
		return nil
	case err != nil:
		return v.folder.flaw(ManifestName, "%v", err)
	}
	var then struct {
		StoppedBy string `json:"stopped_by"`
	}
	if json.Unmarshal(v.m.Result, &then) == nil && result.StoppedBy != "" && result.StoppedBy != then.StoppedBy {
		r.NotDerived = "the search, run again, was stopped: " + result.StoppedBy // for want of memory, say
		return nil
	}
	for i := range r.Questions {
		if !r.Questions[i].Asked {
			r.NotDerived, r.Wrong = fmt.Sprintf("the search does not ask question %d: %s", i+1, v.m.Questions[i].Words), true
			return nil
		}
	}
	plain := *result
	plain.Proofs, plain.Notes = nil, nil
	have, err := plain.MarshalJSON()
	if err != nil {
		return err
	}
	if !sameJSON(have, v.m.Result) {
		r.NotDerived, r.Wrong = "with these answers the search has another result than the manifest", true
		return nil
	}
	// The report on a valid folder shows the statements of the search, not those of the manifest.
	if !slices.EqualFunc(follows(result, v.m.Questions), v.m.Follows, Follows.same) {
		r.NotDerived, r.Wrong = "other things follow from the questions than the manifest says", true
		return nil
	}
	if trust(v.m.Questions) != v.m.Trust {
		r.NotDerived, r.Wrong = "what is left to believe is not what the manifest says", true
		return nil
	}
	r.Derived = true
	return nil
}

func (f Follows) same(g Follows) bool {
	return f.What == g.What && f.Value == g.Value && f.By == g.By && slices.Equal(f.Questions, g.Questions)
}

// unlike names an entry of a question in which the manifest differs from the search that asks it.
// The hash of the formula does not cover these entries.
func (q Question) unlike(asked session.Question) string {
	switch {
	case q.Words != asked.Words:
		return "words"
	case q.Answer != Found && !slices.Equal(q.Encoding, asked.CNF.Comments()):
		return "comments"
	case q.Variables != asked.CNF.Variables():
		return "variables"
	case q.Clauses != asked.CNF.Len():
		return "clauses"
	}
	return ""
}

// sameJSON compares two texts, ignoring space between their parts.
func sameJSON(a, b []byte) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// replay answers the questions of a search from the folder.
type replay struct {
	v       *verifier
	answers []session.Answer // of the questions that were asked
	err     error            // the reason why the search ended
	wrong   bool             // it speaks against the folder
}

func (r *replay) end(wrong bool, format string, args ...any) (session.Answer, *search.Proof, error) {
	r.err, r.wrong = fmt.Errorf(format, args...), wrong
	return session.Answer{}, nil, r.err
}

// Ask implements [session.Keeper].
func (r *replay) Ask(ctx context.Context, q session.Question, _ func(string) (session.Answer, error)) (session.Answer, *search.Proof, error) {
	hash, err := hashOf(q.CNF)
	if err != nil {
		return session.Answer{}, nil, err
	}
	// A search may ask the same question twice. Each of its answers is checked, and the first one
	// counts.
	first := -1
	v := r.v
	for i, kept := range v.m.Questions {
		if kept.CNF.SHA256 != hash {
			continue
		}
		j := &v.report.Questions[i]
		if !sameNames(kept.Theorems, q.Theorems.Files()) {
			return r.end(true, "question %d rests on other theorems than the manifest names", i+1)
		}
		if what := kept.unlike(q); what != "" {
			return r.end(true, "question %d has other %s than the manifest says", i+1, what)
		}
		if !j.Asked {
			if r.answers[i], err = v.answer(ctx, i, q.CNF); err != nil {
				return session.Answer{}, nil, err
			}
			j.Asked = true
		}
		if !j.Holds {
			return r.end(!j.Open, "question %d: %s", i+1, j.Why)
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 {
		return r.end(true, "the search asks what the folder has no answer to: %s", q.Words)
	}
	a := r.answers[first]
	if a.Verdict != sat.Unsat {
		return a, nil, nil
	}
	return a, v.m.Questions[first].proof(), nil
}

// hashOf returns the hash of a formula, as DIMACS.
func hashOf(cnf *sat.CNF) (string, error) {
	s := newSum()
	err := cnf.WriteDIMACS(s)
	return s.hex(), err
}

func sameNames(a, b []string) bool { return fmt.Sprintf("%q", a) == fmt.Sprintf("%q", b) }

// answer checks the folder's evidence for a question against a formula, and returns the answer. The
// error is that of ctx or of the folder.
func (v *verifier) answer(ctx context.Context, i int, cnf *sat.CNF) (a session.Answer, err error) {
	q := v.m.Questions[i]
	a.By = q.Solver
	switch q.Answer {
	case Found:
		a.Verdict = sat.Sat
		a.Model, err = v.model(ctx, i, cnf)
	case Refuted:
		a.Verdict = sat.Unsat
		err = v.proof(ctx, i, cnf)
	default:
		err = v.open(ctx, i, cnf)
	}
	return a, err
}

// proof checks the proof of a question against a formula. The error is that of ctx or of the
// folder.
func (v *verifier) proof(ctx context.Context, i int, cnf *sat.CNF) error {
	q, j := v.m.Questions[i], &v.report.Questions[i]
	if q.Cubes != nil {
		return v.cubes(ctx, i, cnf)
	}
	file, err := v.folder.open(ctx, *q.Proof)
	if err != nil {
		return err
	}
	defer file.Close()
	var told func(string, int, int)
	if v.opts.Progress != nil {
		told = func(_ string, done, total int) { v.opts.Progress("steps of the proof checked: "+q.Words, done, total) }
	}
	checked, err := check(ctx, cnf, file, told)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil:
		j.Holds, j.Checked = true, checked
	case refutation.Wrong(err):
		j.Why = err.Error()
	case refutation.Undecided(err):
		j.Open, j.Why = true, err.Error()
	default:
		return v.folder.flaw(q.Proof.Name, "%v", err)
	}
	return nil
}

// open checks the refutations that an open question has for some of its cubes.
func (v *verifier) open(ctx context.Context, i int, cnf *sat.CNF) error {
	if v.m.Questions[i].Cubes != nil {
		return v.cubes(ctx, i, cnf)
	}
	v.report.Questions[i].Holds = true
	return nil
}

// model reads the model of a question, and checks it against a formula: nil if it is none.
func (v *verifier) model(ctx context.Context, i int, cnf *sat.CNF) ([]bool, error) {
	q, j := v.m.Questions[i], &v.report.Questions[i]
	file, err := v.folder.open(ctx, *q.Model)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	model := make([]bool, cnf.Variables()+1)
	words := bufio.NewScanner(file)
	words.Split(bufio.ScanWords)
	for words.Scan() {
		variable, err := strconv.Atoi(words.Text())
		if err != nil || variable < 1 || variable >= len(model) {
			return nil, v.folder.flaw(q.Model.Name, "%q is no variable of the formula", words.Text())
		}
		model[variable] = true
	}
	if err := words.Err(); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, v.folder.flaw(q.Model.Name, "%v", err)
	}
	if i := cnf.Violated(model); i >= 0 {
		j.Why = fmt.Sprintf("the model does not satisfy clause %d of the formula", i+1)
		return nil, nil
	}
	j.Holds = true
	return model, nil
}

// byFile judges a question by the formula of the folder, where the search did not ask it.
func (v *verifier) byFile(ctx context.Context, i int) error {
	q, j := v.m.Questions[i], &v.report.Questions[i]
	switch {
	case q.Answer == Open && q.Cubes == nil:
		j.Holds = true
		return nil
	case v.absent[i]:
		j.Open, j.Why = true, "its formula is not in the folder, and the search did not ask it"
		return nil
	}
	cnf, err := v.formula(ctx, q.CNF)
	if err != nil {
		var space *memory.Error
		if errors.As(err, &space) {
			j.Open, j.Why = true, err.Error()
			return nil
		}
		return err
	}
	if q.Answer == Found {
		_, err := v.model(ctx, i, cnf)
		return err
	}
	return v.proof(ctx, i, cnf)
}

// formula reads a formula, within the budget of memory.
func (v *verifier) formula(ctx context.Context, file File) (*sat.CNF, error) {
	if err := memory.Ask(ctx, "the formula of "+file.Name, int(file.Bytes), 8); err != nil {
		return nil, err
	}
	r, err := v.folder.open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cnf, err := sat.ReadDIMACS(r)
	if err == nil {
		err = memory.Ask(ctx, "the variables of "+file.Name, cnf.Variables(), 100)
	}
	var space *memory.Error
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &space):
		return nil, err
	case err != nil:
		return nil, v.folder.flaw(file.Name, "%v", err)
	}
	return cnf, nil
}
