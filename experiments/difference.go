package experiments

import (
	"fmt"
	"strconv"
	"strings"

	"coterie/internal/words/table"
)

// Problem is a kind of disagreement between results/ and the program.
type Problem int

// The problems that [Check] reports.
const (
	OtherLine       Problem = iota + 1 // a CSV file differs from the computed one, first in the line given
	OtherFile                          // a file is not the one that the manifest lists
	OtherParameters                    // the study's parameters are not those of the manifest
	OtherColumns                       // the manifest describes other columns of a table
	Missing                            // a file is missing
	Stray                              // an unexpected file, part or study
	NeverRun                           // the part is not in the manifest
	BadCertificate                     // the study's Verify refuses a certificate
	StalePicture                       // a picture differs from the one that would be drawn now
	StaleInput                         // another study's file, which went in, has changed
	Failed                             // the study does not run through
	CutShort                           // a run was cut short while it replaced a folder
	StalePage                          // the report page is not that of the manifest and its files
)

// String names the problem in a few words.
func (p Problem) String() string {
	names := [...]string{"differs", "not the manifest's file", "other parameters", "other columns", "missing", "stray", "never run",
		"certificate refused", "picture out of date", "input out of date", "failed", "cut short", "report page out of date"}
	if p < OtherLine || p > StalePage {
		return fmt.Sprintf("Problem(%d)", int(p))
	}
	return names[p-OtherLine]
}

// MarshalText returns the name of the problem.
func (p Problem) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// endOfFile stands in a Difference for a line that is not there.
const endOfFile = "(end of file)"

// Difference is one disagreement.
type Difference struct {
	Study   string  `json:"study"` // "" for results/ as a whole
	Full    bool    `json:"full"`  // which part
	File    string  `json:"file"`  // "" for the part as a whole
	Line    int     `json:"line"`  // 1-based line of a CSV file or of the report page, 0 elsewhere
	Problem Problem `json:"problem"`
	Wanted  string  `json:"wanted"` // the program's side
	Got     string  `json:"got"`    // the side of results/
	Detail  string  `json:"detail"`
}

// String says it in one line: place, problem, wanted, got, detail.
func (f Difference) String() string {
	var s strings.Builder
	if place := f.place(); place != "" {
		s.WriteString(place)
		if f.Line > 0 {
			fmt.Fprintf(&s, ":%d", f.Line)
		}
		s.WriteString(": ")
	}
	s.WriteString(f.Problem.String())
	if f.Wanted != "" || f.Got != "" {
		fmt.Fprintf(&s, ": wanted %s, got %s", strconv.Quote(f.Wanted), strconv.Quote(f.Got))
	}
	if f.Detail != "" {
		fmt.Fprintf(&s, " (%s)", f.Detail)
	}
	return s.String()
}

// place returns the path of the file or the part within results/, "" for results/ as a whole.
func (f Difference) place() string {
	if f.Study == "" {
		return f.File
	}
	return readKey(f.Study, f.Full, f.File)
}

// CheckReport holds the findings of [Check].
type CheckReport struct {
	Parts, Files int // that were checked: parts of studies, and files of the manifest
	Differences  []Difference
}

// OK reports whether nothing was found.
func (r CheckReport) OK() bool { return len(r.Differences) == 0 }

func (r *CheckReport) add(f Difference) { r.Differences = append(r.Differences, f) }

// Table returns the differences as a table, for any output format.
func (r CheckReport) Table() *table.Table {
	return listed(r.Differences,
		quoted("study", "name of the study", func(f Difference) string { return f.Study }),
		quoted("part", "default or full", func(f Difference) string { return partName(f.Full) }).If(func(f Difference) bool { return f.Study != "" }),
		quoted("file", "file in the folder of the part", func(f Difference) string { return f.File }),
		Ints("line", "", "line of a CSV file, from 1", func(f Difference) int { return f.Line }).NonZero(),
		quoted("problem", "kind of disagreement", func(f Difference) string { return f.Problem.String() }),
		quoted("wanted", "what the program has", func(f Difference) string { return f.Wanted }),
		quoted("got", "what results/ has", func(f Difference) string { return f.Got }),
		quoted("detail", "explanation", func(f Difference) string { return f.Detail }))
}
