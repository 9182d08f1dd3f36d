package evidence

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"coterie/internal/machine/files"
	"coterie/internal/machine/par"
	"coterie/internal/solve/refutation"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/search"
)

// Resume takes up the folder that an interrupted search has left for a target. If there is none, it
// makes one, as [Create] does. The search, begun again, asks the same questions. Answers in the
// folder are checked again instead of being solved again, and so are the refuted cubes of the last
// question. Questions that the search no longer asks are removed. The cubes are checked by so many
// jobs.
func Resume(ctx context.Context, target string, jobs int, progress func(stage string, done, total int)) (*Writer, error) {
	target = filepath.Clean(target)
	path := files.Partial(target)
	if !files.Exists(path) {
		return Create(target, progress)
	}
	f, err := openFolder(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	m, err := f.leftBehind(ctx)
	if err != nil {
		return nil, err
	}
	v := &verifier{folder: f, m: m}
	if err := v.files(ctx); err != nil {
		return nil, err
	}
	return &Writer{target: target, path: path, progress: progress, interrupted: m, earlier: m.Questions, jobs: jobs}, nil
}

// earlierOf returns an interrupted run's entry for the question that is asked now. If that run
// asked something else here, the rest of its questions is ignored.
func (w *Writer) earlierOf(q session.Question) (*Question, error) {
	at := len(w.questions)
	if at >= len(w.earlier) {
		return nil, nil
	}
	hash, err := hashOf(q.CNF)
	if err != nil {
		return nil, err
	}
	if kept := &w.earlier[at]; kept.CNF.SHA256 == hash && kept.unlike(q) == "" && sameNames(kept.Theorems, q.Theorems.Files()) {
		return kept, nil
	}
	return nil, w.forget(at)
}

// forget removes an interrupted run's entries and files for the questions from at on, first from
// the manifest.
func (w *Writer) forget(at int) error {
	rest := w.earlier[min(at, len(w.earlier)):]
	if len(rest) == 0 {
		return nil
	}
	w.earlier = w.earlier[:at]
	if err := w.note(); err != nil {
		return err
	}
	for _, q := range rest {
		for _, file := range q.files() {
			os.Remove(filepath.Join(w.path, file.Name))
		}
	}
	return nil
}

// ownName matches the names of the files, and of the folders of waiting proofs, that a search
// makes.
var ownName = regexp.MustCompile(`^(\.coterie-.*|[1-9][0-9]*\.(cnf|drat|model|cubes|drat\.tar|waiting))$`)

// leftBehind returns the manifest of an interrupted run, empty if it was killed before it wrote
// one. It removes other files that a killed run had begun, except waiting proofs of cubes.
func (f *folder) leftBehind(ctx context.Context) (*Manifest, error) {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return nil, f.flaw("", "%v", files.Reason(err))
	}
	m, err := f.manifest(ctx)
	if err != nil && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return !ownName.MatchString(e.Name()) }) {
		m, err = &Manifest{Format: Format}, nil
	}
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for i, q := range m.Questions {
		if q.Cubes != nil && f.check(ctx, q.Cubes.Proofs) != nil && files.Exists(filepath.Join(f.path, strconv.Itoa(i+1)+".waiting")) {
			m.Questions = m.Questions[:i] // the pack was being written
			m.Format = formatOf(m.Questions)
			break
		}
		for _, file := range q.files() {
			named[file.Name] = true
		}
	}
	for _, e := range entries {
		if ownName.MatchString(e.Name()) && e.Type().IsRegular() && !named[e.Name()] {
			os.Remove(filepath.Join(f.path, e.Name()))
		}
	}
	return m, nil
}

// askedEarlier answers a question by the files of an interrupted run. The verdict is Unknown if
// there are none, or they do not hold.
func (w *Writer) askedEarlier(ctx context.Context, q session.Question) (session.Answer, *search.Proof, error) {
	kept, err := w.earlierOf(q)
	if kept == nil || err != nil {
		return session.Answer{}, nil, err
	}
	f, err := openFolder(w.path)
	if err != nil {
		return session.Answer{}, nil, err
	}
	defer f.close()
	v := &verifier{folder: f, m: &Manifest{Questions: []Question{*kept}}, report: &Report{Questions: make([]Judged, 1)}, opts: Options{Jobs: w.jobs, Progress: w.progress}}
	var a session.Answer
	if kept.Answer != Open {
		a, err = v.answer(ctx, 0, q.CNF)
	}
	switch {
	case ctx.Err() != nil:
		return session.Answer{}, nil, context.Cause(ctx)
	case err != nil:
		return session.Answer{}, nil, err
	case !v.report.Questions[0].Holds:
		return session.Answer{}, nil, w.forget(len(w.questions))
	}
	if a.Verdict == sat.Sat {
		w.questions = append(w.questions, *kept)
		return a, nil, nil
	}
	kept.Checked, kept.Unchecked = v.report.Questions[0].Checked, ""
	w.questions = append(w.questions, *kept)
	return a, kept.proof(), nil
}

// takeUp takes the waiting refutations of cubes that a killed run has left. Each is checked, so it
// does not matter who wrote them.
func (p *cubeProofs) takeUp(ctx context.Context) error {
	told := par.Progress(p.w.progress).Count("cubes of the interrupted run checked: "+p.question.Words, len(p.open))
	return par.For(ctx, p.w.jobs, len(p.open), func(ctx context.Context, _, k int) error {
		told(1)
		proof, err := os.ReadFile(p.waiting(p.open[k]))
		if err != nil {
			return nil // there is none
		}
		err = p.keep(ctx, k, proof)
		if errors.As(err, new(*refutation.CubeError)) {
			return os.Remove(p.waiting(p.open[k]))
		}
		return err
	})
}

// resume takes the refutations of cubes that an interrupted run has left, if its cubes are these.
func (p *cubeProofs) resume(ctx context.Context, kept *Question) error {
	if kept == nil || kept.Cubes == nil || kept.Cubes.List != p.question.Cubes.List {
		return nil
	}
	f, err := openFolder(p.w.path)
	if err != nil {
		return err
	}
	defer f.close()
	pack, err := f.open(ctx, kept.Cubes.Proofs)
	if err != nil {
		return err
	}
	defer pack.Close()
	number := make(map[int]int, len(p.open)) // of the open leaves
	for k, leaf := range p.open {
		number[leaf] = k
	}
	told := par.Progress(p.w.progress).Count("cubes of the interrupted run checked: "+p.question.Words, len(p.leaves))
	err = refutation.Each(ctx, len(p.leaves), pack, p.w.jobs, func(ctx context.Context, leaf int, proof []byte) error {
		told(1)
		open, ok := number[leaf]
		if !ok || len(proof) == 0 {
			return nil
		}
		if err := p.keep(ctx, open, proof); !errors.As(err, new(*refutation.CubeError)) {
			return err
		}
		return nil // it does not hold, so the cube is open
	})
	if errors.Is(err, refutation.ErrPack) {
		return f.flaw(kept.Cubes.Proofs.Name, "%v", err)
	}
	return err
}
