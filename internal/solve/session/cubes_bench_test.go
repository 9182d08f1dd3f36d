package session_test

import (
	"context"
	"errors"
	"maps"
	"os/exec"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sat/cubes"
	"coterie/internal/solve/session"
	"coterie/search"
	"coterie/search/group"
	"coterie/search/latin"
	"coterie/search/load"
	"coterie/search/maekawa"
)

// taken is a keeper that takes the last question, and has no answers.
type taken struct{ last session.Question }

func (k *taken) Ask(_ context.Context, q session.Question, _ func(string) (session.Answer, error)) (session.Answer, *search.Proof, error) {
	k.last = q
	return session.Answer{}, nil, errors.New("taken")
}

// cubeQuestions are questions that a solver gets, all without a model.
func cubeQuestions(b *testing.B) map[string]session.Question {
	list := map[string]session.Question{}
	for name, find := range map[string]func(context.Context, search.Options) (*search.Result, error){
		"maekawa,n=14,K=4": func(ctx context.Context, o search.Options) (*search.Result, error) {
			return maekawa.Pair(ctx, 14, 4, 4, maekawa.Options{Options: o, Method: search.SAT})
		},
		"maekawa,n=16,K=4,responsibility=5": func(ctx context.Context, o search.Options) (*search.Result, error) {
			return maekawa.Pair(ctx, 16, 4, 5, maekawa.Options{Options: o, Method: search.SAT})
		},
		"plane,order=6": func(ctx context.Context, o search.Options) (*search.Result, error) {
			return latin.Plane(ctx, 6, latin.Options{Options: o, Method: search.SAT})
		},
		"mols,order=6": func(ctx context.Context, o search.Options) (*search.Result, error) {
			return latin.Mols(ctx, 6, 2, latin.Options{Options: o, Method: search.SAT})
		},
		"load,n=8": func(ctx context.Context, o search.Options) (*search.Result, error) {
			return load.Find(ctx, 8, load.Options{Options: o})
		},
		"load,n=10": func(ctx context.Context, o search.Options) (*search.Result, error) {
			return load.Find(ctx, 10, load.Options{Options: o})
		},
		"group,n=10,m=5": func(ctx context.Context, o search.Options) (*search.Result, error) {
			return group.Find(ctx, 10, 5, group.Options{Options: o, Method: search.SAT, Degree: 3})
		},
	} {
		k := &taken{}
		find(session.WithKeeper(b.Context(), k), search.Options{Solver: []string{"taken"}})
		if k.last.CNF == nil {
			b.Fatalf("%s: no question", name)
		}
		list[name] = k.last
	}
	return list
}

// conflicts is how many conflicts CaDiCaL has on the way to refute cubes, and on the hardest: a
// measure that does not depend on the machine.
func conflicts(b *testing.B, cnf *sat.CNF, list [][]int) (all, most int64) {
	for _, cube := range list {
		c := cnf.Clone()
		for _, l := range cube {
			c.AddClause(l)
		}
		last := int64(0)
		assert.Got2((sat.External{Command: []string{"cadical"}}).Solve(b.Context(), c, func(n int64) { last = max(last, n) }))(b)
		all += last
		most = max(most, last)
	}
	return all, most
}

// BenchmarkCubes counts the conflicts of all cubes, and of the hardest, beside those of the whole
// question.
func BenchmarkCubes(b *testing.B) {
	if _, err := exec.LookPath("cadical"); err != nil {
		b.Skip("conflicts are counted by cadical, which is not installed")
	}
	questions := cubeQuestions(b)
	for _, name := range slices.Sorted(maps.Keys(questions)) {
		q := questions[name]
		whole, _ := conflicts(b, q.CNF, [][]int{nil})
		var cases []int
		for _, assumptions := range q.Cases {
			cases = append(cases, assumptions[0])
		}
		b.Run(name+"/depth=5", func(b *testing.B) {
			var tree cubes.Tree
			for b.Loop() {
				var err error
				if tree, err = cubes.Split(b.Context(), q.CNF, cubes.Options{Depth: 5, Cases: cases}); err != nil {
					b.Fatal(err)
				}
			}
			all, most := conflicts(b, q.CNF, tree.Cubes())
			leaves, open := tree.Leaves()
			b.ReportMetric(float64(leaves), "cubes")
			b.ReportMetric(float64(open), "open")
			b.ReportMetric(float64(whole), "conflicts/whole")
			b.ReportMetric(float64(all), "conflicts/all-cubes")
			b.ReportMetric(float64(most), "conflicts/hardest-cube")
			if whole > 1000 {
				reach.AtMost(b, name+": conflicts of the hardest cube over those of the whole", float64(most)/float64(whole), 0.6)
				reach.AtMost(b, name+": conflicts of all cubes over those of the whole", float64(all)/float64(whole), 3)
			}
		})
	}
}

// BenchmarkFreshSolver measures the cost of a new solver for every cube, instead of one that keeps
// its learned clauses: the factor by which the same cubes take longer.
func BenchmarkFreshSolver(b *testing.B) {
	questions := cubeQuestions(b)
	for _, name := range slices.Sorted(maps.Keys(questions)) {
		q := questions[name]
		tree := assert.Got(cubes.Split(b.Context(), q.CNF, cubes.Options{Depth: 5}))(b)
		open := tree.Cubes()
		var fresh float64
		b.Run(name+"/solvers=fresh", func(b *testing.B) {
			for b.Loop() {
				for _, cube := range open {
					if verdict, err := sat.NewSolver(q.CNF, sat.Options{}).Solve(b.Context(), cube...); verdict != sat.Unsat {
						b.Fatal(verdict, err)
					}
				}
			}
			fresh = reach.PerRun(b).Seconds()
		})
		b.Run(name+"/solvers=one", func(b *testing.B) {
			for b.Loop() {
				s := sat.NewSolver(q.CNF, sat.Options{})
				for _, cube := range open {
					if verdict, err := s.Solve(b.Context(), cube...); verdict != sat.Unsat {
						b.Fatal(verdict, err)
					}
				}
			}
			b.ReportMetric(fresh/reach.PerRun(b).Seconds(), "fresh/one")
		})
	}
}
