package evidence_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/evidence"
)

// fileOf returns a manifest's entry for a text.
func fileOf(name, text string) evidence.File {
	return evidence.File{Name: name, Bytes: int64(len(text)), SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(text)))}
}

func manifestOf(t *testing.T, folder string) (m evidence.Manifest) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, evidence.ManifestName))
	assert.OK(t, errors.Join(err, json.Unmarshal(data, &m)))
	return m
}

// plant replaces a file of m by a text, and enters its size and hash in the manifest.
func plant(t *testing.T, folder string, m evidence.Manifest, file *evidence.File, text string) {
	t.Helper()
	*file = fileOf(file.Name, text)
	manifest, err := json.Marshal(m)
	assert.OK(t, errors.Join(err, os.WriteFile(filepath.Join(folder, evidence.ManifestName), manifest, 0o666), os.WriteFile(filepath.Join(folder, file.Name), []byte(text), 0o666)))
}
