package sat

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

// What solvers write in their comments, shortened: CaDiCaL 1.5.3, PicoSAT 965, Kissat 4.
const (
	cadicalSays = `c reading DIMACS file from 'question.cnf'
c found 'p cnf 90 415' header
c time measured in process time since initialization
c 
c  seconds  reductions  redundant irredundant
c         MB    restarts       trail    variables
c          level   conflicts       glue     remaining
c 
c *  0.00  3  0 0   0    0    0  0% 0  415  90 100%
c {  0.00  4  0 0   0    0    0  0% 0  415  90 100%
c }  0.01  4 10 2  23 1001  340 98% 7  415  90 100%
c 
c  seconds  reductions    redundant irredundant
c         MB     restarts        trail    variables
c          level     conflicts       glue     remaining
c 
c ^  0.28  5  9 13 981 27813 1314 88% 7  405  80 89%
c conflicts:                   27900   (99642.86    per second)
s UNSATISFIABLE
`
	picosatSays = `c PicoSAT SAT Solver Version 965
c random number generator seed 0
c 
c  seconds     variables   original    learned     agility
c         level        used      conflicts    limit          MB
c 
c s   0.0   0.0    90   0.0    10     0     0     0   0.0   0.0 
c 
c initial reduction limit 1000 clauses
c 
c R   1.7  25.4    90 100.0    10 79518 10202 13081  20.9   2.4 
c R   2.3  23.7    90 100.0    10 102e3 13642 14389  21.9   3.2 
s UNSATISFIABLE
`
	kissatSays = `c ---- [ solving ] -----------------------------------------------------------
c
c  seconds switched rate     size/glue tier1 binary    remaining
c         MB reductions conflicts size  tier2 irredundant
c          level restarts redundant glue  trail    variables
c
c *  0.00  3 0 0 0  0 0   0   0 0.0 0 0 0 0 0% 500 25 125 100%
c 1  0.40  5 7 1 2 35 4 12045 310 2.5 30 12 2 6 40% 500 25 120 96%
c 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
s UNSATISFIABLE
`
	statisticSays = "c conflicts:                          117                 2340 per second\ns UNSATISFIABLE\n"
	nothingSays   = "c conflicts are none\nc - 1 2 3 4 5 6 7 8 9\nc seconds 5\nc - 1 2 3 4 5 6 7 8\nconflicts: 7\nc conflicts: x\ns UNSATISFIABLE\n"
)

func TestExternalConflicts(t *testing.T) {
	for name, test := range map[string]struct {
		says string
		want []int64
	}{
		"cadical":   {cadicalSays, []int64{0, 1001, 27813, 27900}},
		"picosat":   {picosatSays, []int64{0, 79518, 102000}},
		"kissat":    {kissatSays, []int64{0, 12045}},
		"statistic": {statisticSays, []int64{117}},
		"none":      {nothingSays, nil},
	} {
		var got []int64
		o := newSolverOutput(3, func(n int64) { got = append(got, n) })
		_, _ = io.WriteString(o, test.says)
		if o.end(); !slices.Equal(got, test.want) {
			t.Errorf("%s: conflicts %v, want %v", name, got, test.want)
		}
		// A program's are coalesced, but the last one is always told.
		last, calls := int64(-1), 0
		verdict, _, err := External{Command: fake("say", test.says, "20")}.Solve(t.Context(), pigeonhole(1), func(n int64) {
			last = n
			calls++
			time.Sleep(5 * time.Millisecond)
		})
		if verdict != Unsat || err != nil || (calls > 0) != (len(got) > 0) || calls > 0 && last != got[len(got)-1] {
			t.Errorf("%s: %v, %v, %d calls, the last with %d", name, verdict, err, calls, last)
		}
	}
}

// TestOutputInPieces: the same output gives the same answer however it is cut.
func TestOutputInPieces(t *testing.T) {
	text := cadicalSays + "v 1 -2 3\n\nv 4\nvery\ns SATISFIABLE\nv -5 0\nc last\n"
	read := func(sizes func() int) string {
		var told []int64
		o := newSolverOutput(5, func(n int64) { told = append(told, n) })
		for rest := text; rest != ""; {
			n := min(sizes(), len(rest))
			_, _ = io.WriteString(o, rest[:n])
			rest = rest[n:]
		}
		o.end()
		return fmt.Sprint(told, o.values, o.ended, o.listed, o.problem, o.answer, o.last.String())
	}
	want := read(func() int { return len(text) })
	r := rand.New(rand.NewPCG(12, 0))
	for range 200 {
		assert.MustEqual(t, read(func() int { return 1 + r.IntN(6) }), want)
	}
	if !strings.Contains(want, "27900") || !strings.Contains(want, "[0 1 -1 1 1 -1]") {
		t.Error(want)
	}
}

func FuzzSolverOutput(f *testing.F) {
	f.Add(cadicalSays+"v 1 2 0\n", 10, 4)
	f.Add(picosatSays, 20, 4)
	f.Add("s SATISFIABLE\nv 1 -1 0\r\nv", 10, 2)
	f.Add("v 99999999999999999999 --1 +2 0\ns\n", 0, 2)
	f.Fuzz(func(t *testing.T, text string, status, vars int) {
		vars = min(max(vars, 0), 50)
		o := newSolverOutput(vars, func(n int64) {
			if n < 0 {
				t.Fatalf("%d conflicts", n)
			}
		})
		for _, part := range strings.SplitAfter(text, "7") {
			assert.MustEqual(t, assert.Got(io.WriteString(o, part))(t), len(part))
		}
		o.end()
		verdict, why := o.verdict(status, "a status")
		if verdict != Unknown && (why != "" && verdict == Sat || status != 10 && status != 20) {
			t.Fatalf("%v, %s", verdict, why)
		}
		if model := o.model(); len(model) != vars+1 || model[0] {
			t.Fatalf("model %v", model)
		}
		if len(o.line) > 0 || len(o.token) > 0 || cap(o.line) > 2*maxOutputLine || len(o.last.String()) > maxLastLine {
			t.Fatal("memory")
		}
	})
}

// TestOutputTokenMemory: a word without an end among the values takes no memory.
func TestOutputTokenMemory(t *testing.T) {
	o := newSolverOutput(3, func(int64) {})
	for _, part := range []string{"v ", strings.Repeat("1", 1<<20)} {
		assert.Got(io.WriteString(o, part))(t)
	}
	if len(o.token) > maxOutputToken+1 || len(o.line) > maxOutputLine || len(o.last.line) > maxLastLine {
		t.Errorf("%d bytes of a word, %d of a line, %d of the last", len(o.token), len(o.line), len(o.last.line))
	}
}
