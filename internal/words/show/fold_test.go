package show

import (
	"testing"

	"coterie/internal/check/assert"
)

// TestFold: the rest of a line is indented to its beginning.
func TestFold(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"one two three four", "one two\n  three\n  four\n"},
		{"  a  one two three", "  a  one\n     two\n     three\n"},
		{"alongwordthatfitsnowhere", "alongwordthatfitsnowhere\n"},
		{"short", "short\n"},
		{"", "\n"},
	} {
		assert.Equal(t, Fold(c.line+"\n", 10), c.want, "%q is folded to", c.line)
	}
}
