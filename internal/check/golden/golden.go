package golden

import (
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"coterie/internal/machine/files"
)

var update = flag.Bool("update", false, "write the files that outputs are compared with")

// Compare fails the test unless the file has the text, whatever ends the lines of the file; with
// -update it writes the file.
func Compare(t testing.TB, file, text string) {
	t.Helper()
	if *update {
		err := files.Write(t.Context(), file, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(want), "\r\n", "\n") != text {
		t.Errorf("%s differs; with -update it is written as:\n%s", file, text)
	}
}
