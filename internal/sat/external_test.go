package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test program play a solver: fake-solver MODE [ARGUMENT...] FILE.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fake-solver" {
		os.Exit(fakeSolver(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

func fake(mode ...string) []string { return append([]string{os.Args[0], "fake-solver"}, mode...) }

func fakeSolver(mode string, args []string) int {
	switch mode {
	case "say": // TEXT STATUS FILE
		fmt.Print(args[0])
		var status int
		fmt.Sscan(args[1], &status)
		return status
	case "complain":
		fmt.Println("c all is well")
		fmt.Fprintln(os.Stderr, "first\nout of memory\n\n ")
		return 3
	case "gini", "prove": // prove: a proof's name follows the file's
		return honestSolver(args)
	case "die":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	case "beat": // FILE: writes to it for ever
		for {
			f, err := os.OpenFile(args[0], os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o666)
			if err != nil {
				return 0
			}
			_, _ = f.WriteString("x")
			f.Close()
			time.Sleep(time.Millisecond)
		}
	case "parent", "leave": // BEAT FILE: starts a process that beats; waits for it or leaves it
		child := exec.Command(os.Args[0], "fake-solver", "beat", args[0])
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			return 1
		}
		for size(args[0]) == 0 {
			time.Sleep(time.Millisecond)
		}
		if mode == "leave" {
			fmt.Println("s UNSATISFIABLE")
			return 20
		}
		_ = child.Wait()
	case "flood":
		block := bytes.Repeat([]byte("c 1 "), 1<<14)
		for range 256 { // 16 MB in one line, twice, and 16 MB of values
			_, _ = os.Stdout.Write(block)
			_, _ = os.Stderr.Write(block)
		}
		fmt.Print("\nv ")
		block = bytes.Repeat([]byte("1 "), 1<<15)
		for range 256 {
			_, _ = os.Stdout.Write(block)
		}
		fmt.Print("0\n")
		return 10
	}
	return 1
}

func honestSolver(args []string) int {
	f, err := os.Open(args[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	cnf, err := ReadDIMACS(f)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if len(args) > 1 {
		if err := os.WriteFile(args[1], []byte("0\n"), 0o666); err != nil {
			return 1
		}
	}
	s := NewSolver(cnf, Options{})
	verdict, _ := s.Solve(context.Background())
	if verdict == Unsat {
		fmt.Println("s UNSATISFIABLE")
		return 20
	}
	fmt.Print("c here it comes\ns SATISFIABLE\nv")
	for v, value := range s.Model() {
		if v > 0 && value { // the false ones are left out
			fmt.Printf(" %d", v)
		}
		if v%7 == 6 {
			fmt.Print("\nv")
		}
	}
	fmt.Print("\nv 0\n")
	return 10
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// inTemp makes an empty folder the place for temporary files, and checks at the end that it is
// empty again.
func inTemp(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	t.Cleanup(func() {
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

func TestExternalAgainstBruteForce(t *testing.T) {
	inTemp(t)
	r := rand.New(rand.NewPCG(11, 0))
	count := map[Verdict]int{}
	for range 40 {
		c := randomCNF(r, 1+r.IntN(9), r.IntN(24))
		c.Comment("a question")
		before := c.Clone()
		verdict, model, err := External{Command: fake("gini")}.Solve(t.Context(), c, nil)
		want := Unsat
		if len(naiveModels(c)) > 0 {
			want = Sat
		}
		if verdict != want || err != nil {
			t.Fatalf("%v, %v; want %v", verdict, err, want)
		}
		if verdict == Sat && c.Violated(model) >= 0 {
			t.Fatalf("model %v violates a clause", model)
		}
		if !c.Equal(before) {
			t.Fatal("the question was changed")
		}
		count[verdict]++
	}
	if count[Sat] < 5 || count[Unsat] < 5 {
		t.Errorf("too few of a kind: %v", count)
	}
}

// TestExternalAnswers asks for x1 and (not x2 or x3), of which solvers say many things.
func TestExternalAnswers(t *testing.T) {
	inTemp(t)
	c := &CNF{}
	c.AddClause(1)
	c.AddClause(-2, 3)
	const good = "s SATISFIABLE\n"
	var (
		lied   *SolverLiedError
		silent *SolverSilentError
		crash  *SolverCrashError
	)
	for _, test := range []struct {
		text    string
		status  int
		verdict Verdict
		err     any    // what the error is
		says    string // and what its text has
	}{
		{good + "v 1 2 3 0\n", 10, Sat, nil, ""},
		{good + "v 1 -2 0", 10, Sat, nil, ""},
		{good + "v 1\nv\nv 2 \t3\r\nv 3 1 0\r\n", 10, Sat, nil, ""},
		{"c so\nv 1 0\n", 10, Sat, nil, ""},
		{"vain words\n v 9\nvv\n" + good + "v 1 0\n", 10, Sat, nil, ""},
		{"s UNSATISFIABLE\n", 20, Unsat, nil, ""},
		{"UNSATISFIABLE\n", 20, Unsat, nil, ""},
		{"", 0, Unknown, &silent, "exit status 0"},
		{"s UNKNOWN\n", 0, Unknown, &silent, "no answer"},
		{"s INDETERMINATE\n", 15, Unknown, &silent, "exit status 15"},
		{"s UNKNOWN\nv 1 0\n", 0, Unknown, &silent, ""},
		{good + "v -1 0\n", 10, Unknown, &lied, "clause 1 of 2"},
		{good + "v 1 2 0\n", 10, Unknown, &lied, "clause 2 of 2"},
		{good + "v 0\n", 10, Unknown, &lied, "clause 1 of 2"},
		{good + "v 1 -2 2 0\n", 10, Unknown, &lied, "both -2 and 2"},
		{good + "v 1 2\nv -1 3 0\n", 10, Unknown, &lied, "both 1 and -1"},
		{good + "v 1 -3 -3 3 0\n", 10, Unknown, &lied, "both -3 and 3"},
		{good + "v 1 4 0\n", 10, Unknown, &lied, "variable 4; variables are 1..3"},
		{good + "v 1 -4 0\n", 10, Unknown, &lied, "variable 4"},
		{good + "v x1 0\n", 10, Unknown, &lied, `"x1"`},
		{good + "v 1 2-3 0\n", 10, Unknown, &lied, `"2-3"`},
		{good + "v 1 000000000000000000002 0\n", 10, Unknown, &lied, "no literal"},
		{good + "v 1\n", 10, Unknown, &lied, "not ended by a 0"},
		{good + "v 1 0\nv 2 0\n", 10, Unknown, &lied, "comes after the 0"},
		{good, 10, Unknown, &lied, `without a line "v"`},
		{"", 10, Unknown, &lied, `without a line "v"`},
		{good + "v 1 0\n", 20, Unknown, &lied, "says SATISFIABLE, and ends with exit status 20"},
		{good + "v 1 0\n", 0, Unknown, &lied, "says SATISFIABLE, and ends with exit status 0"},
		{"s UNSATISFIABLE\n", 10, Unknown, &lied, "says UNSATISFIABLE, and ends with exit status 10"},
		{"s UNSATISFIABLE\n", 0, Unknown, &lied, "says UNSATISFIABLE"},
		{"s UNKNOWN\n", 20, Unknown, &lied, "says UNKNOWN"},
		{"v 1 0\n", 20, Unknown, &lied, "it gives values"},
		{"v\n", 20, Unknown, &lied, "it gives values"},
		{"s UNSATISFIABLE\n" + good + "v 1 0\n", 10, Unknown, &lied, "both UNSATISFIABLE and SATISFIABLE"},
		{good + "s UNSATISFIABLE\n", 20, Unknown, &lied, "both SATISFIABLE and UNSATISFIABLE"},
		{"one\ntwo\n", 1, Unknown, &crash, `exit status 1; its last words: "two"`},
		{good + "v 1 0\n", 139, Unknown, &crash, "exit status 139"},
		{"", 30, Unknown, &crash, "exit status 30"},
	} {
		verdict, model, err := External{Command: fake("say", test.text, fmt.Sprint(test.status))}.Solve(t.Context(), c, nil)
		right := verdict == test.verdict && (err == nil) == (verdict != Unknown) && (model != nil) == (verdict == Sat)
		if test.err != nil {
			right = right && errors.As(err, test.err) && strings.Contains(err.Error(), test.says)
		}
		if !right {
			t.Errorf("%q, exit %d: %v, %v, %v; want %v, %v %q", test.text, test.status,
				verdict, model, err, test.verdict, reflect.TypeOf(test.err), test.says)
		}
	}
	_, model, _ := External{Command: fake("say", good+"v 1 3 0\n", "10")}.Solve(t.Context(), c, nil)
	if !slices.Equal(model, []bool{false, true, false, true}) {
		t.Errorf("model %v", model)
	}
}

func TestExternalFailures(t *testing.T) {
	inTemp(t)
	c := pigeonhole(2)
	var crash *SolverCrashError
	_, _, err := External{Command: fake("complain")}.Solve(t.Context(), c, nil)
	if !errors.As(err, &crash) || crash.Last != "out of memory" || crash.Status != "exit status 3" {
		t.Errorf("%v", err)
	}
	_, _, err = External{Command: fake("die")}.Solve(t.Context(), c, nil)
	if !errors.As(err, &crash) || crash.Last != "" || runtime.GOOS != "windows" && crash.Status != "signal: killed" {
		t.Errorf("%v", err)
	}
	notExecutable := filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(notExecutable, []byte("no program"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{nil, {""}, {"no-such-solver-anywhere"}, {"./no/such/solver"}, {notExecutable}, {t.TempDir()}} {
		var missing *SolverMissingError
		verdict, _, err := External{Command: command}.Solve(t.Context(), c, nil)
		if verdict != Unknown || !errors.As(err, &missing) || missing.Err == nil {
			t.Fatalf("%q: %v, %v", command, verdict, err)
		}
		if len(command) > 0 && command[0] != "" &&
			(missing.Command != command[0] || strings.Count(err.Error(), command[0]) != 1) {
			t.Errorf("%q: %v", command, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if verdict, _, err := (External{Command: fake("gini")}).Solve(ctx, c, nil); verdict != Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", verdict, err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	t.Setenv("TMP", os.Getenv("TMPDIR"))
	if verdict, _, err := (External{Command: fake("gini")}).Solve(t.Context(), c, nil); verdict != Unknown || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, %v", verdict, err)
	}
}

// TestExternalCancel ends a solver that is a script around another process.
func TestExternalCancel(t *testing.T) {
	inTemp(t)
	why := errors.New("enough")
	beat := filepath.Join(t.TempDir(), "beat")
	ctx, cancel := context.WithCancelCause(t.Context())
	var ended time.Time
	go func() {
		for size(beat) == 0 && t.Context().Err() == nil {
			time.Sleep(time.Millisecond)
		}
		ended = time.Now()
		cancel(why)
	}()
	verdict, model, err := External{Command: fake("parent", beat)}.Solve(ctx, pigeonhole(2), nil)
	if verdict != Unknown || model != nil || !errors.Is(err, why) {
		t.Fatalf("%v, %v, %v", verdict, model, err)
	}
	if took := time.Since(ended); took > time.Second { // a loaded machine; an idle one takes milliseconds
		t.Errorf("ended after %v", took)
	}
	if runtime.GOOS != "windows" {
		silent(t, beat)
	}
}

// silent checks that nobody writes to a file any more.
func silent(t *testing.T, beat string) {
	t.Helper()
	before := size(beat)
	time.Sleep(30 * time.Millisecond)
	if after := size(beat); before == 0 || after > before {
		t.Errorf("a process of the solver lives on: %d, then %d bytes", before, after)
	}
}

// TestExternalLeavesProcesses: the solver ends, but a process that it started holds its output.
func TestExternalLeavesProcesses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process groups")
	}
	inTemp(t)
	beat := filepath.Join(t.TempDir(), "beat")
	start := time.Now()
	verdict, _, err := External{Command: fake("leave", beat)}.Solve(t.Context(), pigeonhole(2), nil)
	if verdict != Unsat || err != nil {
		t.Errorf("%v, %v", verdict, err)
	}
	if took := time.Since(start); took > externalPatience+5*time.Second {
		t.Errorf("took %v", took)
	}
	silent(t, beat)
}

func TestExternalFlood(t *testing.T) {
	inTemp(t)
	c := &CNF{}
	c.AddClause(1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	verdict, _, err := External{Command: fake("flood")}.Solve(t.Context(), c, nil)
	runtime.ReadMemStats(&after)
	if verdict != Sat || err != nil {
		t.Errorf("%v, %v", verdict, err)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
		t.Errorf("%d bytes were allocated for 48 MB of output", grown)
	}
}

func TestExternalProof(t *testing.T) {
	inTemp(t)
	satisfiable := &CNF{}
	satisfiable.AddClause(1)
	for _, test := range []struct {
		command []string
		cnf     *CNF
		verdict Verdict
		kept    string // what is in the file afterwards
	}{
		{fake("prove"), pigeonhole(2), Unsat, "0\n"},
		{fake("prove"), satisfiable, Sat, "old"},
		{fake("die"), pigeonhole(2), Unknown, "old"},
		{fake("say", "s UNSATISFIABLE\n", "20"), pigeonhole(2), Unknown, "old"},
	} {
		dir := t.TempDir()
		proof := filepath.Join(dir, "a.drat")
		if err := os.WriteFile(proof, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		verdict, _, err := External{Command: test.command, Proof: proof}.Solve(t.Context(), test.cnf, nil)
		kept, _ := os.ReadFile(proof)
		if verdict != test.verdict || (err != nil) != (verdict == Unknown) || string(kept) != test.kept {
			t.Errorf("%v: %v, %v, %q kept; want %v, %q", test.command[2:], verdict, err, kept, test.verdict, test.kept)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%v: left behind: %v", test.command[2:], left)
		}
	}
	var noProof *SolverProofError
	for _, e := range []External{
		{fake("say", "s UNSATISFIABLE\n", "20"), filepath.Join(t.TempDir(), "a.drat")}, // writes none
		{fake("prove"), filepath.Join(t.TempDir(), "none", "a.drat")},
		{fake("prove"), t.TempDir()},
	} {
		if verdict, _, err := e.Solve(t.Context(), pigeonhole(2), nil); verdict != Unknown || !errors.As(err, &noProof) {
			t.Errorf("%v, %v", verdict, err)
		}
		if info, err := os.Stat(e.Proof); err == nil && !info.IsDir() {
			t.Errorf("%s is there", e.Proof)
		}
	}
}

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
		if got := read(func() int { return 1 + r.IntN(6) }); got != want {
			t.Fatalf("%s\nin one piece: %s", got, want)
		}
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
			if n, err := io.WriteString(o, part); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
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

// TestRealSolvers asks the solvers that are installed.
func TestRealSolvers(t *testing.T) {
	inTemp(t)
	asked := false
	for _, command := range [][]string{{"cadical"}, {"cadical", "-q"}, {"picosat", "-v"}, {"kissat"}} {
		if _, err := exec.LookPath(command[0]); err != nil {
			continue
		}
		asked = true
		var conflicts []int64
		proof := filepath.Join(t.TempDir(), "proof")
		e := External{Command: command}
		if command[0] == "cadical" {
			e.Proof = proof
		}
		verdict, _, err := e.Solve(t.Context(), pigeonhole(7), func(n int64) { conflicts = append(conflicts, n) })
		if verdict != Unsat || err != nil {
			t.Errorf("%v: %v, %v", command, verdict, err)
		}
		if e.Proof != "" && size(proof) == 0 {
			t.Errorf("%v: no proof", command)
		}
		if quiet := slices.Contains(command, "-q"); quiet != (len(conflicts) == 0) || !slices.IsSorted(conflicts) {
			t.Errorf("%v: conflicts %v", command, conflicts)
		}
		c := &CNF{}
		c.AddClause(1, 2)
		c.AddClause(-1, 2)
		if verdict, model, err := e.Solve(t.Context(), c, nil); verdict != Sat || !model[2] || err != nil {
			t.Errorf("%v: %v, %v", command, verdict, err)
		}
	}
	if !asked {
		t.Skip("none is installed")
	}
}
