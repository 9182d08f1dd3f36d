package construct

import (
	"context"
	"iter"
	"strings"
)

// Parse returns the instance that a spec FAMILY[:KEY=VALUE,...] or an alias names. The parameters
// may come in any order, and alternative ones may be used; Spec gives the canonical form back.
// Nothing is built; a file that the spec nests is read.
//
// The error is a *quorum.FormatError (form), an *UnknownFamilyError, a *ParamError, or a
// *NoSystemError where the parameters are legal numbers for which the family has no system. All of
// these errors have a Hint. The error is the cause of ctx if ctx ends first: some parameters take
// long to judge.
func Parse(ctx context.Context, text string) (*Instance, error) { return parse(ctx, text, 0) }

func parse(ctx context.Context, text string, depth int) (*Instance, error) {
	name, rest, hasParams := strings.Cut(text, ":")
	if spec, ok := aliasOf(name); ok {
		if hasParams {
			return nil, noSpec(text, len(name), name+" is another name of "+spec+", and takes no parameters", "")
		}
		return parse(ctx, spec, depth)
	}
	f, ok := Lookup(name)
	if !ok {
		return nil, &UnknownFamilyError{Name: name}
	}
	a := &args{ctx: ctx, family: name, values: map[string]string{}, depth: depth}
	if hasParams {
		if err := a.fill(f, text, rest); err != nil {
			return nil, err
		}
	}
	if err := a.checkKeys(f); err != nil {
		return nil, err
	}
	p, err := f.resolved(a)
	if err != nil {
		return nil, err
	}
	return &Instance{f, p}, nil
}

// fill splits rest, the part of text after the family, into keys and values.
func (a *args) fill(f Family, text, rest string) error {
	from := len(text) - len(rest)
	for {
		field, err := firstField(text, from)
		if err != nil {
			return err
		}
		key, value, ok := strings.Cut(field, "=")
		switch {
		case field == "":
			return noSpec(text, from, "a parameter KEY=VALUE is missing", "the form is "+f.Usage())
		case strings.HasPrefix(field, "("):
			return noSpec(text, from, "a parameter has the form KEY=VALUE; specs in one value are joined by |, as in inner=(SPEC)|(SPEC)", a.withKeys(f, rest))
		case !ok || strings.ContainsRune(key, '('):
			return noSpec(text, from, "a parameter has the form KEY=VALUE", a.withKeys(f, rest))
		case a.has(key):
			return badParam(f.Name, key, "", Repeated, "")
		}
		if _, ok := f.paramOf(key); !ok {
			return badParam(f.Name, key, "", Unknown, f.keys())
		}
		if value == "" {
			return noSpec(text, from+len(field), "the value of "+key+" is missing", "the form is "+f.Usage())
		}
		a.values[key] = value
		from += len(field) + 1
		if from > len(text) {
			return nil
		}
	}
}

// firstField returns text[from:] up to the first comma outside parentheses.
func firstField(text string, from int) (string, error) {
	var open []int
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '(':
			open = append(open, i)
		case ')':
			if len(open) == 0 {
				return "", noSpec(text, i, "there is no ( for this )", "")
			}
			open = open[:len(open)-1]
		case ',':
			if len(open) == 0 {
				return text[from:i], nil
			}
		}
	}
	if len(open) > 0 {
		return "", noSpec(text, open[len(open)-1], "there is no ) for this (", "")
	}
	return text[from:], nil
}

// splitOutside yields the parts of a value between the separators outside parentheses, which are
// balanced.
func splitOutside(value string, separator byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		from, depth := 0, 0
		for i := range len(value) {
			switch value[i] {
			case '(':
				depth++
			case ')':
				depth--
			case separator:
				if depth == 0 {
					if !yield(value[from:i]) {
						return
					}
					from = i + 1
				}
			}
		}
		yield(value[from:])
	}
}

// checkKeys judges whether the right parameters are there.
func (a *args) checkKeys(f Family) error {
	replaced := map[string]bool{}
	for _, p := range f.Params {
		if p.InsteadOf == "" || !a.has(p.Name) {
			continue
		}
		replaced[p.InsteadOf] = true
		if a.has(p.InsteadOf) {
			return badParam(f.Name, p.Name, "", Clashing, p.InsteadOf)
		}
	}
	for _, p := range f.Params {
		if p.InsteadOf == "" && !p.Optional && !a.has(p.Name) && !replaced[p.Name] {
			return badParam(f.Name, p.Name, "", Missing, "")
		}
	}
	return nil
}

// keys lists the names of the parameters.
func (f Family) keys() string {
	names := make([]string, len(f.Params))
	for i, p := range f.Params {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}
