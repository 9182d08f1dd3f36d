package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/command"
)

// badCommands makes command lines that a person, a script or an attacker may type: verbs with
// wrong, unknown or hostile values of flags, with hostile specs and with hostile files. A seed
// always gives the same lines.
type badCommands struct {
	random *rand.Rand
	dir    string
	files  []string
}

// pick draws one of a list.
func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

var badValues = []string{
	"", " ", "-1", "0", "00", "1e99999", "99999999999999999999999", "-0", "nan", "inf", "0x10", "1,2", "1/0", "0/0", "1..", "..", "5..3", "1..99999999", "a=b", "=", ",", ",,,",
	"\x1b[31mred\x1b[0m", "\x1b]0;title\a", "a\nerror: b", "\u202egpj.exe", "\xff\xfe", "\u009b2J", "%s%n%q", "$(reboot)", "`id`", "'", `"`, `\`, "--", "-", "@", "@/dev/null", "../../etc/passwd",
	strings.Repeat("a", 10_000), strings.Repeat("(", 5_000), strings.Repeat("9", 3_000), strings.Repeat("é", 2_000), strings.Repeat("\x1b", 500), strings.Repeat("x\n", 300), "true", "maybe", "text", "xml", "１", "½", "0,01", "1%%", "100001%",
}

var badVerbs = [][]string{
	{"build"}, {"check"}, {"measure"}, {"draw"}, {"extend"}, {"compare"}, {"families"}, {"bounds"}, {"enumerate"}, {"search", "maekawa"}, {"search", "cyclic"}, {"search", "group"},
	{"search", "plane"}, {"search", "mols"}, {"search", "load"}, {"search", "k-coterie"}, {"search"}, {"explore"}, {"simulate"}, {"experiment", "list"}, {"experiment", "check"}, {"experiment", "redraw"}, {"plan"}, {"help"}, {"help", "words"}, {"completion"}, {},
}

var badFlags = []string{
	"--format", "-o", "--output", "--jobs", "--seed", "--timeout", "--memory", "--n", "--m", "--p", "--node-p", "--liars", "--mix", "--only", "--samples", "--states", "--require", "--site", "--quorum",
	"--prefer", "--first", "--family", "--sort", "--plot", "--order", "--count", "--method", "--symmetry", "--solver", "--dimacs", "--proof", "--system", "--results", "--resume", "--kind", "--classes", "--degree",
	"--algorithm", "--requesters", "--groups", "--entries", "--sets", "--reduction", "--flaw", "--quorums", "--max-locks", "--fleet", "--explain", "--steps", "--intervals",
	"--nope", "--\x1b[2J", "--n=\x1b[2J", "-q", "-\x07", "--" + strings.Repeat("z", 3_000), "---", "--=", "--format=\u202e",
}

var badSpecs = []string{
	"fpp:order=2", "fpp:order=6", "fpp:order=\x1b[2J", "fpp:\x1b[2J=2", "fpp:order=2,order=3", "grid:n=-1", "grid:n=99999999999999999999", "majority:n=3,\u202e=1", "nope:n=3", "\x1b[2J", "majority", "majority:n=1.5",
	"{1,2},{2,3},{1,3}", "{1,2", "{}", "{1,1}", "{0}", "{a,\x1b}", `{"a` + "\x1b" + `"}`, "{" + strings.Repeat("x", 5_000) + "}", "{" + strings.Repeat("1,", 2_000) + "1}", "{-1,2}", "{1-3}",
	"expr:", "expr:a*", "expr:" + strings.Repeat("(", 3_000), "expr:choose(9,a,b)", "expr:choose(\x1b,a)", `expr:"` + "\x1b[2J" + `"*b+c`, "expr:a\nb", "expr:" + strings.Repeat("y", 4_000) + "(a)",
	"lift:m=3,of=(fpp:order=9", "lift:m=3,of=fpp:order=2", "hierarchical:outer=(majority:n=3),inner=(@\x1b)", "wall:rows=" + strings.Repeat("1-", 900), "weighted:votes=\x1b", "cyclic:n=13,cover=0-\u202e",
	"@", "@@", "@/nonexistent/\x1b[2J.json", "@" + strings.Repeat("p", 5_000), "@/", "./\u202e.json", "-", "--", "no\nsuch.json", "\xff", "lift:m=2,of=(lift:m=2,of=(lift:m=2,of=(\a)))",
}

// badFiles are contents of files that hold no system, or a strange one.
var badFiles = []string{
	"", "{", "{}", "[]", "null", "\"\x1b[2J\"", "{\"format\":\"\\u001b[2J\"}", `{"format":"coterie/1","kind":"\u202e"}`, `{"format":"coterie/1","kind":"quorum-system","n":-1}`, `{"\u0007":1}`, `{"` + strings.Repeat("k", 9_000) + `":1}`,
	`{"n":3,"quorums":[[1,4]]}`, `{"n":3,"quorums":[[1,1]]}`, `{"n":3,"quorums":[[]]}`, `{"n":2,"names":["\u001b","\u001b"],"quorums":[[1,2]]}`, "{\"n\":2,\"names\":[\"\xff\",\"b\"],\"quorums\":[[1,2]]}",
	`{"n":` + strings.Repeat("9", 2_000) + `,"quorums":[[1]]}`, `{"threshold":9,"validators":["\u001b"]}`, `{"threshold":1,"validators":["\u202e","\u202e"]}`, `{"threshold":1,"\u001b":2}`, `{"n":1,"quorums":[[1]]}` + "\x1b", `{"n":1,"quorums":[["\u001b"]]}`,
	"1 2\n2 \x1b[2J\n", "a b\nb \"\x1b\"\n", "a a\n", "1 a\n", strings.Repeat("n", 9_000) + " 1\n", "\x00\x01\x02", "\x89PNG\r\n\x1a\n", "PK\x03\x04", "group,nodes\n\x1b,1\n", "group,nodes\n=1+1,1 2\n=1+1,2 x\n", "nodes,size\n1 2,\x1b\n", "nodes,size\n1 2,9\n", "\xff\xfe1\x00", "#!/bin/sh\nreboot\n",
}

// line makes the next command line.
func (b *badCommands) line() []string {
	r := b.random
	line := append([]string{}, pick(r, badVerbs)...)
	if len(line) == 0 {
		line = []string{pick(r, badValues)}
	}
	switch r.IntN(5) {
	case 0, 1:
		line = append(line, pick(r, badSpecs))
	case 2:
		line = append(line, "@"+pick(r, b.files))
	case 3:
		line = append(line, pick(r, badValues))
	}
	for range r.IntN(3) {
		line = append(line, pick(r, badFlags))
		if r.IntN(4) > 0 {
			line = append(line, pick(r, badValues))
		}
	}
	return line
}

// tried runs a command line and judges the outcome.
func (b *badCommands) tried(t *testing.T, line []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	var out, errs bytes.Buffer
	begun := reach.CPU()
	status := run(ctx, append([]string{"--memory=200MB", "--timeout=1s"}, line...), strings.NewReader(pick(b.random, badFiles)), &out, &errs)
	shown := fmt.Sprintf("%.300q", line)
	if status < command.ExitDone || status > command.ExitLimit {
		t.Errorf("%s: status %d: %.400s", shown, status, errs.String())
	}
	if took := reach.CPU() - begun; took > 20*time.Second {
		t.Errorf("%s: %v", shown, took)
	}
	assert.Equal(t, errorHarm(errs.String(), status), "", "%s: status %d", shown, status)
	assert.Equal(t, harm(strings.ReplaceAll(out.String(), "\t", " ")), "", "%s: standard output", shown)
}

// TestBadCommands runs random command lines in an empty folder. Any of them ends with a status from
// 0 to 3 and at most one line that begins with error. No line is longer than a terminal can show,
// and nothing is written.
func TestBadCommands(t *testing.T) {
	lines := 60
	if assert.WithSlow {
		lines = 2000
	}
	b := &badCommands{random: rand.New(rand.NewPCG(1, 15)), dir: t.TempDir()}
	for i, text := range badFiles {
		name := filepath.Join(b.dir, fmt.Sprintf("%d%s", i, []string{".json", ".txt", ".csv", ""}[i%4]))
		assert.OK(t, os.WriteFile(name, []byte(text), 0o644))
		b.files = append(b.files, name)
	}
	here := filepath.Join(b.dir, "here")
	assert.OK(t, os.Mkdir(here, 0o755))
	t.Chdir(here)
	for range lines {
		line := b.line()
		b.tried(t, line)
		left := assert.Got(os.ReadDir(here))(t)
		for _, e := range left {
			if !wanted(line) {
				t.Errorf("%.300q wrote %.80q", line, e.Name())
			}
			os.RemoveAll(filepath.Join(here, e.Name()))
		}
	}
}

// wanted reports whether a command line names a file to be written.
func wanted(line []string) bool {
	return strings.Contains(strings.Join(line, " "), "-o") || strings.Contains(strings.Join(line, " "), "--proof") ||
		strings.Contains(strings.Join(line, " "), "--dimacs") || strings.Contains(strings.Join(line, " "), "--system") || strings.Contains(strings.Join(line, " "), "--results")
}
