package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/samples"
	"coterie/internal/command"
)

// boundedBuffer keeps only the first bytes of its input. A result may be large, and the test does
// not look at the rest.
type boundedBuffer struct{ bytes.Buffer }

func (b *boundedBuffer) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, 1<<16-b.Len()))])
	return len(p), nil
}

// fuzzedVerbs are run on the fuzzer's input, for a moment each and with little memory.
var fuzzedVerbs = [][]string{
	{"build", "--format", "csv"},
	{"check"},
	{"measure", "--proof", "--states", "10000", "--samples", "1000"},
}

// fuzzedEnds runs the verbs and reports an internal error, a run that goes on after its time, and
// an error whose output is not lines of notes, one line of the error and at most one line of a
// hint.
func fuzzedEnds(t *testing.T, spec, input string) {
	t.Helper()
	for _, verb := range fuzzedVerbs {
		args := append(append([]string{verb[0]}, verb[1:]...), "--timeout", "100ms", "--memory", "20MB", "--jobs", "1", "--", spec)
		var out, errs boundedBuffer
		began := reach.CPU()
		status := run(context.Background(), args, strings.NewReader(input), &out, &errs)
		if took := reach.CPU() - began; took > 20*time.Second {
			t.Errorf("%q took %v", args, took)
		}
		if status < command.ExitDone || status > command.ExitLimit {
			t.Fatalf("%q: status %d: %s", args, status, errs.String())
		}
		told := 0
		for line := range strings.Lines(errs.String()) {
			switch {
			case strings.HasPrefix(line, "note: ") && told == 0:
			case strings.HasPrefix(line, "error: ") && told == 0 && status >= command.ExitUsage:
				told = 1
			case strings.HasPrefix(line, "hint: ") && told == 1:
				told = 2
			default:
				t.Fatalf("%q: status %d: line %q of standard error:\n%s", args, status, line, errs.String())
			}
			if len(line) > 3000 {
				t.Fatalf("%q: a line of %d bytes on standard error", args, len(line))
			}
		}
		if status == command.ExitUsage && told == 0 {
			t.Fatalf("%q: status 2 without an error line", args)
		}
	}
}

// FuzzSpec builds, checks and measures the fuzzer's specs.
func FuzzSpec(f *testing.F) {
	assert.Long(f, "each seed runs four commands")
	for _, family := range construct.Families() {
		for n := range 22 {
			for m := 0; m < 4 && (m == 0 || family.Groups() || family.Holders()); m++ {
				if instance, err := family.ForN(n, m); err == nil && n > 20 {
					f.Add(instance.Spec())
				}
			}
		}
	}
	for _, spec := range append(samples.Forms(),
		"fano", "cyclic:n=12,cover=0-0", "weighted:votes=1000000000-1", "lift:m=3,of=(fano)", "lift:m=400,of=(fano)",
		"hierarchical:outer=(majority:n=3),inner=(majority:n=4)|(grid:n=4)|(majority:n=3)",
		"{1,2},{2,3},{1,3}", "{a,b},{b,c}", "{1,2},{3,4}", "expr:a*b + c*d", "expr:choose(2,a,b,c)*d", "expr:a*b+b*c+c*a*(d+e)", "majority:n=200", "singleton:n=10000",
		"expr:choose(3,a,b,c,d,e)+choose(2,a*b,c,d*e,f)", `{"n":3,"quorums":[[1,2],[2,3]]}`, "majority:n=-1", "grid:n=99999999999999999999") {
		f.Add(spec)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		if len(spec) > 300 || strings.ContainsAny(spec, "@/\\\x00") || strings.HasSuffix(spec, ".json") || spec == "-" {
			t.Skip() // the fuzzer must not open files
		}
		fuzzedEnds(t, spec, "")
	})
}

// FuzzInput does the same with files of every format on standard input.
func FuzzInput(f *testing.F) {
	assert.Long(f, "each seed runs four commands")
	for _, text := range []string{
		"1 2\n2 3\n1 3\n", "a b\nb c\n", "# a comment\n1,2,3\n", "kind,quorum,nodes\n", "quorum,nodes\n1,1-2\n2,2-3\n", "1-2\n2-3\n", "\xff\xfe1 2\n",
		`{"format":"coterie/1","kind":"quorum-system","name":"fpp:order=2","n":7,"quorums":[[1,2,3],[1,4,5],[1,6,7],[2,4,6],[2,5,7],[3,4,7],[3,5,6]],"sites":[1,4,7,2,5,3,6]}`,
		`{"format":"coterie/1","kind":"group-quorum-system","n":4,"cartels":[[[1,2],[3,4]],[[1,3],[2,4]]],"names":["a","b","c","=d"]}`,
		`{"format":"coterie/1","kind":"k-coterie","k":2,"n":4,"quorums":[[1],[2,3],[4]]}`,
		`{"format":"coterie/1","kind":"sharing-structure","resources":3,"alpha":[[1,2],[2,3]],"n":7,"families":[{"group":[1,2],"quorums":[[1,2]]}]}`,
		`{"format":"coterie/1","kind":"quorum-system","n":9999,"quorums":[[1],[1,9999]]}`,
		`{"threshold":2,"validators":["A"],"innerQuorumSets":[{"threshold":1,"validators":["B","A"]},{"validators":["C"],"threshold":1}]}`,
		`{"n":3,"quorums":[[1,2],[2,3]]}`, "{1,2},{2,3}", "", "\n\n", "[", `{"quorums":[]}`,
	} {
		f.Add(text)
	}
	for _, spec := range []string{"fpp:order=2", "lift:m=2,of=(fano)", "sharing:alpha=1+2-2+3", "gifford:votes=1-1-1,read=2,write=2"} {
		out, _ := ran(f, command.ExitDone, "build", spec, "--format", "csv")
		f.Add(out)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5000 {
			t.Skip()
		}
		fuzzedEnds(t, "-", text)
	})
}
