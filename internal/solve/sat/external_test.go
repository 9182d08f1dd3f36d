package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

// TestMain lets the test program play a solver: fake-solver MODE [ARGUMENT...] FILE.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fake-solver" {
		os.Exit(fakeSolver(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

func fake(mode ...string) []string { return append([]string{os.Args[0], "fake-solver"}, mode...) }

// moreModes are those that only some systems have.
var moreModes = map[string]func(args []string) int{}

func fakeSolver(mode string, args []string) int {
	if more := moreModes[mode]; more != nil {
		return more(args)
	}
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
	case "beat": // FILE: writes to it, as long as any test may take
		for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); {
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
		assert.MustTrue(t, c.Equal(before), "the question was changed")
		count[verdict]++
	}
	if count[Sat] < 5 || count[Unsat] < 5 {
		t.Errorf("too few of a kind: %v", count)
	}
}

// TestExternalAnswers asks for x1 and (not x2 or x3), and gets many kinds of answers from solvers.
func TestExternalAnswers(t *testing.T) {
	inTemp(t)
	c := &CNF{}
	c.AddClause(1)
	c.AddClause(-2, 3)
	const good = "s SATISFIABLE\n"
	for _, test := range []struct {
		text    string
		status  int
		verdict Verdict
		fault   SolverFault
		says    string // and a part of its text
	}{
		{good + "v 1 2 3 0\n", 10, Sat, 0, ""},
		{good + "v 1 -2 0", 10, Sat, 0, ""},
		{good + "v 1\nv\nv 2 \t3\r\nv 3 1 0\r\n", 10, Sat, 0, ""},
		{"c so\nv 1 0\n", 10, Sat, 0, ""},
		{"vain words\n v 9\nvv\n" + good + "v 1 0\n", 10, Sat, 0, ""},
		{"s UNSATISFIABLE\n", 20, Unsat, 0, ""},
		{"UNSATISFIABLE\n", 20, Unsat, 0, ""},
		{"", 0, Unknown, Silent, "exit status 0"},
		{"s UNKNOWN\n", 0, Unknown, Silent, "no answer"},
		{"s INDETERMINATE\n", 15, Unknown, Silent, "exit status 15"},
		{"s UNKNOWN\nv 1 0\n", 0, Unknown, Silent, ""},
		{good + "v -1 0\n", 10, Unknown, Lied, "clause 1 of 2"},
		{good + "v 1 2 0\n", 10, Unknown, Lied, "clause 2 of 2"},
		{good + "v 0\n", 10, Unknown, Lied, "clause 1 of 2"},
		{good + "v 1 -2 2 0\n", 10, Unknown, Lied, "both -2 and 2"},
		{good + "v 1 2\nv -1 3 0\n", 10, Unknown, Lied, "both 1 and -1"},
		{good + "v 1 -3 -3 3 0\n", 10, Unknown, Lied, "both -3 and 3"},
		{good + "v 1 4 0\n", 10, Unknown, Lied, "variable 4; variables are 1..3"},
		{good + "v 1 -4 0\n", 10, Unknown, Lied, "variable 4"},
		{good + "v x1 0\n", 10, Unknown, Lied, `"x1"`},
		{good + "v 1 2-3 0\n", 10, Unknown, Lied, `"2-3"`},
		{good + "v 1 000000000000000000002 0\n", 10, Unknown, Lied, "no literal"},
		{good + "v 1\n", 10, Unknown, Lied, "not ended by a 0"},
		{good + "v 1 0\nv 2 0\n", 10, Unknown, Lied, "comes after the 0"},
		{good, 10, Unknown, Lied, `without a line "v"`},
		{"", 10, Unknown, Lied, `without a line "v"`},
		{good + "v 1 0\n", 20, Unknown, Lied, "says SATISFIABLE, and ends with exit status 20"},
		{good + "v 1 0\n", 0, Unknown, Lied, "says SATISFIABLE, and ends with exit status 0"},
		{"s UNSATISFIABLE\n", 10, Unknown, Lied, "says UNSATISFIABLE, and ends with exit status 10"},
		{"s UNSATISFIABLE\n", 0, Unknown, Lied, "says UNSATISFIABLE"},
		{"s UNKNOWN\n", 20, Unknown, Lied, "says UNKNOWN"},
		{"v 1 0\n", 20, Unknown, Lied, "it gives values"},
		{"v\n", 20, Unknown, Lied, "it gives values"},
		{"s UNSATISFIABLE\n" + good + "v 1 0\n", 10, Unknown, Lied, "both UNSATISFIABLE and SATISFIABLE"},
		{good + "s UNSATISFIABLE\n", 20, Unknown, Lied, "both SATISFIABLE and UNSATISFIABLE"},
		{"one\ntwo\n", 1, Unknown, Crashed, `exit status 1; its last words: "two"`},
		{good + "v 1 0\n", 139, Unknown, Crashed, "exit status 139"},
		{"", 30, Unknown, Crashed, "exit status 30"},
		{"s OUT OF MEMORY\n", 1, Unknown, Silent, "exit status 1"},
		// Noise in which an s and a space stand by chance is no answer.
		{"s \x01x\n", 1, Unknown, Crashed, "exit status 1"},
		{"s \n", 1, Unknown, Crashed, "exit status 1"},
		{"s €\n", 0, Unknown, Silent, "exit status 0"},
		{"s \xff\n", 20, Unknown, Lied, "no answer"},
		{"s \xff\nv 1 0\n", 10, Unknown, Lied, "no answer"},
	} {
		verdict, model, err := External{Command: fake("say", test.text, fmt.Sprint(test.status))}.Solve(t.Context(), c, nil)
		right := verdict == test.verdict && (err == nil) == (verdict != Unknown) && (model != nil) == (verdict == Sat) && FaultOf(err) == test.fault
		if err != nil {
			right = right && strings.Contains(err.Error(), test.says)
		}
		if !right {
			t.Errorf("%q, exit %d: %v, %v, %v; want %v, %v %q", test.text, test.status,
				verdict, model, err, test.verdict, test.fault, test.says)
		}
	}
	_, model, _ := External{Command: fake("say", good+"v 1 3 0\n", "10")}.Solve(t.Context(), c, nil)
	assert.Slice(t, model, []bool{false, true, false, true}, "model")
}

func TestExternalFailures(t *testing.T) {
	inTemp(t)
	c := pigeonhole(2)
	var crash *SolverError
	_, _, err := External{Command: fake("complain")}.Solve(t.Context(), c, nil)
	if !errors.As(err, &crash) || crash.Fault != Crashed || crash.Err.Error() != `exit status 3; its last words: "out of memory"` {
		t.Errorf("%v", err)
	}
	_, _, err = External{Command: fake("die")}.Solve(t.Context(), c, nil)
	if !errors.As(err, &crash) || crash.Fault != Crashed || strings.Contains(err.Error(), "last words") || runtime.GOOS != "windows" && crash.Err.Error() != "signal: killed" {
		t.Errorf("%v", err)
	}
	notExecutable := filepath.Join(t.TempDir(), "solver")
	assert.OK(t, os.WriteFile(notExecutable, []byte("no program"), 0o666))
	for _, command := range [][]string{nil, {""}, {"no-such-solver-anywhere"}, {"./no/such/solver"}, {notExecutable}, {t.TempDir()}} {
		var missing *SolverError
		verdict, _, err := External{Command: command}.Solve(t.Context(), c, nil)
		if verdict != Unknown || !errors.As(err, &missing) || missing.Fault != Missing || missing.Err == nil {
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
	if took := time.Since(ended); took > 5*time.Minute { // the process writes for ten minutes
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
	if took := time.Since(start); took > externalPatience+5*time.Minute { // it is left to write for ten minutes
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
		kept    string // the contents of the file afterwards
	}{
		{fake("prove"), pigeonhole(2), Unsat, "0\n"},
		{fake("prove"), satisfiable, Sat, "old"},
		{fake("die"), pigeonhole(2), Unknown, "old"},
		{fake("say", "s UNSATISFIABLE\n", "20"), pigeonhole(2), Unknown, "old"},
	} {
		dir := t.TempDir()
		proof := filepath.Join(dir, "a.drat")
		assert.OK(t, os.WriteFile(proof, []byte("old"), 0o666))
		verdict, _, err := External{Command: test.command, Proof: proof}.Solve(t.Context(), test.cnf, nil)
		kept, _ := os.ReadFile(proof)
		if verdict != test.verdict || (err != nil) != (verdict == Unknown) || string(kept) != test.kept {
			t.Errorf("%v: %v, %v, %q kept; want %v, %q", test.command[2:], verdict, err, kept, test.verdict, test.kept)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%v: left behind: %v", test.command[2:], left)
		}
	}
	for _, e := range []External{
		{Command: fake("say", "s UNSATISFIABLE\n", "20"), Proof: filepath.Join(t.TempDir(), "a.drat")}, // writes none
		{Command: fake("prove"), Proof: filepath.Join(t.TempDir(), "none", "a.drat")},
		{Command: fake("prove"), Proof: t.TempDir()},
	} {
		if verdict, _, err := e.Solve(t.Context(), pigeonhole(2), nil); verdict != Unknown || FaultOf(err) != Unproved {
			t.Errorf("%v, %v", verdict, err)
		}
		if info, err := os.Stat(e.Proof); err == nil && !info.IsDir() {
			t.Errorf("%s is there", e.Proof)
		}
	}
}

// TestProofOfCadical checks a proof that was kept, clause by clause: with the formula and the
// clauses before it, the negation of each is refuted by unit propagation alone (which is
// more than a DRAT proof promises), and the last one is empty.
func TestProofOfCadical(t *testing.T) {
	if _, err := exec.LookPath("cadical"); err != nil {
		t.Skip("cadical is not installed")
	}
	proof := filepath.Join(t.TempDir(), "proof.drat")
	c := pigeonhole(4)
	verdict, _, err := External{Command: []string{"cadical", "--no-binary", "-q"}, Proof: proof}.Solve(t.Context(), c, nil)
	if verdict != Unsat || err != nil {
		t.Fatal(verdict, err)
	}
	text := assert.Got(os.ReadFile(proof))(t)
	known := c.Clone()
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if fields[0] == "d" { // to keep a clause makes no step wrong
			continue
		}
		given := make([]int8, known.Variables()+1)
		var clause []int
		for _, f := range fields[:len(fields)-1] {
			var lit int
			if _, err := fmt.Sscan(f, &lit); err != nil {
				t.Fatal(line)
			}
			clause = append(clause, lit)
			given[max(lit, -lit)] = -sign(lit)
		}
		if _, ok := propagate(known, given); ok {
			t.Fatalf("%v does not follow", clause)
		}
		if known.AddClause(clause...); len(clause) == 0 {
			return
		}
	}
	t.Error("the empty clause is not reached")
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
