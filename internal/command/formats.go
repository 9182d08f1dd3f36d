package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coterie/internal/words/parquet"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
)

// formatsOf returns the values of --format. Parquet is for tables, which build and extend do not
// write.
func formatsOf(cmd *cobra.Command) []string {
	formats := []string{"text", "json", "csv"}
	switch cmd.Name() {
	case compareName:
		return append(formats, parquetFormat, "latex")
	case "build", "extend", "draw":
		return formats
	case "exercises":
		return formats[:2]
	}
	return append(formats, parquetFormat)
}

// pictureFormats returns the values of --format for further formats of the studies' pictures,
// beside SVG.
func (a *App) pictureFormats(cmd *cobra.Command) []string {
	if name := cmd.Name(); name != "run" && name != "redraw" {
		return nil
	}
	var endings []string
	for _, f := range a.Formats[min(1, len(a.Formats)):] {
		endings = append(endings, f.Ending())
	}
	return endings
}

const parquetFormat = "parquet"

// ofEnding returns the format that the ending of a path names, or "" if it names none.
func (a *App) ofEnding(path string) string {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	_, picture := a.Formats.Of(path)
	switch {
	case ending == "tex":
		return "latex"
	case picture || slices.Contains([]string{"json", "csv", parquetFormat, "html"}, ending):
		return ending
	}
	return ""
}

// chooseFormat checks --format and takes the format from the ending of -o. The format and the
// ending must agree. The verbs that draw check pictures and pages themselves.
func (a *App) chooseFormat(cmd *cobra.Command) error {
	formats, says := formatsOf(cmd), a.ofEnding(a.Output)
	if slices.Contains(a.pictureFormats(cmd), a.format) {
		a.Pictures, a.format = a.format, "text"
	}
	_, picture := a.Formats.Of(a.Output)
	draws := cmd.Name() == "draw" || cmd.Flags().Changed("plot") && cmd.Name() == compareName || picture && slides(cmd)
	switch {
	case !slices.Contains(formats, a.format):
		hint := "text is for people, json and csv for programs"
		switch a.format {
		case "latex":
			hint = "compare alone writes a table for LaTeX"
		case parquetFormat:
			hint = "tables are written as Parquet; of lists of quorums --format csv is the table"
		}
		return typed.Hint(fmt.Errorf("--format %s: formats are %s", show.Brief(a.format), show.Series(append(formats, a.pictureFormats(cmd)...), "and")), hint)
	case says == "" || draws:
	case !slices.Contains(formats, says):
		hint := "for example: -o FILE." + strings.Join(formats[1:min(3, len(formats))], " or -o FILE.")
		if picture || says == "html" {
			hint = "`coterie draw` draws systems and runs; plan and measure --fleet draw their answers; compare has --plot"
		}
		return typed.Hint(fmt.Errorf("-o %s: %s writes %s", show.Brief(a.Output), cmd.CommandPath(), show.Series(formats, "and")), hint)
	case cmd.Flags().Changed("format") && a.Pictures == "" && says != a.format:
		return typed.Hint(fmt.Errorf("-o %s and --format %s: the ending of the name says %s", show.Brief(a.Output), a.format, says), "leave --format out, or give the file another ending")
	default:
		a.format = says
	}
	if a.format == parquetFormat && parquet.Absent != nil {
		return typed.Hint(fmt.Errorf("--format parquet: %w", parquet.Absent), "csv has the same rows; a build without -tags small writes Parquet, too")
	}
	if a.format == parquetFormat && !a.toFile() {
		return typed.Hint(errors.New("--format parquet: the file is missing"), "-o FILE.parquet names it")
	}
	return nil
}

// slides reports whether the result of a verb can be written as a picture.
func slides(cmd *cobra.Command) bool {
	return cmd.Name() == "plan" || cmd.Name() == "measure" && cmd.Flags().Changed("fleet")
}
