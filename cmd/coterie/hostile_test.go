package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// hostileNames returns names that do harm if they are printed unchanged, to a terminal, a document,
// a spreadsheet, a shell or a reader.
func hostileNames() []string {
	return []string{
		"\x1b[2J", "\a", "a\nb", "\u202etxt.exe", "</svg><script>alert(1)</script>", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(A1:A9)",
		`\input{/etc/passwd}`, "%0a", strings.Repeat("x", 10_000), "\u3164", "e\u0301", "\u00e9", "\x00", "\u009b31m", "1-2", "3", "1e5", "a,b", "{1}",
		`"q"`, "a b", "\u200b", "\ufeff", "]]>", "&lt;", "a\tb", "a\r", "$(reboot)", "`id`", "京都", "😀", "''", " ", "\u2066", "\x7f", "--", "z" + strings.Repeat("\u0301", 40),
	}
}

// hostileFiles writes systems of every kind with hostile names for the system and its nodes, and
// returns their specs. The small ones can be extended and compared.
func hostileFiles(t *testing.T) (all, small []string) {
	t.Helper()
	dir := t.TempDir()
	names := hostileNames()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		assert.OK(t, os.WriteFile(path, data, 0o644))
		return "@" + path
	}
	object := func(file string, value any) string {
		data := assert.Got(json.Marshal(value))(t)
		return write(file, data)
	}
	ring := func(n int) (quorums [][]int) {
		for v := 2; v <= n; v++ {
			quorums = append(quorums, []int{1, v})
		}
		return quorums
	}
	var singles [][]int
	for v := range names {
		singles = append(singles, []int{v + 1})
	}
	sites := slices.Repeat([]int{1}, len(names))
	everyone := make([]int, len(names))
	var list, expression []string
	for v, name := range names {
		everyone[v] = v + 1
		list = append(list, strconv.Quote(name))
		expression = append(expression, strings.NewReplacer("(", `\x28`, ")", `\x29`).Replace(strconv.Quote(name)))
	}
	const format = "coterie/1"
	all = []string{
		object("system.json", map[string]any{"format": format, "kind": "quorum-system", "name": "\x1b]0;x\a</title><script>", "n": len(names), "names": names, "quorums": ring(len(names)), "sites": sites}),
		object("group.json", map[string]any{"format": format, "kind": "group-quorum-system", "name": "=1+1", "n": len(names), "names": names, "cartels": [][][]int{{everyone}, singles}}),
		object("k.json", map[string]any{"format": format, "kind": "k-coterie", "k": 2, "name": `\input{x}`, "n": len(names), "names": names, "quorums": singles[:2]}),
		object("sharing.json", map[string]any{"format": format, "kind": "sharing-structure", "name": "\u202e", "resources": 2, "alpha": [][]int{{1}, {2}}}),
		object("quorumset.json", map[string]any{"threshold": len(names) - 1, "validators": names}),
		write("list.txt", []byte("{"+strings.Join(list, ",")+"}\n{"+strings.Join(list[:3], ",")+"}\n")),
		"{" + strings.Join(expression[:11], ",") + "},{" + expression[0] + "}",
		"expr:" + strings.Join(expression[:11], "*") + "+" + expression[3],
	}
	for i, name := range names {
		all = append(all, object(fmt.Sprintf("name%d.json", i), map[string]any{"format": format, "kind": "quorum-system", "name": name, "n": 2, "names": []string{name, names[(i+1)%len(names)]}, "quorums": [][]int{{1, 2}}}))
		if i%4 == 0 {
			four := make([]string, 4)
			for k := range four {
				four[k] = names[(i+k)%len(names)]
			}
			small = append(small, object(fmt.Sprintf("small%d.json", i), map[string]any{"format": format, "kind": "quorum-system", "name": name, "n": 4, "names": four, "quorums": [][]int{{1, 2}, {1, 3, 4}}}))
		}
	}
	return append(all, small...), small
}

// harm describes the harm of a text to a terminal or a log. It is empty if there is none.
func harm(text string) string {
	if !utf8.ValidString(text) {
		return "it is no UTF-8"
	}
	for i, r := range text {
		if r != '\n' && unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return fmt.Sprintf("it has %U at byte %d, in %q", r, i, text[max(0, i-40):min(len(text), i+40)])
		}
	}
	return ""
}

// errorHarm describes the fault of a text on standard error. It is empty if there is none.
func errorHarm(text string, status int) string {
	if h := harm(text); h != "" {
		return h
	}
	errs, hints := 0, 0
	for line := range strings.Lines(text) {
		switch {
		case len(line) > 600:
			return fmt.Sprintf("a line of %d bytes: %s", len(line), line)
		case strings.HasPrefix(line, "error: "):
			errs++
		case strings.HasPrefix(line, "hint: "):
			hints++
		case !strings.HasPrefix(line, "note: "):
			return "a line of another kind: " + line
		}
	}
	switch {
	case errs > 1 || hints > errs:
		return fmt.Sprintf("%d errors, %d hints", errs, hints)
	case status == command.ExitUsage && errs != 1:
		return "no error"
	case strings.Contains(text, "goroutine ") || strings.Contains(text, "panic"):
		return "a trace"
	}
	return ""
}

// number matches a text that a spreadsheet may take for a number.
var number = regexp.MustCompile(`^[-+]?([0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?(/[0-9]+)?)?$`)

// csvHarm names a cell of CSV that a spreadsheet would run.
func csvHarm(text []byte) string {
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return err.Error()
	}
	for _, record := range records {
		for _, cell := range record {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") && !number.MatchString(cell) {
				return fmt.Sprintf("the formula %.60q", cell)
			}
		}
	}
	return ""
}

// svgHarm describes the fault of a picture. It is empty if there is none.
func svgHarm(text []byte) string {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return harm(strings.ReplaceAll(string(text), "\t", " ")) // tags may be broken over lines
		}
		if err != nil {
			return err.Error()
		}
		if e, ok := token.(xml.StartElement); ok && (strings.EqualFold(e.Name.Local, "script") || slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return strings.HasPrefix(a.Name.Local, "on") })) {
			return "it has a script"
		}
	}
}

// latexHarm names a LaTeX command that the program does not write itself.
func latexHarm(text []byte) string {
	known := regexp.MustCompile(`^\\([&%$#_{}\\]|usepackage|begin|end|toprule|midrule|bottomrule|addlinespace|text[a-z]+|approx|cdot)`)
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		m := known.Find(text[i:])
		if m == nil {
			return fmt.Sprintf("the command %.20q", text[i:])
		}
		i += len(m) - 1
	}
	return ""
}

// hostileRun runs a command line and judges its output.
func hostileRun(t *testing.T, args ...string) (status int, stdout []byte) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(t.Context(), args, strings.NewReader(""), &out, &errs)
	shown := fmt.Sprintf("%.300q", args)
	if h := harm(out.String()); h != "" && args[0] != "draw" {
		t.Errorf("%s: standard output: %s", shown, h)
	}
	assert.Equal(t, errorHarm(errs.String(), status), "", "%s: standard error", shown)
	if status == command.ExitInternal {
		t.Errorf("%s: status %d: %.600s", shown, status, errs.String())
	}
	h := ""
	switch {
	case out.Len() == 0:
	case slices.Contains(args, "csv"):
		h = csvHarm(out.Bytes())
	case slices.Contains(args, "json"):
		for line := range bytes.Lines(out.Bytes()) {
			if slices.Contains(args, "--transversals") && !json.Valid(line) {
				h = "no JSON"
			}
		}
		if !slices.Contains(args, "--transversals") && !json.Valid(out.Bytes()) {
			h = "no JSON"
		}
	case slices.Contains(args, "latex"):
		h = latexHarm(out.Bytes())
	case args[0] == "draw":
		h = svgHarm(out.Bytes())
	}
	assert.Equal(t, h, "", "%s", shown)
	return status, out.Bytes()
}

// TestHostileNames: no verb prints a hostile name of a node, a system or a file in a form that does
// harm, in any format.
func TestHostileNames(t *testing.T) {
	noRaces(t)
	t.Parallel()
	all, small := hostileFiles(t)
	formats := []string{"text", "json", "csv"}
	dir := t.TempDir()
	for i, spec := range all {
		if !assert.WithSlow && i >= 8 && i%12 != 0 {
			continue // the first eight have many names at once
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for _, format := range formats {
				hostileRun(t, "build", spec, "--format", format)
				hostileRun(t, "check", spec, "--format", format)
				hostileRun(t, "measure", spec, "--format", format, "--states", "100000")
			}
			hostileRun(t, "measure", spec, "--proof", "--states", "100000")
			hostileRun(t, "draw", spec)
			picture := filepath.Join(dir, fmt.Sprint(i)+".png")
			if status, _ := hostileRun(t, "draw", spec, "-o", picture); status == command.ExitDone {
				f := assert.Got(os.Open(picture))(t)
				defer f.Close()
				assert.NoError(t, assert.Err(png.Decode(f)))
			}
			if !slices.Contains(small, spec) {
				return
			}
			for _, format := range formats {
				hostileRun(t, "extend", spec, "--format", format)
				hostileRun(t, "compare", spec, "--format", format)
				hostileRun(t, "measure", spec, "--transversals", "--format", format)
			}
			hostileRun(t, "compare", spec, "--format", "latex")
		})
	}
}

// TestHostileNamesRoundTrip: a verb's output for a hostile system is read back as the same system.
func TestHostileNamesRoundTrip(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	t.Parallel()
	all, _ := hostileFiles(t)
	dir := t.TempDir()
	for i, spec := range all {
		_, first := hostileRun(t, "build", spec, "--format", "json")
		for _, format := range []string{"json", "csv"} {
			status, text := hostileRun(t, "build", spec, "--format", format)
			kind := regexp.MustCompile(`"kind":"(.*?)"`).FindSubmatch(first)
			if format == "csv" && (status != command.ExitDone || bytes.Equal(kind[1], []byte("sharing-structure")) || bytes.Equal(kind[1], []byte("k-coterie"))) {
				continue // CSV has no column for these
			}
			path := filepath.Join(dir, fmt.Sprint(i)+"."+format)
			assert.OK(t, os.WriteFile(path, text, 0o644))
			_, second := hostileRun(t, "build", "@"+path, "--format", "json")
			if format == "csv" { // CSV numbers the nodes anew, and does not name the system
				first, second = namedQuorums(t, first), namedQuorums(t, second)
			}
			assert.True(t, bytes.Equal(first, second), "%.100q as %s:\n%.2000s\nread back:\n%.2000s", spec, format, first, second)
		}
	}
}

// namedQuorums returns the quorums of a system in JSON, each as a sorted list of names.
func namedQuorums(t *testing.T, text []byte) []byte {
	t.Helper()
	var s struct {
		Names   []string
		Quorums [][]int
		Cartels [][][]int
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	var named [][]string
	for _, cartel := range append(s.Cartels, s.Quorums) {
		for _, q := range cartel {
			var list []string
			for _, v := range q {
				list = append(list, s.Names[v-1])
			}
			slices.Sort(list)
			named = append(named, list)
		}
	}
	return fmt.Appendf(nil, "%q", named)
}

// TestHostileNamesDiffer: two systems that differ only in a name have different texts.
func TestHostileNamesDiffer(t *testing.T) {
	t.Parallel()
	printed := map[string]string{}
	dir := t.TempDir()
	for i, name := range append(hostileNames(), `"3"`, `\x1b[2J`, `"\x1b[2J"`, "1", "2", "4", "(no name)", "x", " x", "a  b", "\ufffd", "e\u0301\u0301", "nodes: 1") {
		data := assert.Got(json.Marshal(map[string]any{"n": 3, "names": []string{"p", name, "q"}, "quorums": [][]int{{1, 2}, {2, 3}}}))(t)
		path := filepath.Join(dir, fmt.Sprint(i)+".json")
		assert.OK(t, os.WriteFile(path, data, 0o644))
		_, text := hostileRun(t, "build", "@"+path, "--quiet")
		_, quorums, _ := strings.Cut(string(text), "\n")
		if other, twice := printed[quorums]; twice {
			t.Errorf("%.40q and %.40q print alike: %s", name, other, quorums)
		}
		printed[quorums] = name
	}
}

// TestHostileBytes: input that is no text is refused, and the error names the place.
func TestHostileBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for text, want := range assert.Pairs(
		"{\"n\":2,\"names\":[\"a\xff\",\"b\"],\"quorums\":[[1,2]]}", "line 1, column 19: the byte 0xff, which is no text",
		`{"n":2,"names":["a\ud800","b"],"quorums":[[1,2]]}`, "line 1, column 17: names: a string with half of a surrogate pair",
		`{"n":2,"names":["a","b"],"quorums":[[1,2]],"x\u001b[2J":1}`, `unknown key "x\x1b[2J"`,
		`{"n":2,"names":["\ufffd","\\ud800"],"quorums":[[1,2]]}`, "",
		"{\"n\":2,\"names\":[\"\ufffd\",\"b\"],\"quorums\":[[1,2]]}", "",
		`{"n":1,"names":["\ud83d\ude00"],"quorums":[[1]]}`, "",
		`{"n":2,"names":["\udc00\ufffd","b"],"quorums":[[1,2]]}`, "half of a surrogate pair",
	) {
		path := filepath.Join(dir, "x.json")
		assert.OK(t, os.WriteFile(path, []byte(text), 0o644))
		var out, errs bytes.Buffer
		status := run(t.Context(), []string{"build", "@" + path, "--quiet"}, strings.NewReader(""), &out, &errs)
		if (status == command.ExitDone) != (want == "") || !strings.Contains(errs.String(), want) || harm(errs.String()) != "" {
			t.Errorf("%q: status %d, %s, want %s", text, status, errs.String(), want)
		}
	}
}

// TestHostileLaTeX: if LaTeX is installed, it accepts the table of hostile systems.
func TestHostileLaTeX(t *testing.T) {
	t.Parallel()
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil || testing.Short() {
		t.Skip("no pdflatex, or -short")
	}
	dir := t.TempDir()
	document := "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
	for i, name := range hostileNames() {
		if len(name) > 200 || strings.ContainsAny(name, "/\x00") { // not possible as the name of a file
			continue
		}
		path := filepath.Join(dir, name+".json")
		assert.OK(t, os.WriteFile(path, []byte(`{"format":"coterie/1","kind":"quorum-system","n":2,"quorums":[[1,2]]}`), 0o644), "%d", i)
		status, table := hostileRun(t, "compare", "@"+path, "--format", "latex")
		assert.Equal(t, status, command.ExitDone, "%q: status", name)
		document += string(table)
	}
	assert.OK(t, os.WriteFile(filepath.Join(dir, "all.tex"), []byte(document+"\\end{document}\n"), 0o644))
	cmd := exec.CommandContext(t.Context(), pdflatex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out[max(0, len(out)-2000):])
	}
}

// TestHostilePictures: hostile names of files and systems do no harm in the legend of a plot.
func TestHostilePictures(t *testing.T) {
	t.Parallel()
	assert.Long(t, "it draws many names")
	dir := t.TempDir()
	for i, name := range hostileNames() {
		data := assert.Got(json.Marshal(map[string]any{"format": "coterie/1", "kind": "quorum-system", "name": name, "n": 3, "quorums": [][]int{{1, 2}, {1, 3}}}))(t)
		path := filepath.Join(dir, fmt.Sprint(i)+".svg")
		var out, errs bytes.Buffer
		status := run(t.Context(), []string{"compare", "-", "--n", "2..3", "--family", "majority", "--plot", "load", "-o", path}, bytes.NewReader(data), &out, &errs)
		if status != command.ExitDone || errs.Len() > 0 {
			t.Errorf("%.40q: status %d, %s", name, status, errs.String())
			continue
		}
		picture := assert.Got(os.ReadFile(path))(t)
		assert.Equal(t, svgHarm(picture), "", "%.40q", name)
	}
}
