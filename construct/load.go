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
	"coterie/internal/machine/memory"
	"coterie/internal/words/listing"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Load returns the system that text names: Open, and Build. The instance is nil unless the system
// came from a family. Errors are those of Open and of Source.Build.
func Load(ctx context.Context, text string, stdin io.Reader, opts BuildOptions) (quorum.Structure, *Instance, error) {
	source, err := Open(ctx, text, stdin)
	if err != nil {
		return nil, nil, err
	}
	s, err := source.Build(ctx, opts)
	if err != nil {
		return nil, source.Instance, err
	}
	return s, source.Instance, nil
}

// Build returns what a spec names as far as it is known: its quorums in a list where they are not
// too many, and the formulas that it has. Every figure of package measure can be asked of it.
// Nothing is read from standard input. Errors are those of Open and, but for too many quorums, of
// Source.Build.
func Build(ctx context.Context, spec string) (quorum.Known, error) {
	source, err := Open(ctx, spec, strings.NewReader(""))
	if err != nil {
		return quorum.Known{}, err
	}
	listed, err := source.Build(ctx, BuildOptions{})
	var many *TooManyError
	var long *quorum.LimitError
	if err != nil && !errors.As(err, &many) && !errors.As(err, &long) && !errors.As(err, new(*memory.Error)) {
		return quorum.Known{}, err
	}
	known := source.Known(listed, err)
	if listed == nil {
		known.Sizes, _ = source.Sizes(ctx) // what cannot be counted stays unknown
	}
	return known, nil
}

// Known returns what is known of the source once its quorums are listed, or with the reason why
// they are not, without the sizes.
func (s *Source) Known(listed quorum.Structure, err error) quorum.Known {
	k := quorum.Known{Kind: s.Kind, Name: s.Name, Nodes: s.N, Names: s.Names, Roles: s.Roles, Formulas: s.Formulas, Structure: listed}
	if s.Instance != nil {
		k.Proved = s.Instance.Proved()
	}
	if err != nil {
		k.Unlisted, k.Structure = err.Error(), nil
	} else {
		k.Names = listed.Names()
	}
	return k
}

// Sizes are what a family knows of an instance without a list. Some count them, which takes time.
func (s *Source) Sizes(ctx context.Context) (quorum.Sizes, error) {
	if s.Instance == nil {
		return quorum.Sizes{}, nil
	}
	shape, err := s.Instance.Shape(ctx)
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

// Source is what a spec names, before its quorums are listed: there may be too many of them.
type Source struct {
	Kind  quorum.Kind
	Name  string   // the canonical spec, or what the file calls the system
	N     int      // number of nodes
	Names []string // of the nodes; nil if there are none, or if a family takes them from a file that it nests
	Roles quorum.Roles

	// Instance is the family with its parameters; nil unless the spec names one.
	Instance *Instance

	// Formulas says of each cartel (of an ordinary system: of its quorums) on which node sets it
	// holds; nil where the system has no formulas that are known.
	Formulas []quorum.Formula

	// Note says what was taken for granted of a file; empty if nothing was.
	Note string

	list *Instance        // what Build builds
	read quorum.Structure // what a file listed; nil where list is not
}

// Build lists the system, as Instance.Build does; what a file lists is returned as it is. For too
// many quorums the error is a *TooManyError, or a *quorum.LimitError if the formula has a node
// twice and a list on the way to its quorums is too long.
func (s *Source) Build(ctx context.Context, opts BuildOptions) (quorum.Structure, error) {
	if s.read != nil {
		return s.read, nil
	}
	return s.list.buildNamed(ctx, s.Name, opts)
}

// Open finds what text names, in this order: "-" reads standard input; "@PATH" reads the file PATH;
// a text that begins with { holds the quorums themselves, or all that a file holds; "expr:..." is a
// monotone expression, whose minimal sets are cartel 1, the reads, and whose dual is cartel 2, the
// writes; FAMILY[:KEY=VALUE,...] and aliases are parsed; a text that ends in .json or holds a path
// separator reads the file of that name. Files hold what quorum.ReadInput reads, or a list of
// quorums as text or CSV (see the documentation of the package). Of families, expressions and
// quorum sets nothing is listed.
//
// Errors are those of Parse, of quorum.ReadInput and of lists (within a *SourceError), a
// *SyntaxError for {, an *ExprError for expr:, the cause of ctx if it has ended, and an
// *fs.PathError where a file cannot be read; within a *SourceError, a *files.TooLargeError for more
// than files.MostRead bytes, a *files.BinaryError for what does not begin like a text, or a
// *memory.Error. It panics if text is "-" and stdin is nil.
func Open(ctx context.Context, text string, stdin io.Reader) (*Source, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	path, isFile := filePath(text)
	expression, isExpr := strings.CutPrefix(text, exprPrefix)
	switch {
	case text == "-":
		in, err := readFrom(ctx, "standard input", stdin)
		return sourceOfInput("standard input", in, err)
	case strings.HasPrefix(text, "{"):
		if listing.IsObject([]byte(text), false) {
			in, err := understood("the spec", []byte(text))
			return sourceOfInput("the spec", in, err)
		}
		s, err := readList(text)
		if err != nil {
			return nil, err
		}
		return sourceOfInput("", quorum.InputOf(s), nil)
	case isExpr:
		i, err := exprInstance(expression)
		if err != nil {
			return nil, err
		}
		return sourceOf(i), nil
	case isFile:
		in, err := readFile(ctx, path)
		return sourceOfInput("@"+path, in, err)
	}
	i, err := Parse(ctx, text)
	if err != nil {
		return nil, err
	}
	s := sourceOf(i)
	s.Instance = i
	return s, nil
}

// SourceOf returns a structure that is listed as the source of itself.
func SourceOf(s quorum.Structure) *Source {
	return &Source{Kind: s.Kind(), Name: s.Name(), N: s.N(), Names: s.Names(), read: s}
}

func sourceOf(i *Instance) *Source {
	return &Source{Kind: i.Kind(), Name: i.Spec(), N: i.N(), Names: slices.Clone(i.plan.names), Roles: i.Roles(), Formulas: i.Formulas(), list: i}
}

// sourceOfInput takes what was read from a source that errors name so.
func sourceOfInput(from string, in *quorum.Input, err error) (*Source, error) {
	if err != nil {
		return nil, err
	}
	if f, names, ok := in.Formula(); ok {
		s := sourceOf(formulaInstance(from, quorum.KindSystem, []quorum.Formula{f}, names))
		s.Name = "" // a quorum set has none
		return s, nil
	}
	s, err := in.Structure(context.Background(), 0)
	if err != nil {
		return nil, err
	}
	return &Source{Kind: s.Kind(), Name: s.Name(), N: s.N(), Names: s.Names(), Roles: quorum.RolesOf(s), Note: in.Note(), read: s}, nil
}

// readList reads a spec {1,2},{2,3},...; the system has its canonical form for a name.
func readList(text string) (*quorum.System, error) {
	read, err := listing.Read([]byte(text))
	var wrong *listing.Error
	if errors.As(err, &wrong) {
		return nil, &SyntaxError{text, wrong.Offset, wrong.Reason, "quorums are sets of nodes, such as {1,2},{2,3},{1,3}, or of their names"}
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

// SourceError says where a file that could not be understood came from.
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

// understood reads what a source holds.
func understood(source string, data []byte) (*quorum.Input, error) {
	data = bytes.TrimPrefix(data, []byte(listing.ByteOrderMark))
	if listing.IsObject(data, true) || strings.HasSuffix(source, ".json") && !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
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
