package construct

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/quorum"
)

// args holds the parameters of one spec, as text, for the resolve function of its family. The
// keys are known to be parameters of the family, each given once, none in place of another that
// is given too, and no required one missing.
//
// Its methods judge the form of a value (a number, a list, a nested spec); the range is for
// the plan function of the family to judge, which serves the exported Go function as well.
type args struct {
	ctx    context.Context // of the parser, for what takes long to judge
	family string
	values map[string]string
	depth  int // how many specs this one is nested in
}

// has reports whether the key was given.
func (a *args) has(key string) bool {
	_, ok := a.values[key]
	return ok
}

// int returns the value of a key as a whole number. Numbers beyond int are a *ParamError as
// well as what is no number; if the key was not given, otherwise is returned.
func (a *args) int(key string, otherwise int) (int, error) {
	text, ok := a.values[key]
	if !ok {
		return otherwise, nil
	}
	return parseInt(a.family, key, text)
}

// nodes returns the value of the key n, a number of nodes in 1..quorum.MaxNodes.
func (a *args) nodes() (int, error) {
	n, err := a.int("n", 0)
	if err != nil {
		return 0, err
	}
	return n, checkRange(a.family, "n", n, 1, quorum.MaxNodes)
}

// numberOrNodes is the resolve function of a family with one number for a parameter, in whose place
// n may be given.
func numberOrNodes(key string, ofNumber, ofNodes func(int) (*plan, error)) func(*args) (*plan, error) {
	return func(a *args) (*plan, error) {
		if a.has("n") {
			n, err := a.nodes()
			if err != nil {
				return nil, err
			}
			return ofNodes(n)
		}
		v, err := a.int(key, 0)
		if err != nil {
			return nil, err
		}
		return ofNumber(v)
	}
}

// node returns the value of a key as a node: text that counts from 1, as people do.
func (a *args) node(key string, otherwise quorum.Node) (quorum.Node, error) {
	if !a.has(key) {
		return otherwise, nil
	}
	v, err := a.int(key, 0)
	if err != nil {
		return 0, err
	}
	var node quorum.Node
	if err := node.UnmarshalJSON(strconv.AppendInt(nil, int64(v), 10)); err != nil {
		return 0, outOfRange(a.family, key, v, "a node; nodes are numbered from 1")
	}
	return node, nil
}

// word returns the value of a key, which must be one of the legal words, the first of them if the
// key was not given.
func (a *args) word(key string, legal ...string) (string, error) {
	text, ok := a.values[key]
	switch {
	case !ok:
		return legal[0], nil
	case slices.Contains(legal, text):
		return text, nil
	}
	return "", &ParamError{Family: a.family, Key: key, Value: text, Problem: OutOfRange, Legal: strings.Join(legal, " or ")}
}

// require returns a *ParamError if the key was not given: for keys that others call for.
func (a *args) require(key string) error {
	if a.has(key) {
		return nil
	}
	return &ParamError{Family: a.family, Key: key, Problem: Missing}
}

// list returns the whole numbers of a list a-b-c, none of them negative, in the order given.
func (a *args) list(key string) ([]int, error) {
	var list []int
	for text := range strings.SplitSeq(a.values[key], "-") {
		v, err := parseInt(a.family, key, text)
		if err != nil {
			e := err.(*ParamError)
			e.Value, e.Legal = a.values[key], "whole numbers joined by -, such as 0-1-3"
			if e.Problem == OutOfRange {
				e.Legal += ", each less than 2^63"
			}
			return nil, e
		}
		list = append(list, v)
	}
	return list, nil
}

// maxDepth bounds the nesting of specs.
const maxDepth = 16

// spec returns the nested spec of a key, given in parentheses.
func (a *args) spec(key string) (*Instance, error) {
	list, err := a.specs(key)
	if err == nil && len(list) > 1 {
		err = &ParamError{Family: a.family, Key: key, Value: a.values[key], Problem: NotASpec, Legal: fmt.Sprintf("one spec in parentheses, not %d", len(list))}
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// specs returns the nested specs of a key, each in parentheses, joined by |. Equal ones are the
// same instance.
func (a *args) specs(key string) ([]*Instance, error) {
	var list []*Instance
	read, known := map[string]*Instance{}, map[string]*Instance{}
	for text := range splitOutside(a.values[key], '|') {
		i := read[text]
		if i == nil {
			var err error
			if i, err = a.nested(key, text); err != nil {
				return nil, err
			}
			if same := known[i.Spec()]; same != nil {
				i = same
			}
			read[text], known[i.Spec()] = i, i
		}
		list = append(list, i)
	}
	return list, nil
}

// nested returns the spec that text, one value of a key, has in its parentheses.
func (a *args) nested(key, text string) (*Instance, error) {
	inner, ok := strings.CutPrefix(text, "(")
	if ok {
		inner, ok = strings.CutSuffix(inner, ")")
	}
	if !ok {
		return nil, &ParamError{Family: a.family, Key: key, Value: a.values[key], Problem: NotASpec, Legal: "a spec in parentheses, such as (fpp:order=4)"}
	}
	if strings.HasPrefix(inner, "(") {
		return nil, &ParamError{Family: a.family, Key: key, Value: a.values[key], Problem: NotASpec, Legal: "one pair of parentheses around each spec; where several are asked for, | stands between them, as in (majority:n=4)|(majority:n=3)"}
	}
	if a.depth == maxDepth {
		return nil, &ParamError{Family: a.family, Key: key, Value: text, Problem: OutOfRange, Legal: "specs nested at most " + strconv.Itoa(maxDepth) + " deep"}
	}
	if path, ok := filePath(inner); ok {
		return fileInstance(a.ctx, path)
	}
	if expression, ok := strings.CutPrefix(inner, exprPrefix); ok {
		return exprInstance(expression)
	}
	if strings.HasPrefix(inner, "{") {
		return listInstance(inner)
	}
	i, err := parse(a.ctx, inner, a.depth+1)
	if wrong := (*SyntaxError)(nil); err != nil && !errors.As(err, &wrong) { // which has a column
		err = &NestedError{Key: key, Err: err}
	}
	return i, err
}

// parseInt reads a decimal number with an optional sign.
func parseInt(family, key, text string) (int, error) {
	digits := strings.TrimLeft(text, "+-")
	if digits == "" || len(text)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
		return 0, &ParamError{Family: family, Key: key, Value: text, Problem: NotANumber, Legal: "a whole number"}
	}
	v, err := strconv.Atoi(text)
	if err != nil {
		return 0, &ParamError{Family: family, Key: key, Value: text, Problem: OutOfRange, Legal: "a whole number of less than 64 bits"}
	}
	return v, nil
}

// checkRange returns a *ParamError unless least <= v <= greatest.
func checkRange(family, key string, v, least, greatest int) error {
	if v < least || v > greatest {
		return outOfRange(family, key, v, strconv.Itoa(least)+".."+strconv.Itoa(greatest))
	}
	return nil
}

// outOfRange returns the *ParamError of a number that is not one of those that legal describes.
func outOfRange(family, key string, v int, legal string) error {
	return &ParamError{Family: family, Key: key, Value: strconv.Itoa(v), Problem: OutOfRange, Legal: legal}
}

// intSetting is a setting whose value is a number.
func intSetting(key string, v int) setting { return setting{key, strconv.Itoa(v)} }

// listSetting is a setting whose value is a list.
func listSetting(key string, list []int) setting {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.Itoa(v)
	}
	return setting{key, strings.Join(words, "-")}
}

// specSetting is a setting whose value is a nested spec.
func specSetting(key string, i *Instance) setting { return setting{key, "(" + i.Spec() + ")"} }

// paramOf returns the declared parameter of that name.
func (f Family) paramOf(name string) (Param, bool) {
	i := slices.IndexFunc(f.Params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return Param{}, false
	}
	return f.Params[i], true
}
