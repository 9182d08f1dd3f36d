package files

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"unicode/utf8"

	"coterie/internal/words/show"
)

// PartialSuffix ends the name of a partial result.
const PartialSuffix = ".partial"

// longestName is the longest name of a file, in bytes, on common file systems.
const longestName = 255

// Partial returns the name of the file for a result for path that was cut short. It is path with
// PartialSuffix. If that is too long for a file system, it is the beginning of path, a hash, and
// the suffix.
func Partial(path string) string {
	folder, base := filepath.Split(path)
	if len(base)+len(PartialSuffix) <= longestName {
		return path + PartialSuffix
	}
	hash := fmt.Sprintf("-%x", sha256.Sum256([]byte(base)))[:9]
	keep := longestName - len(PartialSuffix) - len(hash)
	for keep > 0 && !utf8.RuneStart(base[keep]) {
		keep--
	}
	return folder + base[:keep] + hash + PartialSuffix
}

// CheckPartial returns an error if an earlier run left a partial result for path.
func CheckPartial(path string) error {
	if partial := Partial(path); Replaceable(path) && Exists(partial) {
		return errors.New(show.Path(partial) + " is of an interrupted run, and would be lost")
	}
	return nil
}

// Exists reports whether there is anything at a path, even a link that leads nowhere.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
