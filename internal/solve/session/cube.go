package session

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/work"
	"coterie/internal/solve/sat"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// init registers the kind of the jobs that decide the cubes of a question (search.Options.Cubes).
// A worker asks the built-in solver, or the external one that its host allows if that is, word for
// word, the one the job is for.
func init() { work.Register(work.Kind{Name: cubeKind, Open: openCubes}) }

const cubeKind = "cube"

// cubeTask decides cubes of one formula. Each worker has one built-in solver, which keeps its
// learned clauses from cube to cube (BenchmarkFreshSolver: new ones take 1.2 to 26 times as long).
// Whether a cube has a model does not depend on them. Which model is found would depend on it. So a
// model is searched for again, by a fresh solver.
type cubeTask struct {
	cnf  *sat.CNF
	head cubeHead

	sync.Mutex
	solvers map[int]*sat.Solver // of each worker
}

// cubeHead holds the parameters of a job besides the formula.
type cubeHead struct {
	Seed   uint64   `json:"seed,omitempty"`
	Solver []string `json:"solver,omitempty"` // nil: the built-in one
	Proofs bool     `json:"proofs,omitempty"` // proofs of refutations are part of the results
}

// params returns the parameters of the job: the length of the head, the head, the formula.
func (t *cubeTask) params() ([]byte, error) {
	head, err := json.Marshal(t.head)
	if err != nil {
		return nil, err
	}
	data := binary.AppendUvarint(nil, uint64(len(head)))
	return t.cnf.AppendCompact(append(data, head...)), nil
}

// openCubes implements Open of [work.Kind].
func openCubes(ctx context.Context, params []byte, host work.Host) (work.Task, error) {
	length, n := binary.Uvarint(params)
	if n <= 0 || length > uint64(len(params)-n) {
		return nil, errors.New("the parameters of the cubes are damaged")
	}
	t := &cubeTask{}
	params = params[n:]
	if err := json.Unmarshal(params[:length], &t.head); err != nil {
		return nil, fmt.Errorf("the parameters of the cubes are damaged: %w", err)
	}
	if len(t.head.Solver) > 0 && !slices.Equal(t.head.Solver, host.Solver) {
		why := "this worker allows none"
		if len(host.Solver) > 0 {
			why = "this worker allows " + commandLine(host.Solver) + " alone"
		}
		return nil, fmt.Errorf("the cubes are for the solver %s; %s", commandLine(t.head.Solver), why)
	}
	if err := memory.Ask(ctx, "the formula of the cubes", len(params), 20*max(1, host.Jobs)); err != nil {
		return nil, err
	}
	var err error
	if t.cnf, err = sat.ReadCompact(params[length:]); err != nil {
		return nil, err
	}
	// A solver has tables of the variables, which may be more than the clauses name.
	if err := memory.Ask(ctx, "the variables of the cubes", t.cnf.Variables(), 100*max(1, host.Jobs)); err != nil {
		return nil, err
	}
	return t, nil
}

// commandLine formats a command for people.
func commandLine(words []string) string {
	text := ""
	for i, word := range words {
		if i > 0 {
			text += " "
		}
		text += show.Name(word)
	}
	return text
}

// cubeInput returns the input of the part that decides a cube.
func cubeInput(cube []int) []byte {
	var data []byte
	for _, l := range cube {
		data = binary.AppendVarint(data, int64(l))
	}
	return data
}

// readLiterals reads the output of cubeInput, for a formula with vars variables.
func readLiterals(data []byte, vars int) ([]int, error) {
	var cube []int
	for len(data) > 0 {
		l, n := binary.Varint(data)
		if n <= 0 || l == 0 || max(l, -l) > int64(vars) {
			return nil, errors.New("the literals of the cube are damaged")
		}
		cube, data = append(cube, int(l)), data[n:]
	}
	return cube, nil
}

// The first byte of a result.
const (
	cubeModel   = 'm' // and a bit for each variable
	cubeRefuted = 'r' // and nothing
	cubeProved  = 'p' // and the proof, compressed
	cubeOpen    = '?' // the solver gave no answer
)

// Do decides a cube.
func (t *cubeTask) Do(ctx context.Context, part work.Part) ([]byte, error) {
	cube, err := readLiterals(part.Input, t.cnf.Variables())
	if err != nil {
		return nil, err
	}
	if len(t.head.Solver) > 0 {
		return t.askExternal(ctx, cube)
	}
	return t.askGini(ctx, cube, part.Worker)
}

// askGini has the built-in solver of a worker decide a cube.
func (t *cubeTask) askGini(ctx context.Context, cube []int, worker int) ([]byte, error) {
	t.Lock()
	solver := t.solvers[worker]
	fresh := solver == nil
	if fresh {
		if t.solvers == nil {
			t.solvers = map[int]*sat.Solver{}
		}
		solver = sat.NewSolver(t.cnf, sat.Options{Seed: t.head.Seed})
		t.solvers[worker] = solver
	}
	t.Unlock()
	verdict, err := solver.Solve(ctx, cube...)
	if verdict == sat.Sat && !fresh {
		solver = sat.NewSolver(t.cnf, sat.Options{Seed: t.head.Seed})
		if verdict, err = solver.Solve(ctx, cube...); verdict == sat.Unsat {
			return nil, quorum.Internal("gini refutes a cube that it has found a model of")
		}
	}
	switch verdict {
	case sat.Sat:
		return modelResult(solver.Model()), nil
	case sat.Unsat:
		return []byte{cubeRefuted}, nil
	}
	return nil, err
}

// askExternal has the external solver decide a cube: the formula with a clause for each of its
// literals.
func (t *cubeTask) askExternal(ctx context.Context, cube []int) ([]byte, error) {
	question := t.cnf.Clone()
	for _, l := range cube {
		question.AddClause(l)
	}
	solver := sat.External{Command: t.head.Solver}
	if t.head.Proofs {
		// Until it is whole, it is in a folder that the next run removes if this one is killed.
		solver.Proof = filepath.Join(os.TempDir(), "proof-"+rand.Text()+".drat")
		defer os.Remove(solver.Proof)
	}
	verdict, model, err := solver.Solve(ctx, question, nil)
	switch {
	case sat.FaultOf(err) == sat.Silent:
		return []byte{cubeOpen}, nil
	case err != nil:
		return nil, err
	case verdict == sat.Sat:
		return modelResult(model), nil
	case !t.head.Proofs:
		return []byte{cubeRefuted}, nil
	}
	proof, err := os.ReadFile(solver.Proof)
	if err != nil {
		return nil, err
	}
	return provedResult(proof), nil
}

// provedResult returns a result with a proof, compressed.
func provedResult(proof []byte) []byte {
	result := bytes.NewBuffer([]byte{cubeProved})
	w, err := flate.NewWriter(result, flate.BestSpeed)
	if err != nil {
		panic(err) // of the level
	}
	w.Write(proof) // into memory
	w.Close()
	return result.Bytes()
}

func modelResult(model []bool) []byte {
	data := make([]byte, 1+(len(model)+7)/8)
	data[0] = cubeModel
	for v, value := range model {
		if value {
			data[1+v/8] |= 1 << (v % 8)
		}
	}
	return data
}

// maxProof is the greatest length of the proof of a cube, in bytes. It bounds the memory that a few
// packed bytes can unpack to.
const maxProof = 1 << 31

// read judges the result of a cube by its form, and a model by the clauses. It returns the model or
// the proof, nil where there is none, or says that the solver gave no answer.
func (t *cubeTask) read(cube []int, result []byte) (model []bool, proof []byte, open bool, err error) {
	if len(result) == 0 {
		return nil, nil, false, errors.New("it is empty")
	}
	vars := t.cnf.Variables()
	switch data := result[1:]; result[0] {
	case cubeOpen:
		if open = true; len(t.head.Solver) == 0 {
			err = errors.New("it says nothing")
		}
	case cubeModel:
		if len(data) != (vars+8)/8 {
			return nil, nil, false, errors.New("its model has another number of variables")
		}
		model = make([]bool, vars+1)
		for v := range model {
			model[v] = data[v/8]>>(v%8)&1 == 1
		}
		if i := t.cnf.Violated(model); i >= 0 {
			return nil, nil, false, fmt.Errorf("its model does not satisfy clause %d (counted from 1)", i+1)
		}
		for _, l := range cube {
			if model[max(l, -l)] != (l > 0) {
				return nil, nil, false, fmt.Errorf("its model does not satisfy the literal %d of the cube", l)
			}
		}
	case cubeRefuted:
		switch {
		case len(data) > 0:
			err = errors.New("it says more than that it refutes")
		case t.head.Proofs:
			err = errors.New("it has no proof")
		}
	case cubeProved:
		if proof, err = io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxProof+1)); proof == nil {
			proof = []byte{}
		}
		if len(proof) > maxProof {
			return nil, nil, false, fmt.Errorf("its proof is longer than %d bytes", maxProof)
		}
		if err == nil && !t.head.Proofs {
			err = errors.New("nobody asked it for a proof")
		}
	default:
		err = fmt.Errorf("it begins with %q", result[0])
	}
	return model, proof, open, err
}
