package yamlfile

import (
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestFirstError: the first error ends the reading, with its line.
func TestFirstError(t *testing.T) {
	p := Reader{What: "a thing", Most: 1 << 20, Example: "a: 1"}
	e := p.Read([]byte("a: 1\nbb: yes\n"), func(root *yaml.Node) {
		p.Fields(root, "the thing", []string{"a", "b"})
		p.Fail(root, "", "another")
	})
	if e == nil || e.Line != 2 || e.Problem != `the thing has no key "bb"` || e.Advice != "did you mean b? there are a, b" {
		t.Errorf("%+v", e)
	}
	for text, line := range map[string]int{"": 0, "a: &x 1": 1, "a: 1\na: 2": 2, "\xff": 1, "a: 1\n---\nb: 1": 2, "a: 1\nb: {c: 1\nd: 2": 2, "a:\n  b: 1\n c: 2": 3, "a: '": 1} {
		if e := p.Read([]byte(text), func(*yaml.Node) {}); e == nil || e.Line != line {
			t.Errorf("%q: %+v", text, e)
		}
	}
}
