package show

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

func TestName(t *testing.T) {
	for in, want := range assert.Pairs(
		"a", "a",
		"fpp:order=2", "fpp:order=2",
		"zürich 京都", "zürich 京都",
		`a"b\`, `a"b\`,
		`</svg><script>`, `</svg><script>`,
		"", `""`,
		" a", `" a"`,
		"a ", `"a "`,
		`"a"`, `"\"a\""`,
		"a\x1b[2J", `"a\x1b[2J"`,
		"\a", `"\a"`,
		"a\nb", `"a\nb"`,
		"\x00", `"\x00"`,
		"\x7f", `"\x7f"`,
		"\u009b2J", `"\u009b2J"`,
		"a\u202eb", `"a\u202eb"`,
		"\u2066", `"\u2066"`,
		"a\u200bb", `"a\u200bb"`,
		"\ufeff", `"\ufeff"`,
		"a\u00a0b", `"a\u00a0b"`,
		"a\u00adb", `"a\u00adb"`,
		"\u3164", `"\u3164"`,
		"\u2800", `"\u2800"`,
		"a\ufe0f", `"a\ufe0f"`,
		"\U000e0041", `"\U000e0041"`,
		"\xff", `"\xff"`,
		"\xed\xa0\x80", `"\xed\xa0\x80"`,
		"\ufffd", "\ufffd",
		"e\u0301", `"e\u0301"`,
		"\u0301", `"\u0301"`,
		"\u212a", `"\u212a"`,
		"é\u202e", `"é\u202e"`,
		"ก่า", "ก่า",
		"a\u0336\u0336\u0336", "a\u0336\u0336\u0336",
		"z"+rep("\u0336", 5), `"z`+rep(`\u0336`, 5)+`"`,
		"\ud7a3", "\ud7a3",
		"a\r", `"a\r"`,
		"a\t", `"a\t"`,
		"\U0001f468\u200d\U0001f4bb", `"`+"\U0001f468"+`\u200d`+"\U0001f4bb"+`"`,
	) {
		assert.Equal(t, Name(in), want, "%q", in)
	}
	for in, want := range assert.Pairs("a b", `"a b"`, "a,b", `"a,b"`, "{1}", `"{1}"`, "a", "a", "", `""`) {
		assert.Equal(t, Item(in), want, "item %q", in)
	}
}

func rep(s string, n int) string { return strings.Repeat(s, n) }

// harmless is the oracle: it accepts characters that a terminal prints unchanged.
func harmless(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
	})
}

// anyText generates texts with harmful characters.
func anyText(t *rapid.T) string {
	parts := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"\x1b[2J", "\u009b", "\n", "\r", "\t", "\x00", "\u202e", "\u2066", "\u200b", "\xff", "\xe4\xba", "e\u0301", "\u0301", `"`, `\`, "'", " ", ",", "\U000e0001", "\u3164", "…",
	})), 0, 6).Draw(t, "parts")
	return strings.Join(parts, "")
}

func TestNamesAreHarmlessAndDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyText(t)
		for _, got := range []string{Name(s), Item(s), Quoted(s)} {
			assert.MustTrue(t, harmless(got), "%q is printed as %q", s, got)
			back := got
			if got[0] == '"' {
				var err error
				if back, err = strconv.Unquote(got); err != nil {
					t.Fatalf("%q: %s: %v", s, got, err)
				}
			}
			if back != s {
				t.Fatalf("%q is printed as %s, which is %q", s, got, back)
			}
		}
		for _, got := range []string{Brief(s + s), Value(rep(s, 9)), Line(s)} {
			if !harmless(got) || utf8.RuneCountInString(got) > longestLine {
				t.Fatalf("%q is printed as %q", s, got)
			}
		}
	})
}

func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ToValidUTF8(anyText(t), "")
		var out bytes.Buffer
		if err := json.NewEncoder(JSON(&out)).Encode(s); err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || back != s {
			t.Fatalf("%q became %s: %v", s, out.Bytes(), err)
		}
		if !harmless(strings.TrimSuffix(out.String(), "\n")) {
			t.Fatalf("%q became %q", s, out.Bytes())
		}
	})
}

func TestBrief(t *testing.T) {
	long := rep("0123456789", 1000)
	for in, want := range assert.Pairs(
		"a", "a",
		"a\n", `"a\n"`,
		long, `"0123456789012345678901234567890123456789…01234567890123456789" (10000 characters)`,
		rep("\x1b", 100), `"`+rep(`\x1b`, 10)+"…"+rep(`\x1b`, 5)+`" (100 characters)`,
		rep("é", 100), `"`+rep("é", 20)+"…"+rep("é", 10)+`" (100 characters)`,
		rep("\xff", 100), `"`+rep(`\xff`, 10)+"…"+rep(`\xff`, 5)+`" (100 characters)`,
		rep("京", 80), rep("京", 80),
		"x"+rep("京", 80), `"x`+rep("京", 13)+"…"+rep("京", 6)+`" (81 characters)`,
	) {
		assert.Equal(t, Brief(in), want, "%.20q", in)
	}
	assert.Equal(t, Value("a"), `"a"`)
}

func TestLine(t *testing.T) {
	for in, want := range assert.Pairs(
		"a  b", "a  b",
		"a\n  b\r\n\nc", "a b c",
		"a\x1b[2J", `a\x1b[2J`,
		"≥ 3\u202e", `≥ 3\u202e`,
		"a\tb", "a b",
		"a\xff", "a\ufffd",
		" \n ", "",
	) {
		assert.Equal(t, Line(in), want, "%q", in)
	}
	if got := Line(rep("é", 10000)); utf8.RuneCountInString(got) > longestLine || !strings.Contains(got, " … ") {
		t.Error(got)
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"a bcd", 3, "a…"}, {"京都市", 6, "京都市"}, {"京都市", 5, "京都…"}, {"京都市", 4, "京…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
	} {
		assert.Equal(t, Cut(c.in, c.width), c.want, "%q at %d", c.in, c.width)
	}
}

// TestWord: a shell reads the result of Word as one word with the original value.
func TestWord(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	for in, want := range assert.Pairs(
		"fpp:order=2", "fpp:order=2", "", "''", "lift:m=3,of=(fpp:order=2)", "'lift:m=3,of=(fpp:order=2)'", "it's", `'it'\''s'`, "a b", "'a b'", "~", "'~'", "=a", "'=a'",
		"a\x1b", `$'a\x1b'`, "a'\n", `$'a\'\n'`, rep("a", 161), "SPEC", `{"a","b"}`, `'{"a","b"}'`, "!x", "'!x'",
	) {
		assert.Equal(t, Word(in, "SPEC"), want, "%q", in)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ReplaceAll(anyText(t), "\x00", "")
		word := Word(s, "")
		if len(s) > longestWord {
			return
		}
		assert.MustTrue(t, harmless(word), "%q: %q", s, word)
		cmd := exec.Command(bash, "-c", "printf %s "+word)
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		if out, err := cmd.Output(); err != nil || string(out) != s {
			t.Fatalf("%q as %s is %q: %v", s, word, out, err)
		}
	})
}
