package files

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"unicode/utf8"
)

// PartialSuffix marks a result that was interrupted.
const PartialSuffix = ".partial"

// longestName is how many bytes the name of a file may have on common file systems.
const longestName = 255

// Partial names the file in which the result for path stands when it was cut short: path with
// PartialSuffix, or, where that is too long for a file system, its beginning with a hash of the
// rest.
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

// CheckPartial returns a *PartialError if an earlier run left a partial result for path.
func CheckPartial(path string) error {
	if partial := Partial(path); Replaceable(path) && Exists(partial) {
		return &PartialError{Path: partial}
	}
	return nil
}

// Exists reports whether there is something at a path, be it a link that leads nowhere.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
