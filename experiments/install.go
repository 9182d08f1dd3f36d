package experiments

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coterie/internal/machine/files"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/paper"
)

// partialName is the folder inside results/ for everything unfinished. It is never committed. For a
// part P of a study S it holds
//
//	S/P/rows/STAGE.jsonl   finished rows of an unfinished run
//	S/P/new/               the part, complete, before it is renamed into place
//	S/P/entry.json         its entry for the manifest
//	S/P/old/               the folder that it replaces, until the replacement is through
const partialName = ".partial"

// disk moves folders. Tests put a failing rename here.
type disk struct {
	rename func(from, to string) error
}

// move renames a folder. An error names the destination.
func (d disk) move(from, to string) error { return unwritten(to, d.rename(from, to)) }

// partName returns the name of a part in .partial and in messages.
func partName(full bool) string {
	if full {
		return "full"
	}
	return "default"
}

// folders are the places of one part of one study.
type folders struct {
	results, study string
	full           bool
	target         string // results/S or results/S/full; the former holds the latter, which must survive
	partial        string // results/.partial/S/P
	rows, new, old string
	entry          string
}

func foldersOf(results, study string, full bool) folders {
	partial := filepath.Join(results, partialName, study, partName(full))
	target := filepath.Join(results, study)
	if full {
		target = nested(target)
	}
	return folders{
		results: results, study: study, full: full, target: target, partial: partial,
		rows:  filepath.Join(partial, "rows"),
		new:   filepath.Join(partial, "new"),
		old:   filepath.Join(partial, "old"),
		entry: filepath.Join(partial, "entry.json"),
	}
}

// nested returns the folder of the full part inside a folder of the default part.
func nested(dir string) string { return filepath.Join(dir, partName(true)) }

// hasBeside reports whether a file is a picture of the part in another format.
func (p *manifestPart) hasBeside(name string) bool {
	format, known := paper.Formats().Of(name)
	_, drawn := p.file(strings.TrimSuffix(name, filepath.Ext(name)) + ".svg")
	return known && format != canvas.SVG && drawn
}

// putBeside writes the pictures in the other requested formats. The manifest does not list them.
func (f folders) putBeside(out *Output) (written []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(out.beside)) {
		path := filepath.Join(f.target, name)
		if err := writeFile(path, path, out.beside[name]); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// contents lists the folder of a part: the files that its entry in the manifest lists, and as
// strays all others except the folder of the full part and pictures in other formats.
func (f folders) contents(part *manifestPart) (listed []string, strays []fs.DirEntry, err error) {
	entries, err := listFolder(f.target, true)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		switch _, ok := part.file(e.Name()); {
		case !f.full && e.IsDir() && e.Name() == partName(true):
		case part.hasBeside(e.Name()): // a run or [Redraw] wrote it, and can again
		case ok && e.Type().IsRegular():
			listed = append(listed, e.Name())
		default:
			strays = append(strays, e)
		}
	}
	return listed, strays, nil
}

// install makes the files of a finished part its folder. The order is such that a crash at any
// point can be undone or completed by [recover]: old/ exists exactly while the replacement is under
// way.
func (f folders) install(contents map[string][]byte, entry *manifestPart, disk disk) error {
	unfinished, err := exists(f.old)
	if err != nil {
		return err
	}
	if unfinished {
		return unwritten(f.old, errors.New("it is in the way and waits for recovery"))
	}
	if err := f.prepare(contents, entry); err != nil {
		os.RemoveAll(f.new) // a full disk gets back the space of half-written files
		os.Remove(f.entry)
		return err
	}
	return f.swap(disk)
}

// prepare writes new/ and the entry.
func (f folders) prepare(contents map[string][]byte, entry *manifestPart) error {
	if err := removeAll(f.new); err != nil {
		return err
	}
	if err := makeFolderFor(f.target, f.new); err != nil {
		return err
	}
	for name, data := range contents {
		if err := writeFile(filepath.Join(f.target, name), filepath.Join(f.new, name), data); err != nil {
			return err
		}
	}
	data, err := PrettyJSON(entry)
	if err != nil {
		return err
	}
	return writeFile(f.entry, f.entry, data)
}

// swap puts new/ in the place of the target, by renames alone. If one fails, those before it are
// taken back.
func (f folders) swap(disk disk) error {
	if err := makeFolder(filepath.Dir(f.target)); err != nil {
		return err
	}
	replacing, err := exists(f.target)
	if err != nil {
		return err
	}
	if replacing {
		if err := disk.move(f.target, f.old); err != nil {
			return err
		}
	}
	if err := disk.move(f.new, f.target); err != nil {
		if replacing {
			err = errors.Join(err, disk.move(f.old, f.target))
		}
		return err
	}
	if !replacing {
		return nil
	}
	if err := f.moveNested(disk); err != nil {
		return errors.Join(err, disk.move(f.target, f.new), disk.move(f.old, f.target))
	}
	return removeAll(f.old)
}

// moveNested takes the full part along from the old folder to the new one.
func (f folders) moveNested(disk disk) error {
	if f.full {
		return nil
	}
	from, to := nested(f.old), nested(f.target)
	there, err := exists(from)
	if err != nil || !there {
		return err
	}
	if taken, err := exists(to); err != nil || taken {
		return cmp.Or(err, unwritten(to, fmt.Errorf("%s exists, too: keep the right one and remove the other", from)))
	}
	return disk.move(from, to)
}

// recoverFolders completes or undoes every replacement that a crash cut short, and brings the
// manifest up to date with a part that was installed but not entered. It returns a line for each
// thing it did.
func recoverFolders(results string, disk disk) ([]string, error) {
	parts, err := partsIn(results)
	if err != nil {
		return nil, err
	}
	var notes []string
	for _, f := range parts {
		note, err := f.recover(disk)
		if err != nil {
			return notes, err
		}
		if note != "" {
			notes = append(notes, note)
		}
		f.sweep()
	}
	// Remove the files that a killed run left beside the parts. Folders that are not empty stay.
	partial := filepath.Join(results, partialName)
	files.Sweep(partial)
	entries, err := listFolder(partial, false)
	for _, e := range entries {
		if e.IsDir() {
			os.Remove(filepath.Join(partial, e.Name()))
		}
	}
	return notes, err
}

// sweep removes the temporaries of killed runs and the empty folders of the part.
func (f folders) sweep() {
	for _, folder := range []string{f.rows, f.partial} {
		if entries, err := listFolder(folder, false); err == nil && len(entries) > 0 {
			files.Sweep(folder)
		}
		if entries, err := listFolder(folder, false); err == nil && len(entries) == 0 {
			os.Remove(folder)
		}
	}
}

func (f folders) recover(disk disk) (note string, err error) {
	interrupted, err := exists(f.old)
	if err != nil {
		return "", err
	}
	if interrupted {
		installed, err := exists(f.target)
		if err != nil {
			return "", err
		}
		if !installed {
			if err := disk.move(f.old, f.target); err != nil {
				return "", err
			}
			note = f.target + ": put back after a run that was cut short"
		} else {
			if err := f.moveNested(disk); err != nil {
				return "", err
			}
			note = f.target + ": its replacement was cut short and is now complete"
		}
		if err := removeAll(f.old); err != nil {
			return note, err
		}
	}
	if err := removeAll(f.new); err != nil {
		return note, err
	}
	return note, f.enter(disk)
}

// enter puts a waiting entry into the manifest if the files it lists are the ones in place.
func (f folders) enter(disk disk) error {
	data, err := readFile(f.entry)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var entry manifestPart
	if StrictJSON(data, &entry) == nil && f.holds(&entry) {
		m, err := loadManifest(f.results)
		if err != nil {
			return err
		}
		m.setPart(f.study, f.full, &entry)
		if err := m.store(f.results, disk); err != nil {
			return err
		}
	}
	return unwritten(f.entry, os.Remove(f.entry))
}

// holds reports whether the target holds exactly the files of the entry.
func (f folders) holds(entry *manifestPart) bool {
	for _, file := range entry.Files {
		data, err := readFile(filepath.Join(f.target, file.Name))
		if err != nil || hash(data) != file.SHA256 {
			return false
		}
	}
	return true
}

// discard removes the unfinished files of the part, and .partial itself once it is empty.
func (f folders) discard() error {
	err := removeAll(f.partial)
	// These fail, rightly, while other parts or studies have something waiting.
	os.Remove(filepath.Dir(f.partial))
	os.Remove(filepath.Dir(filepath.Dir(f.partial)))
	return err
}
