package construct

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"coterie/internal/machine/files"
	"coterie/internal/words/listing"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Build returns the system that a spec names, with its quorums in a list where they are not too
// many, and with the formulas that it has. Every figure of package measure can be asked of it.
// Nothing is read from standard input. Errors are those of Open and of quorum.Known.Listed.
func Build(ctx context.Context, spec string) (quorum.Known, error) {
	s, err := Open(ctx, spec, strings.NewReader(""))
	if err != nil {
		return quorum.Known{}, err
	}
	return s.Listed(ctx, 0)
}

// Known returns the system of the instance, under its spec, before its quorums are listed.
func (i *Instance) Known() quorum.Known {
	return quorum.Known{
		Kind: i.Kind(), Name: i.Spec(), Nodes: i.N(), K: i.K(), Names: slices.Clone(i.plan.names), Roles: i.Roles(),
		Formulas: i.Formulas(), Proved: i.Proved(), Origin: i,
	}
}

// InstanceOf returns the instance from which a system was made. ok is false for systems that do not
// come from a family.
func InstanceOf(s quorum.Known) (i *Instance, ok bool) {
	if i, ok = s.Origin.(*Instance); ok && i.named() {
		return i, true
	}
	return nil, false
}

// named reports whether a spec FAMILY:KEY=VALUE,... names the instance. Other instances are
// expressions, files and lists in the place of a family.
func (i *Instance) named() bool {
	_, ok := Lookup(i.family.Name)
	return ok
}

// Sizes returns the sizes that a family knows without a list. Some families count them, which takes
// time. Expressions and quorum sets have formulas for it instead.
func (i *Instance) Sizes(ctx context.Context) (quorum.Sizes, error) {
	if !i.named() {
		return quorum.Sizes{}, nil
	}
	shape, err := i.Shape(ctx)
	if err != nil {
		return quorum.Sizes{}, err
	}
	known := quorum.Sizes{Quorums: shape.Quorums, MinResponsibility: shape.MinResponsibility, MaxResponsibility: shape.MaxResponsibility}
	if shape.MinQuorum > 0 {
		known.MinQuorum = &shape.MinQuorum
	}
	if shape.MaxQuorum > 0 {
		known.MaxQuorum = &shape.MaxQuorum
	}
	return known, nil
}

// Open finds the system that text names, in this order: "-" reads standard input; "@PATH" reads the
// file PATH; a text that begins with { holds the quorums themselves, or the content of a file;
// "expr:..." is a monotone expression, whose minimal sets are cartel 1, the reads, and whose dual
// is cartel 2, the writes; FAMILY[:KEY=VALUE,...] and aliases are parsed; a text that ends in .json
// or holds a path separator reads the file of that name. Files hold a structure for
// quorum.ReadInput, or a list of quorums as text or CSV (see the documentation of the package).
// Open does not list the quorums of families, expressions and quorum sets.
//
// Errors are those of Parse, of quorum.ReadInput and of lists (within a *SourceError), a
// *quorum.FormatError for { and expr:, the cause of ctx if it has ended, and an *fs.PathError where
// a file cannot be read; within a *SourceError, a *files.TextError for more than files.MostRead
// bytes and for a file that does not begin like a text, or a *memory.Error. It panics if text is
// "-" and stdin is nil.
func Open(ctx context.Context, text string, stdin io.Reader) (quorum.Known, error) {
	if ctx.Err() != nil {
		return quorum.Known{}, context.Cause(ctx)
	}
	path, isFile := filePath(text)
	expression, isExpr := strings.CutPrefix(text, exprPrefix)
	switch {
	case text == "-":
		in, err := readFrom(ctx, "standard input", stdin)
		return ofInput("standard input", in, err)
	case strings.HasPrefix(text, "{"):
		if listing.IsObject([]byte(text), false) {
			in, err := understood("the spec", []byte(text))
			return ofInput("the spec", in, err)
		}
		s, err := readList(text)
		if err != nil {
			return quorum.Known{}, err
		}
		return quorum.KnownOf(s), nil
	case isExpr:
		return knownOf(exprInstance(expression))
	case isFile:
		in, err := readFile(ctx, path)
		return ofInput("@"+path, in, err)
	}
	return knownOf(Parse(ctx, text))
}

// built returns the system of a plan as Build returns it for the spec. The exported function of the
// family calls it.
func (f Family) built(p *plan, err error) (quorum.Known, error) {
	if err != nil {
		return quorum.Known{}, err
	}
	return (&Instance{f, p}).Known().Listed(context.Background(), 0)
}

func knownOf(i *Instance, err error) (quorum.Known, error) {
	if err != nil {
		return quorum.Known{}, err
	}
	return i.Known(), nil
}

// ofInput returns the system that was read from a source; errors call the source from.
func ofInput(from string, in *quorum.Input, err error) (quorum.Known, error) {
	if err != nil {
		return quorum.Known{}, err
	}
	if f, names, ok := in.Formula(); ok {
		k := formulaInstance(from, quorum.KindSystem, []quorum.Formula{f}, names).Known()
		k.Name = "" // a quorum set has no name
		return k, nil
	}
	s, err := in.Structure(context.Background(), 0)
	if err != nil {
		return quorum.Known{}, err
	}
	k := quorum.KnownOf(s)
	k.Note = in.Note()
	return k, nil
}

// readList reads a spec {1,2},{2,3},...; the name of the system is the canonical form of the spec.
func readList(text string) (*quorum.System, error) {
	read, err := listing.Read([]byte(text))
	if wrong := (*quorum.FormatError)(nil); errors.As(err, &wrong) {
		before := strings.SplitAfterN(text, "\n", wrong.Line)
		return nil, noSpec(text, len(text)-len(before[wrong.Line-1])+wrong.Column-1, wrong.Problem, "quorums are sets of nodes, such as {1,2},{2,3},{1,3}, or of their names")
	}
	if err != nil {
		return nil, err
	}
	s := read.(*quorum.System) // groups are of CSV alone, which begins with no brace
	return quorum.NewSystem(listing.Label(s.Family(), s.Names()), s.Family(), quorum.SystemOptions{Names: s.Names()})
}

// filePath returns the path that a spec names: after an @, or where the text is no family's and
// ends in .json or holds a path separator.
func filePath(text string) (path string, ok bool) {
	if path, ok := strings.CutPrefix(text, "@"); ok {
		return path, true
	}
	name, _, _ := strings.Cut(text, ":")
	if _, isFamily := Lookup(name); isFamily || name == "expr" {
		return "", false
	}
	return text, strings.HasSuffix(text, ".json") || strings.ContainsRune(text, '/') || strings.ContainsRune(text, os.PathSeparator)
}

// SourceError names the file that could not be understood.
type SourceError struct {
	Source string // a path, or "standard input"
	Err    error
}

func (e *SourceError) Error() string { return show.Path(e.Source) + ": " + e.Err.Error() }

// Unwrap returns the error of the reader, a *quorum.FormatError where the form is at fault.
func (e *SourceError) Unwrap() error { return e.Err }

func readFile(ctx context.Context, path string) (*quorum.Input, error) {
	if path == "" {
		return nil, &SourceError{"@", errors.New("the path is missing")}
	}
	data, err := files.Read(ctx, path, files.MostRead)
	var unopened *fs.PathError
	switch {
	case errors.As(err, &unopened) && unopened.Op == "open", err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, &SourceError{path, err}
	}
	return understood(path, data)
}

func readFrom(ctx context.Context, source string, r io.Reader) (*quorum.Input, error) {
	data, err := files.ReadFrom(ctx, r, files.MostRead)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, &SourceError{source, err}
	}
	return understood(source, data)
}

// understood reads the content of a source.
func understood(source string, data []byte) (*quorum.Input, error) {
	data = bytes.TrimPrefix(data, []byte(listing.ByteOrderMark))
	isArray := bytes.HasPrefix(bytes.TrimSpace(data), []byte("["))
	if isArray || listing.IsObject(data, true) || strings.HasSuffix(source, ".json") && !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		in, err := quorum.ReadInput(bytes.NewReader(data))
		if err != nil {
			return nil, &SourceError{source, err}
		}
		return in, nil
	}
	s, err := listing.Read(data)
	if err != nil {
		return nil, &SourceError{source, err}
	}
	return quorum.InputOf(s), nil
}
