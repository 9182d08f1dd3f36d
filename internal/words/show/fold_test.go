package show

import "testing"

// TestFold: what goes on in the next line stands below its beginning.
func TestFold(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"one two three four", "one two\n  three\n  four\n"},
		{"  a  one two three", "  a  one\n     two\n     three\n"},
		{"alongwordthatfitsnowhere", "alongwordthatfitsnowhere\n"},
		{"short", "short\n"},
		{"", "\n"},
	} {
		if got := Fold(c.line+"\n", 10); got != c.want {
			t.Errorf("%q is folded to %q, want %q", c.line, got, c.want)
		}
	}
}
