package session_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/worktest"
	"coterie/internal/machine/work"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sat/cubes"
	"coterie/internal/solve/session"
	"coterie/search"
	"coterie/search/latin"
)

func cubesElsewhere(seed uint64, solver []string) *worktest.Elsewhere {
	return &worktest.Elsewhere{Seed: seed, Host: work.Host{Jobs: 1, Solver: solver}}
}

// asked puts a question in a session of its own.
func asked(ctx context.Context, o search.Options, q session.Question) (session.Answer, error) {
	return session.New(ctx, o, &search.Result{}).Ask(ctx, q)
}

// TestCubesOfEverySearch: split or whole, every search has the same verdict and values; split in
// the same way it has the same bytes, whatever the number of jobs is, here or elsewhere.
func TestCubesOfEverySearch(t *testing.T) {
	depths := assert.Sized([]int{5}, []int{2, 5})
	if split := cubesOfSearches(t, light, depths...); split < 5*len(depths) {
		t.Errorf("%d searches were split", split)
	}
}

// light reports whether a search takes tenths of a second: the others spend most of their time on
// work other than questions.
func light(name string) bool { return name != "load" && name != "total" && name != "plan" }

// cubesOfSearches splits the chosen searches to these depths, and returns how often one was split.
func cubesOfSearches(t *testing.T, chosen func(name string) bool, depths ...int) (split int) {
	t.Parallel()
	for _, test := range allSought(t) {
		if !chosen(test.name) {
			continue
		}
		run := func(ctx context.Context, o search.Options) (*search.Result, string) {
			t.Helper()
			r := assert.Got(test.find(ctx, o))(t, "%s", test.name)
			text := assert.Got(r.MarshalJSON())(t)
			return r, string(text)
		}
		whole, _ := run(t.Context(), search.Options{Jobs: 2})
		for _, depth := range depths {
			r, first := run(t.Context(), search.Options{Cubes: depth, Jobs: 1})
			if r.Verdict != whole.Verdict || fmt.Sprint(r.Value, r.Lower, r.Upper, r.Optimal) !=
				fmt.Sprint(whole.Value, whole.Lower, whole.Upper, whole.Optimal) {
				t.Errorf("%s, depth %d: %v, between %v and %v; whole %v, between %v and %v",
					test.name, depth, r.Verdict, r.Lower, r.Upper, whole.Verdict, whole.Lower, whole.Upper)
			}
			if strings.Contains(first, "split by") {
				split++
			}
			if depth != 5 {
				continue
			}
			if _, second := run(t.Context(), search.Options{Cubes: depth, Jobs: 2}); first != second {
				t.Errorf("%s, depth %d: 1 job and 2 have other results:\n%s\n%s", test.name, depth, first, second)
			}
			if _, second := run(work.With(t.Context(), cubesElsewhere(uint64(depth), nil)), search.Options{Cubes: depth}); first != second {
				t.Errorf("%s, depth %d: another machine has another result:\n%s\n%s", test.name, depth, first, second)
			}
		}
	}
	return split
}

// cubesRandom is a formula with some models, or none.
func cubesRandom(r *rand.Rand) *sat.CNF {
	c := &sat.CNF{}
	vars := 12 + r.IntN(4)
	c.Grow(vars)
	for range 4*vars + r.IntN(vars) {
		var clause []int
		for range 3 {
			clause = append(clause, (1+r.IntN(vars))*(1-2*r.IntN(2)))
		}
		c.AddClause(clause...)
	}
	return c
}

// cubesKeeper keeps nothing, but has every cube whose proof it was shown.
type cubesKeeper struct {
	sync.Mutex
	kept map[int][]byte
	open int
}

func (k *cubesKeeper) Ask(context.Context, session.Question, func(string) (session.Answer, error)) (session.Answer, *search.Proof, error) {
	return session.Answer{}, nil, errors.New("asked whole")
}

func (k *cubesKeeper) AskCubes(_ context.Context, _ session.Question, tree cubes.Tree, solve func(func(context.Context, int, []byte) error) (session.Answer, error)) (session.Answer, *search.Proof, error) {
	k.kept = map[int][]byte{}
	_, k.open = tree.Leaves()
	a, err := solve(func(_ context.Context, cube int, proof []byte) error {
		k.Lock()
		defer k.Unlock()
		if len(proof) == 0 {
			return errors.New("no proof")
		}
		k.kept[cube] = proof
		return nil
	})
	return a, nil, err
}

// provingSolver is the command of a solver, this test program, that writes a proof which says
// nothing but 0.
func provingSolver() []string {
	return []string{os.Args[0], "-test.run=^TestProvingSolver$", "--"}
}

// TestProvingSolver is no test, but the solver.
func TestProvingSolver(t *testing.T) {
	last := os.Args[len(os.Args)-1]
	if len(os.Args) < 4 || os.Args[2] != "--" {
		t.Skip("not called as a solver")
	}
	question := os.Args[3]
	if question != last && os.WriteFile(last, []byte("0\n"), 0o666) != nil {
		os.Exit(1)
	}
	answerAsSolver(question)
}

// TestCubesOfAnExternalSolver: here and elsewhere it decides every cube, and its proofs come to the
// keeper.
func TestCubesOfAnExternalSolver(t *testing.T) {
	t.Parallel()
	solver := provingSolver()
	r := rand.New(rand.NewPCG(5, 6))
	refuted := 0
	for range 6 {
		q := session.Question{Words: "small", CNF: cubesRandom(r), Theorems: session.Theorems{"sequential-counter"}}
		want := assert.Got(asked(t.Context(), search.Options{}, q))(t)
		for _, runner := range []work.Runner{nil, cubesElsewhere(1, solver)} {
			for _, keeper := range []*cubesKeeper{nil, {}} {
				ctx := work.With(t.Context(), runner)
				if keeper != nil {
					ctx = session.WithKeeper(ctx, keeper)
				}
				a, err := asked(ctx, search.Options{Cubes: 2, Jobs: 2, Solver: solver}, q)
				if err != nil || a.Verdict != want.Verdict || a.Model != nil && q.CNF.Violated(a.Model) >= 0 {
					t.Fatalf("%+v, %v; want %v", a, err, want.Verdict)
				}
				if keeper != nil && a.Verdict == sat.Unsat {
					assert.Equal(t, len(keeper.kept), keeper.open)
					refuted += keeper.open
				}
			}
		}
	}
	if refuted < 4 {
		t.Errorf("%d proofs were kept", refuted)
	}
	q := session.Question{Words: "small", CNF: cubesRandom(r)}
	_, err := asked(work.With(t.Context(), cubesElsewhere(1, []string{"other"})), search.Options{Cubes: 2, Solver: solver}, q)
	assert.Fails(t, err, "this worker allows other alone", "a worker runs a program that it does not allow")
}

// TestCubesThatAreWrong: a result that is no certificate is refused, whatever its bytes are.
func TestCubesThatAreWrong(t *testing.T) {
	t.Parallel()
	q := session.Question{Words: "pigeons", CNF: &sat.CNF{}}
	q.CNF.AddClause(1, 2)
	q.CNF.AddClause(-1, 3, 4)
	for text, want := range map[string]string{
		"":                      "it is empty",
		"x":                     "it begins with 'x'",
		"?":                     "it says nothing",
		"m":                     "its model has another number of variables",
		"m\x00":                 "its model does not satisfy clause 1 (counted from 1)",
		"r\x04":                 "",
		"p\x01\x00\x00\xff\xff": "nobody asked it for a proof",
	} {
		runner := refusing{result: []byte(text)}
		assert.Got(asked(work.With(t.Context(), &runner), search.Options{Cubes: 1}, q))(t)
		if runner.err == nil || !strings.Contains(runner.err.Error(), want) {
			t.Errorf("%q: %v; want %s", text, runner.err, want)
		}
	}
}

// TestCubesAskTheirModel: a model of the clauses that is none of the cube is refused. Of two
// opposite ones just one satisfies the literals of a cube of one decision.
func TestCubesAskTheirModel(t *testing.T) {
	t.Parallel()
	q := session.Question{Words: "two opposite models", CNF: &sat.CNF{}}
	q.CNF.AddClause(1, 2)
	q.CNF.AddClause(-1, 3, 4)
	refused := 0
	for _, model := range []string{"m\x0a", "m\x14"} { // 1 and 3, 2 and 4
		runner := refusing{result: []byte(model)}
		assert.Got(asked(work.With(t.Context(), &runner), search.Options{Cubes: 1}, q))(t)
		if runner.err != nil {
			refused++
			assert.Contains(t, runner.err.Error(), "does not satisfy the literal", "%v", runner.err)
		}
	}
	assert.Equal(t, refused, 1, "of 2 models are refused for one cube")
}

// leaving is a runner that leaves out a part.
type leaving struct{ part int }

func (l leaving) Run(ctx context.Context, job work.Job, task work.Task, take func(int, []byte) error) (work.Report, error) {
	return work.Here{Jobs: 1}.Run(ctx, job, task, func(i int, result []byte) error {
		if i == l.part {
			return nil
		}
		return take(i, result)
	})
}

// TestCubesAreAllDecided: nothing is refuted while a cube is out, even if the runner says that all
// is done.
func TestCubesAreAllDecided(t *testing.T) {
	t.Parallel()
	q := session.Question{Words: "five pigeons in four holes", CNF: &sat.CNF{}}
	at := func(pigeon, hole int) int { return 4*pigeon + hole + 1 }
	for p := range 5 {
		q.CNF.AddClause(at(p, 0), at(p, 1), at(p, 2), at(p, 3))
		for hole := range 4 {
			for other := range p {
				q.CNF.AddClause(-at(p, hole), -at(other, hole))
			}
		}
	}
	a, err := asked(work.With(t.Context(), leaving{-1}), search.Options{Cubes: 1}, q)
	if err != nil || a.Verdict != sat.Unsat {
		t.Fatalf("%+v, %v", a, err)
	}
	a, err = asked(work.With(t.Context(), leaving{0}), search.Options{Cubes: 1}, q)
	if err == nil || !strings.Contains(err.Error(), "nothing is said of the others") || a.Verdict == sat.Unsat {
		t.Errorf("a cube was left out: %+v, %v", a, err)
	}
	elsewhere := cubesElsewhere(1, nil)
	assert.Got(asked(work.With(t.Context(), elsewhere), search.Options{Cubes: 3}, q))(t)
	assert.Equal(t, elsewhere.Jobs[0].Trust.Sample, 3, "refutations of other machines are computed again")
}

// TestCubesOfAnyCases: the cubes cover everything even if the cases do not, repeat themselves, or
// deny one another.
func TestCubesOfAnyCases(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 9))
	verdicts := map[sat.Verdict]int{}
	for range 150 {
		q := session.Question{Words: "any cases", CNF: cubesRandom(r)}
		want := assert.Got(sat.NewSolver(q.CNF, sat.Options{}).Solve(t.Context()))(t)
		for range 1 + r.IntN(6) {
			q.Cases = append(q.Cases, []int{(1 + r.IntN(q.CNF.Variables())) * (1 - 2*r.IntN(2))})
		}
		assert.MustEqual(t, assert.Got(asked(t.Context(), search.Options{Cubes: 1 + r.IntN(4), Jobs: 1}, q))(t).Verdict, want, "cases %v", q.Cases)
		verdicts[want]++
	}
	assert.Equal(t, len(verdicts), 2, "verdicts %v", verdicts)
}

// saying is a runner with the same result for every part.
type saying string

func (s saying) Run(_ context.Context, job work.Job, _ work.Task, take func(int, []byte) error) (report work.Report, err error) {
	for i := range job.Parts {
		if err := take(i, []byte(s)); err != nil {
			return report, err
		}
	}
	return report, nil
}

// TestCubesWithoutAnswers: a solver that has no answer refutes nothing, and where proofs are asked
// for, neither does its word.
func TestCubesWithoutAnswers(t *testing.T) {
	t.Parallel()
	q := session.Question{Words: "one of two", CNF: &sat.CNF{}, Theorems: session.Theorems{"sequential-counter"}}
	q.CNF.AddClause(1, 2)
	o := search.Options{Cubes: 1, Solver: []string{"some"}}
	ctx := work.With(t.Context(), saying("?"))
	s := session.New(ctx, o, &search.Result{})
	a, err := s.Ask(ctx, q)
	if end := s.Close(); err != nil || a.Verdict != sat.Unknown || end != nil || s.StoppedBy == "" {
		t.Errorf("%+v, %v, stopped by %q", a, err, s.StoppedBy)
	}
	ctx = session.WithKeeper(work.With(ctx, saying("r")), &cubesKeeper{})
	if a, err := asked(ctx, o, q); err == nil || !strings.Contains(err.Error(), "it has no proof") || a.Verdict == sat.Unsat {
		t.Errorf("a refutation without its proof: %+v, %v", a, err)
	}
}

// refusing is a runner that shows a result to the judge of a job, and then computes all parts here.
type refusing struct {
	result []byte
	err    error
}

func (r *refusing) Run(ctx context.Context, job work.Job, task work.Task, take func(int, []byte) error) (work.Report, error) {
	r.err = job.Trust.Check(ctx, 0, r.result)
	return work.Here{Jobs: 1}.Run(ctx, job, task, take)
}

// TestCubesStop: when the context ends in the middle, the answer is unknown, and nothing is left.
func TestCubesStop(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := latin.Mols(ctx, 8, 3, latin.Options{Method: search.SAT, Options: search.Options{Cubes: 6, Jobs: 2, Progress: func(stage string, done, _ int) {
		if strings.HasPrefix(stage, "the split of") {
			cancel()
		}
	}}})
	if err != nil || r.Verdict != search.Unknown || r.StoppedBy != "interrupt" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestCubesParamsAreJudged(t *testing.T) {
	for _, params := range [][]byte{nil, {5, '{'}, []byte("\x02{}"), []byte("\x02{}\x01\x01\x01\x08"), bytes.Repeat([]byte{255}, 20)} {
		assert.Refused(worktest.Kind("cube").Open(t.Context(), params, work.Host{Jobs: 1}))(t, "", "%q is opened", params)
	}
}
