package evidence_test

import (
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/evidence"
)

// FuzzVerify: no manifest gives a folder without proofs a valid refutation.
func FuzzVerify(f *testing.F) {
	f.Add([]byte(`{"format":"coterie-proofs/1","questions":[]}`))
	f.Add([]byte(`{"format":"coterie-proofs/1","complete":true,"questions":[{"words":"w","answer":"refuted","theorems":["t"],` +
		`"cnf":{"name":"1.cnf","bytes":0,"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},` +
		`"proof":{"name":"1.drat","bytes":0,"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}}]}`))
	f.Add([]byte(`{"format":"coterie-proofs/1","questions":[{"answer":"open","theorems":["t"],"cnf":{"name":"..","bytes":-1,"sha256":""}}]}`))
	f.Fuzz(func(t *testing.T, manifest []byte) {
		folder := t.TempDir()
		for name, text := range map[string][]byte{evidence.ManifestName: manifest, "1.drat": nil, "1.cnf": nil, "2.cnf": []byte("p cnf 1 1\n1 0\n")} {
			assert.OK(t, os.WriteFile(filepath.Join(folder, name), text, 0o666))
		}
		r, err := evidence.Verify(t.Context(), folder, evidence.Options{ProofsAlone: true})
		if err != nil {
			return
		}
		for i, q := range r.Questions {
			if q.Holds && r.Manifest.Questions[i].Answer == evidence.Refuted {
				t.Errorf("refuted: %+v", q)
			}
		}
	})
}
