package experiments

import (
	"path/filepath"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// foreignFile returns the error for a file that no run wrote. what names the thing that a run would
// replace.
func foreignFile(path, what string) error {
	return quorum.Bad("", show.Path(path)+" was not written by a run, and the run would replace "+what, "move it away, or give another folder")
}

// refuseForeign looks at the folder of a part before anything is computed: a file that the manifest
// does not list belongs to somebody and must not be lost.
func refuseForeign(opts Options, s Study) error {
	m, err := loadManifest(opts.Results)
	if err != nil {
		return err
	}
	places := foldersOf(opts.Results, s.name, opts.Full)
	_, strays, err := places.contents(m.part(s.name, opts.Full))
	if len(strays) > 0 {
		return foreignFile(filepath.Join(places.target, strays[0].Name()), "its folder")
	}
	return err
}
