package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"coterie/internal/words/show"
)

// pageMark opens every report page. A page without it was not written by a run.
const pageMark = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="coterie experiment run">
`

// PageError reports that the report page could not be written. All studies that the report of [Run]
// lists are in results/ nevertheless.
type PageError struct {
	Path string
	Err  error
}

func (e *PageError) Error() string {
	return fmt.Sprintf("the report page was not written, the results are: %v", e.Err)
}

func (e *PageError) Unwrap() error { return e.Err }

// Hint advises the user.
func (e *PageError) Hint() string {
	return fmt.Sprintf("once %s can be written, any run writes it, such as %s", show.Path(e.Path), pageCommand)
}

// pageCommand is the shortest run; it writes the page like any other.
const pageCommand = "coterie experiment run claims"

// refuseForeignPage refuses to replace a page that no run wrote.
func refuseForeignPage(results string) error {
	path := filepath.Join(results, pageName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return unread(path, err)
	}
	if !info.Mode().IsRegular() {
		return foreignFile(path, "it")
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, len(pageMark))
	if _, err := io.ReadFull(f, head); err != nil || string(head) != pageMark {
		return foreignFile(path, "it")
	}
	return nil
}

// pageThere returns the path of the page, "" if there is none.
func pageThere(results string) string {
	path := filepath.Join(results, pageName)
	if there, err := exists(path); err != nil || !there {
		return ""
	}
	return path
}

// writePage makes the page agree with the manifest and returns its path, "" if there is nothing to
// report. It does not touch a page that agrees already. The error is a [PageError].
func writePage(opts Options) (string, error) {
	path := filepath.Join(opts.Results, pageName)
	m, err := loadManifest(opts.Results)
	if err != nil {
		return "", &PageError{Path: path, Err: err}
	}
	data, broken, err := buildPage(opts.Results, m, opts.Studies)
	if err != nil {
		return "", &PageError{Path: path, Err: err}
	}
	if data == nil {
		return "", nil
	}
	if present, err := readFile(path); err == nil && bytes.Equal(present, data) {
		return path, nil
	}
	for _, name := range broken {
		opts.Logf("%s is missing or not the file that the manifest lists: %s does not show it", name, pageName)
	}
	if err := replaceFile(opts.Results, pageName, data, opts.disk); err != nil {
		return "", &PageError{Path: path, Err: err}
	}
	return path, nil
}

// checkPage compares the page with the page made from the manifest and the files. A file that is
// missing or changed has been reported already, and the page cannot be judged before the file is
// mended.
func checkPage(opts Options, m manifest, report *CheckReport) error {
	want, broken, err := buildPage(opts.Results, m, opts.Studies)
	if err != nil {
		return err
	}
	if want == nil {
		return nil
	}
	advice := "it is written by any run, such as " + pageCommand
	path := filepath.Join(opts.Results, pageName)
	got, err := readFile(path)
	info, unknown := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || unknown == nil && !info.Mode().IsRegular(): // anything but a regular file is a stray, and the page is missing
		report.add(Difference{File: pageName, Problem: Missing, Detail: "the report page; " + advice})
	case err != nil:
		return err
	case len(broken) == 0 && !bytes.Equal(want, got):
		report.add(Difference{
			File: pageName, Problem: StalePage, Line: 1 + firstDifference(want, got), Wanted: hash(want), Got: hash(got),
			Detail: "SHA-256 of the report page that the manifest and its files give, and of the one here; " + advice,
		})
	}
	return nil
}

// firstDifference returns the number of lines before the first difference.
func firstDifference(a, b []byte) int {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	return bytes.Count(a[:same], []byte("\n"))
}
