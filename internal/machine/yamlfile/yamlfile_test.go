package yamlfile

import (
	"math/big"
	"testing"
)

// TestNumbersAgain: what is written of a number or a time is read to the same.
func TestNumbersAgain(t *testing.T) {
	for _, v := range []*big.Rat{new(big.Rat), big.NewRat(3, 7), big.NewRat(1, 1000), big.NewRat(9, 10), big.NewRat(60, 1), big.NewRat(1, 1_000_000_000), big.NewRat(7, 3_000_000)} {
		var p Reader
		if got := p.Number(Scalar(NumberText(v)), "it", ""); p.Err != nil || got.Cmp(v) != 0 {
			t.Errorf("number %s: %s, %v", v, got, p.Err)
		}
		if got := p.Seconds(Scalar(TimeText(v)), "it"); p.Err != nil || got.Cmp(v) != 0 {
			t.Errorf("time %s: %s, %v", v, got, p.Err)
		}
	}
}

// TestFirstError: the first error stays, with its line; fields beside it are not read.
func TestFirstError(t *testing.T) {
	p := Reader{What: "a thing", Most: 1 << 20, Example: "a: 1"}
	root := p.Parse([]byte("a: 1\nbb: yes\n"))
	if fields := p.Fields(root, "the thing", []string{"a", "b"}); fields != nil || p.Err == nil {
		t.Fatal("an unknown key is taken")
	}
	p.Fail(root, "", "another")
	if e := *p.Err; e.Line != 2 || e.Problem != `the thing has no key "bb"` || e.Advice != "did you mean b? there are a, b" {
		t.Errorf("%+v", e)
	}
	for text, line := range map[string]int{"": 0, "a: &x 1": 1, "a: 1\na: 2": 2, "\xff": 1, "a: 1\n---\nb: 1": 2} {
		p := Reader{What: "a thing", Most: 1 << 20, Example: "a: 1"}
		if p.Parse([]byte(text)); p.Err == nil || p.Err.Line != line {
			t.Errorf("%q: %+v", text, p.Err)
		}
	}
}
