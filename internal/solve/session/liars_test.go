package session_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strconv"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
	"coterie/search/extend"
	"coterie/search/group"
	"coterie/search/latin"
	"coterie/search/load"
	"coterie/search/maekawa"
	"coterie/search/total"
)

// liar is the command of a solver, this test program, that answers correctly except for one
// question in so many, which it claims to have no model.
func liar(often int, seed uint64) []string {
	return []string{os.Args[0], "-test.run=^TestLiarSolver$", "--", fmt.Sprint(often), fmt.Sprint(seed)}
}

// TestLiarSolver is no test, but the solver.
func TestLiarSolver(t *testing.T) {
	i := slices.Index(os.Args, "--")
	if i < 0 || len(os.Args) < i+4 {
		t.Skip("not called as a solver")
	}
	often, _ := strconv.ParseUint(os.Args[i+1], 10, 64)
	question, err := os.ReadFile(os.Args[i+3])
	if err != nil {
		os.Exit(1)
	}
	hash := fnv.New64a()
	fmt.Fprint(hash, os.Args[i+2], string(question))
	if hash.Sum64()%often == 0 {
		os.Exit(20)
	}
	answerAsSolver(os.Args[i+3])
}

// answerAsSolver ends the process with the answer to a question in a file, in the form of a solver.
func answerAsSolver(question string) {
	f, err := os.Open(question)
	if err != nil {
		os.Exit(1)
	}
	cnf, err := sat.ReadDIMACS(f)
	if err != nil {
		os.Exit(1)
	}
	s := sat.NewSolver(cnf, sat.Options{})
	if verdict, _ := s.Solve(context.Background()); verdict == sat.Unsat {
		os.Exit(20)
	}
	fmt.Print("v ")
	for v, value := range s.Model() {
		if v > 0 && value {
			fmt.Print(v, " ")
		}
	}
	fmt.Print("0\n")
	os.Exit(10)
}

// sought is a search that asks a solver.
type sought struct {
	name string
	find func(context.Context, search.Options) (*search.Result, error)
}

// allSought are searches of every kind.
func allSought(t *testing.T) []sought {
	spec := func(text string) quorum.Structure {
		s := assert.Got(construct.Build(t.Context(), text))(t).Structure
		return s
	}
	crumb, cartels := spec("{1,2,4},{2,3,5}"), spec("net:side=2,m=3")
	extension := func(s quorum.Structure, prefer string) func(context.Context, search.Options) (*search.Result, error) {
		return func(ctx context.Context, o search.Options) (*search.Result, error) {
			e, err := extend.Find(ctx, s, extend.Options{Options: o, Prefer: prefer})
			if err != nil {
				return nil, err
			}
			return e.Result, nil
		}
	}
	return []sought{
		{"least", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return maekawa.Least(ctx, 9, maekawa.Options{Options: o, Method: search.SAT})
		}},
		{"exact", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return maekawa.Least(ctx, 8, maekawa.Options{Options: o, Method: search.SAT, Exact: true, Unique: true})
		}},
		{"pair", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return maekawa.Pair(ctx, 8, 4, 5, maekawa.Options{Options: o, Method: search.SAT})
		}},
		{"translates", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return maekawa.Least(ctx, 11, maekawa.Options{Options: o, Method: search.SAT, Symmetry: maekawa.Translates()})
		}},
		{"orbits", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return maekawa.Least(ctx, 10, maekawa.Options{Options: o, Symmetry: maekawa.Orbits(3)})
		}},
		{"total", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return total.Find(ctx, 7, total.Options{Options: o, Method: search.SAT, Responsibility: 4})
		}},
		{"cyclic", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return cyclic.Find(ctx, 20, cyclic.Options{Options: o, Method: search.SAT})
		}},
		{"group", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return group.Find(ctx, 9, 4, group.Options{Options: o, Method: search.SAT})
		}},
		{"responsibility", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return group.Find(ctx, 8, 3, group.Options{Options: o, Method: search.SAT, Responsibility: 2})
		}},
		{"plane", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return latin.Plane(ctx, 4, latin.Options{Options: o, Method: search.SAT})
		}},
		{"mols", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return latin.Mols(ctx, 5, 2, latin.Options{Options: o, Method: search.SAT})
		}},
		{"load", func(ctx context.Context, o search.Options) (*search.Result, error) {
			return load.Find(ctx, 8, load.Options{Options: o})
		}},
		{"quorums", extension(crumb, "quorums")},
		{"extension", extension(crumb, "load")},
		{"cartels", extension(cartels, "quorums")},
	}
}

// TestLiars runs every search that asks a solver with one that now and then refutes a question that
// has a model: an answer is the right one, or an error that names the solver.
func TestLiars(t *testing.T) { searchLiars(t, light) }

// searchLiars does so with the chosen searches.
func searchLiars(t *testing.T, chosen func(name string) bool) {
	t.Parallel()
	for _, test := range allSought(t) {
		if !chosen(test.name) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			want := assert.Got(test.find(t.Context(), search.Options{}))(t)
			for _, often := range []int{1, 2, 3} {
				for seed := range uint64(2) {
					got, err := test.find(t.Context(), search.Options{Solver: liar(often, seed)})
					var lied *sat.SolverError
					switch {
					case err == nil && got.Verdict == want.Verdict && got.Optimal == want.Optimal && same(got, want):
					case errors.As(err, &lied) && lied.Fault == sat.Lied && lied.Command == os.Args[0]:
					case err != nil:
						t.Errorf("1 lie in %d, seed %d: %v", often, seed, err)
					default:
						t.Errorf("1 lie in %d, seed %d: %s, value %v from %v (%s) to %v (%s); want %s, %v", often, seed,
							got.Verdict, got.Value, got.Lower, got.LowerBy, got.Upper, got.UpperBy, want.Verdict, want.Value)
					}
				}
			}
		})
	}
}

// same compares values and bounds.
func same(a, b *search.Result) bool {
	return fmt.Sprint(a.Value, a.Lower, a.Upper) == fmt.Sprint(b.Value, b.Lower, b.Upper)
}
