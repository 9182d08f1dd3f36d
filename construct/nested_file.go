package construct

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"

	"coterie/quorum"
)

// fileInstance returns the ordinary system of a file as an instance, for a spec that nests it: its
// spec is @PATH, its figures are counted on the listed quorums, whatever sites it has. The file is read once, here; only regular files are, so
// that parsing a spec never waits for a pipe or a device.
func fileInstance(path string) (*Instance, error) {
	if path == "" {
		return nil, &SourceError{"@", errors.New("the path is missing")}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &SourceError{path, errors.New("it is no regular file")}
	}
	read, err := readFile(path)
	if err != nil {
		return nil, err
	}
	s, ok := read.(*quorum.System)
	if !ok {
		return nil, &SourceError{path, fmt.Errorf("it holds a %s, and an ordinary quorum system is wanted", read.Kind())}
	}
	if s.Family().Len() == 0 {
		return nil, &SourceError{path, fmt.Errorf("it holds no quorum")}
	}
	least, greatest := s.Family().Sizes()
	responsibilities := s.Family().Responsibilities()
	p := &plan{
		n:       s.N(),
		groups:  1,
		quorums: constantCount(s.Family().Len()),
		largest: greatest,
		shape: func() (Shape, error) {
			return Shape{
				MinQuorum: least, MaxQuorum: greatest,
				MinResponsibility: big.NewInt(int64(slices.Min(responsibilities))),
				MaxResponsibility: big.NewInt(int64(slices.Max(responsibilities))),
				Method:            "counted on the file",
			}, nil
		},
		build: func(context.Context, string) (quorum.Structure, error) { return s, nil },
	}
	return &Instance{Family{Name: "@" + path, Kind: quorum.KindSystem}, p}, nil
}
