package experiments

import (
	"fmt"
	"path/filepath"

	"coterie/internal/words/show"
)

// ForeignFileError says that a folder which a run would replace holds something that no run wrote,
// or that the page is none.
type ForeignFileError struct {
	Path string
	Page bool // it stands in the place of the page
}

func (e *ForeignFileError) Error() string {
	if e.Page {
		return show.Path(e.Path) + " was not written by a run, and the run would replace it"
	}
	return fmt.Sprintf("%s was not written by a run, and the run would replace its folder", show.Path(e.Path))
}

// Hint says what to do.
func (e *ForeignFileError) Hint() string { return "move it away, or give another folder" }

// refuseForeign looks at the folder of a part before anything is computed: whatever is in it that
// the manifest does not list is somebody's own, and must not be lost.
func refuseForeign(opts Options, s Study) error {
	m, err := loadManifest(opts.Results)
	if err != nil {
		return err
	}
	places := foldersOf(opts.Results, s.name, opts.Full)
	_, strays, err := places.contents(m.part(s.name, opts.Full))
	if len(strays) > 0 {
		return &ForeignFileError{Path: filepath.Join(places.target, strays[0].Name())}
	}
	return err
}
