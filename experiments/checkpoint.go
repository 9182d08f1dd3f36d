package experiments

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"coterie/internal/words/show"
)

// checkpointFormat names the form of the files of kept rows.
const checkpointFormat = "coterie-rows/1"

// checkpointHeader is the first line of each file. It must agree before kept rows are taken up.
type checkpointHeader struct {
	Format     string          `json:"format"`
	Study      string          `json:"study"`
	Part       string          `json:"part"`
	Version    string          `json:"version"`
	Build      string          `json:"build"`
	Seed       uint64          `json:"seed"`
	Parameters json.RawMessage `json:"parameters"`
}

// difference names the first field in which two headers differ, "" if they agree.
func (h checkpointHeader) difference(old checkpointHeader) string {
	switch {
	case h.Format != old.Format:
		return fmt.Sprintf("their format is %q, now %q", old.Format, h.Format)
	case h.Study != old.Study || h.Part != old.Part:
		return fmt.Sprintf("they belong to the %s part of %s", old.Part, old.Study)
	case h.Version != old.Version:
		return fmt.Sprintf("they were computed by version %q, this is %q", old.Version, h.Version)
	case h.Build != old.Build:
		return "they were computed by another build of the program"
	case h.Seed != old.Seed:
		return fmt.Sprintf("their seed was %d, now %d", old.Seed, h.Seed)
	case !bytes.Equal(h.Parameters, old.Parameters):
		return fmt.Sprintf("their parameters were %s, now %s", old.Parameters, h.Parameters)
	}
	return ""
}

// keptRow is one line of the file of a stage.
type keptRow struct {
	Index int             `json:"i"`
	Param json.RawMessage `json:"of"`
	Row   json.RawMessage `json:"row"`
}

// stage is the file of one call of Rows: a header, then a line per finished row in the order of
// finishing. A line is written by a single Write and counts once its newline is there, so a crash
// loses at most the row it cut in two.
type stage struct {
	rows   map[int]json.RawMessage // rows taken up, by index
	file   *os.File                // nil if nothing is kept
	size   int64                   // of the sound part of the file
	failed error                   // why no more rows are kept
}

func (s *stage) close() {
	if s.file != nil {
		s.file.Close() // each row was already handed to the system
	}
}

// add keeps a row. If the disk takes only half of a line, add removes that line again and adds no
// further rows. A run that resumes takes up all rows before it.
func (s *stage) add(index int, param, row json.RawMessage) error {
	if s.file == nil || s.failed != nil {
		return s.failed
	}
	line, err := show.Marshal(keptRow{Index: index, Param: param, Row: row})
	if err != nil {
		return err
	}
	n, err := s.file.Write(append(line, '\n'))
	if err != nil {
		s.file.Truncate(s.size)
		s.failed = unwritten(s.file.Name(), err)
		return s.failed
	}
	s.size += int64(n)
	return nil
}

// openStage opens the file of a stage, takes up its rows if the run resumes and they fit, and
// otherwise starts it anew.
func (e Env) openStage(name string, keys []json.RawMessage) (*stage, error) {
	s := e.execution
	if s == nil {
		return &stage{}, nil
	}
	s.useStage(name)
	if s.rowsDir == "" {
		return &stage{}, nil
	}
	if _, err := listFolder(s.rowsDir, false); err != nil {
		return nil, err
	}
	if err := makeFolder(s.rowsDir); err != nil {
		return nil, err
	}
	path := filepath.Join(s.rowsDir, name+".jsonl")
	header, err := show.Marshal(s.header)
	if err != nil {
		return nil, err
	}
	header = append(header, '\n')
	kept := &stage{}
	valid := 0 // bytes of the file that are kept
	if s.resume {
		var why string
		kept.rows, valid, why, err = loadRows(path, s.header, keys)
		if err != nil {
			return nil, err
		}
		if why != "" {
			e.Logf("%s: rows of an interrupted run discarded: %s", name, why)
		}
	}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, unwritten(path, errors.New("it is "+kindOf(info.Mode())))
	}
	kept.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, unwritten(path, err)
	}
	// Cutting the tail off keeps the next row from being glued to half a line.
	err = kept.file.Truncate(int64(valid))
	if err == nil {
		_, err = kept.file.Seek(int64(valid), io.SeekStart)
	}
	kept.size = int64(valid)
	if err == nil && valid == 0 {
		var n int
		n, err = kept.file.Write(header)
		kept.size = int64(n)
	}
	if err != nil {
		kept.close()
		return nil, unwritten(path, err)
	}
	return kept, nil
}

// loadRows reads the rows of a stage that fit the header and the parameters, and how many bytes of
// the file are sound. why is set if there are rows but they do not fit.
func loadRows(path string, want checkpointHeader, keys []json.RawMessage) (rows map[int]json.RawMessage, valid int, why string, err error) {
	data, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, "", nil
	}
	if err != nil {
		return nil, 0, "", err
	}
	in := bufio.NewReader(bytes.NewReader(data))
	line, err := in.ReadBytes('\n')
	var header checkpointHeader
	if err != nil || StrictJSON(line, &header) != nil {
		return nil, 0, "their header does not read", nil
	}
	if why := want.difference(header); why != "" {
		return nil, 0, why, nil
	}
	rows = make(map[int]json.RawMessage)
	valid = len(line)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return rows, valid, "", nil // the end, or a line without its newline
		}
		var row keptRow
		if StrictJSON(line, &row) != nil {
			return rows, valid, "", nil
		}
		valid += len(line)
		// Rows are recognised by place and parameter together: a list that changed gives up only
		// its changed rows.
		if row.Index >= 0 && row.Index < len(keys) && bytes.Equal(row.Param, keys[row.Index]) {
			rows[row.Index] = row.Row
		}
	}
}

// countKept returns how many rows a folder of stages holds, for the note that they are discarded.
func countKept(dir string) int {
	files, _ := listFolder(dir, false)
	rows := 0
	for _, e := range files {
		if data, err := readFile(filepath.Join(dir, e.Name())); err == nil {
			rows += max(0, bytes.Count(data, []byte("\n"))-1)
		}
	}
	return rows
}
