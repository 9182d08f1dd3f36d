package golden

import (
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"coterie/internal/check/assert"
	"coterie/internal/machine/files"
)

var update = flag.Bool("update", false, "write the files that outputs are compared with")

// Compare fails the test unless the file has the text, whatever ends the lines of the file; with
// -update it writes the file.
func Compare(t testing.TB, file, text string) {
	t.Helper()
	if *update {
		assert.OK(t, files.Write(t.Context(), file, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}))
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if want := strings.ReplaceAll(string(data), "\r\n", "\n"); want != text {
		t.Errorf("%s differs; -update writes it anew:\n%s", file, diff.Diff(file, []byte(want), "now", []byte(text)))
	}
}
