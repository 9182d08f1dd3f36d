package evidence_test

import (
	"crypto/sha256"
	"fmt"

	"coterie/internal/evidence"
)

// fileOf is what a manifest says of a text.
func fileOf(name, text string) evidence.File {
	return evidence.File{Name: name, Bytes: int64(len(text)), SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(text)))}
}
