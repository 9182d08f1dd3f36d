package construct

import (
	"context"
	"errors"
	"fmt"
	"os"

	"coterie/quorum"
)

// fileInstance returns the system of a file as an instance, for a spec that nests it: its spec is
// @PATH, its figures are counted on the listed quorums, whatever sites it has. It may be an
// ordinary system, a group system or a k-coterie, with a quorum in each of its families; the family
// that nests it decides how it uses each kind. The file is read once, here; only regular files are,
// so that parsing a spec never waits for a pipe or a device.
func fileInstance(ctx context.Context, path string) (*Instance, error) {
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
	in, err := readFile(ctx, path)
	if err != nil {
		return nil, err
	}
	if f, names, ok := in.Formula(); ok {
		return formulaInstance("@"+path, quorum.KindSystem, []quorum.Formula{f}, names), nil
	}
	s, err := in.Structure(ctx, 0)
	if err != nil {
		return nil, err
	}
	return listedInstance("@"+path, path, "counted on the file", s)
}

// listInstance returns the system of a spec {1,2},{2,3},... as an instance, for a spec that nests
// it.
func listInstance(text string) (*Instance, error) {
	s, err := readList(text)
	if err != nil {
		return nil, err
	}
	return listedInstance(s.Name(), s.Name(), "counted on the listed quorums", s)
}

// listedInstance returns a system that was read as an instance; errors name its source.
func listedInstance(spec, source, method string, s quorum.Structure) (*Instance, error) {
	if s.Kind() == quorum.KindSharing {
		return nil, &SourceError{source, fmt.Errorf("it holds a %s, and a system with quorums of its own is wanted", s.Kind())}
	}
	cartels := cartelsOf(s)
	count, largest := 0, 0
	for i, f := range cartels {
		switch {
		case f.Len() > 0:
		case s.Kind() == quorum.KindGroupSystem:
			return nil, &SourceError{source, fmt.Errorf("its cartel %v holds no quorum", quorum.Index(i))}
		default:
			return nil, &SourceError{source, errors.New("it holds no quorum")}
		}
		count += f.Len()
		_, greatest := f.Sizes()
		largest = max(largest, greatest)
	}
	p := &plan{
		n:       s.N(),
		groups:  len(cartels),
		quorums: constantCount(count),
		largest: largest,
		shape:   func(context.Context) (Shape, error) { return countedShape(method, s), nil },
		build:   func(context.Context, string, int) (quorum.Structure, error) { return s, nil },
		roles:   quorum.RolesOf(s),
		k:       quorum.KnownOf(s).K,
	}
	return &Instance{Family{Name: spec, Kind: s.Kind()}, p}, nil
}
