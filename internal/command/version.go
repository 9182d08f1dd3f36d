package command

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"coterie/internal/words/table"
)

// versionLine returns the text that --version prints after the name.
func versionLine() string {
	return fmt.Sprintf("%s (%s %s/%s)", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func (a *App) versionCommand() *cobra.Command {
	return Verb("version", "Print the version, and what the program was built with and for", NoArgs, nil, func(*cobra.Command, []string) error {
		platform := runtime.GOOS + "/" + runtime.GOARCH
		return a.Render(false,
			func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "coterie version %s\n", versionLine())
				return err
			},
			struct {
				Version  string `json:"version"`
				Go       string `json:"go"`
				Platform string `json:"platform"`
			}{Version, runtime.Version(), platform},
			func() (*table.Table, error) {
				t := table.New(table.TextColumns("version", "go", "platform")...)
				return t, t.Append(table.TextRow(Version, runtime.Version(), platform)...)
			},
		)
	})
}
