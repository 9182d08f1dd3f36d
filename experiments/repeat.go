package experiments

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"slices"
)

// keepCertificates keeps the certificates of the folder in place of those just found, if a run
// finds nothing else new: the part was computed under these parameters and this seed before, every
// table is the same byte for byte, and the study's Verify accepts the certificate of the folder
// today. A search may find another model each time; the kept one proves as much. Measured
// certificates are not kept.
func (f folders) keepCertificates(ctx context.Context, s Study, out *Output, was *manifestPart, seed uint64) error {
	if s.measured || was == nil || was.Seed != seed || !bytes.Equal(was.Parameters, s.Parameters(f.full)) {
		return nil
	}
	for _, name := range out.names() {
		if filepath.Ext(name) != ".csv" {
			continue
		}
		if old, ok := was.file(name); !ok || old.SHA256 != out.files[name].SHA256 {
			return nil
		}
	}
	for _, name := range out.names() {
		old, ok := was.file(name)
		if filepath.Ext(name) != ".json" || !ok || old.SHA256 == out.files[name].SHA256 {
			continue
		}
		data, err := readFile(filepath.Join(f.target, name))
		if err != nil || hash(data) != old.SHA256 {
			continue // not the file of the manifest: the new one replaces it
		}
		if err := s.verify(ctx, f.full, name, data); err != nil {
			if ctx.Err() != nil {
				return ContextError(ctx)
			}
			continue
		}
		out.put(manifestFile{Name: name, data: data})
	}
	return nil
}

// unlessNew returns the old entry if the new one differs only in the program and the machine. So a
// run that computes the same files again leaves the manifest as it is: its version is that of the
// first program that computed these files.
func (p *manifestPart) unlessNew(was *manifestPart) *manifestPart {
	if was == nil || p.Seed != was.Seed || !bytes.Equal(p.Parameters, was.Parameters) || !maps.Equal(p.Reads, was.Reads) ||
		!slices.EqualFunc(p.Files, was.Files, func(a, b manifestFile) bool {
			return a.Name == b.Name && a.SHA256 == b.SHA256 && slices.Equal(a.Columns, b.Columns) && maps.Equal(a.DrawnFrom, b.DrawnFrom)
		}) {
		return p
	}
	return was
}
