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
// Its methods judge the form of a value (a number, a list, a nested spec), and end the resolve
// function by a panic with a fault if it is wrong. The plan function of the family judges the
// range, since it serves the exported Go function as well.
type args struct {
	ctx    context.Context // of the parser, for judgements that take long
	family string
	values map[string]string
	depth  int // how many specs this one is nested in
}

// has reports whether the key was given.
func (a *args) has(key string) bool {
	_, ok := a.values[key]
	return ok
}

// fault is the value with which the methods of args panic and which resolved recovers: the first
// fault of the parameters.
type fault struct{ err error }

// resolved returns the plan of the parameters, or their first fault.
func (f Family) resolved(a *args) (p *plan, err error) {
	defer func() {
		switch wrong := recover().(type) {
		case nil:
		case fault:
			err = wrong.err
		default:
			panic(wrong)
		}
	}()
	return f.resolve(a)
}

// refuse says why the value of a key is wrong, and which values are legal.
func (a *args) refuse(key string, problem ParamProblem, legal string) {
	panic(fault{badParam(a.family, key, a.values[key], problem, legal)})
}

// orRefuse refuses the parameters if there is an error.
func orRefuse[T any](v T, err error) T {
	if err != nil {
		panic(fault{err})
	}
	return v
}

// int returns the value of a key as a whole number; 0 if the key was not given. Numbers beyond int
// are refused, and so is a text that is no number.
func (a *args) int(key string) int { return a.intOr(key, 0) }

// intOr is int with a value of its own for an absent key.
func (a *args) intOr(key string, otherwise int) int {
	if !a.has(key) {
		return otherwise
	}
	v, problem := parseInt(a.values[key])
	switch problem {
	case NotANumber:
		a.refuse(key, problem, "a whole number")
	case OutOfRange:
		a.refuse(key, problem, "a whole number of less than 64 bits")
	}
	return v
}

// within returns the value v of a key, which has to be in least..greatest.
func (a *args) within(key string, v, least, greatest int) int {
	return orRefuse(v, checkRange(a.family, key, v, least, greatest))
}

// nodes returns the value of the key n, a number of nodes in 1..quorum.MaxNodes.
func (a *args) nodes() int { return a.within("n", a.int("n"), 1, quorum.MaxNodes) }

// numberOrNodes returns the resolve function of a family with one parameter, a number, in whose
// place n may be given.
func numberOrNodes(key string, ofNumber, ofNodes func(int) (*plan, error)) func(*args) (*plan, error) {
	return func(a *args) (*plan, error) {
		if a.has("n") {
			return ofNodes(a.nodes())
		}
		return ofNumber(a.int(key))
	}
}

// node returns the value of a key as a node. The text counts from 1, as people do.
func (a *args) node(key string, otherwise quorum.Node) quorum.Node {
	if !a.has(key) {
		return otherwise
	}
	v := a.int(key)
	var node quorum.Node
	if node.UnmarshalJSON(strconv.AppendInt(nil, int64(v), 10)) != nil {
		panic(fault{outOfRange(a.family, key, v, "a node; nodes are numbered from 1")})
	}
	return node
}

// word returns the value of a key, which must be one of the legal words. If the key was not given,
// it is the first of these.
func (a *args) word(key string, legal ...string) string {
	if !a.has(key) {
		return legal[0]
	}
	if !slices.Contains(legal, a.values[key]) {
		a.refuse(key, OutOfRange, strings.Join(legal, " or "))
	}
	return a.values[key]
}

// require refuses parameters without a key that others call for.
func (a *args) require(key string) {
	if !a.has(key) {
		a.refuse(key, Missing, "")
	}
}

// list returns the whole numbers of a list a-b-c, none of them negative, in the order given.
func (a *args) list(key string) []int {
	var list []int
	for text := range strings.SplitSeq(a.values[key], "-") {
		v, problem := parseInt(text)
		switch problem {
		case NotANumber:
			a.refuse(key, problem, "whole numbers joined by -, such as 0-1-3")
		case OutOfRange:
			a.refuse(key, problem, "whole numbers joined by -, such as 0-1-3, each less than 2^63")
		}
		list = append(list, v)
	}
	return list
}

// maxDepth bounds the nesting of specs.
const maxDepth = 16

// spec returns the nested spec of a key, given in parentheses.
func (a *args) spec(key string) *Instance {
	list := a.specs(key)
	if len(list) > 1 {
		a.refuse(key, NotASpec, fmt.Sprintf("one spec in parentheses, not %d", len(list)))
	}
	return list[0]
}

// specs returns the nested specs of a key, each in parentheses, joined by |. Equal ones are the
// same instance.
func (a *args) specs(key string) []*Instance {
	var list []*Instance
	read, known := map[string]*Instance{}, map[string]*Instance{}
	for text := range splitOutside(a.values[key], '|') {
		i := read[text]
		if i == nil {
			i = orRefuse(a.nested(key, text))
			if same := known[i.Spec()]; same != nil {
				i = same
			}
			read[text], known[i.Spec()] = i, i
		}
		list = append(list, i)
	}
	return list
}

// nested returns the spec in the parentheses of text, one value of a key.
func (a *args) nested(key, text string) (*Instance, error) {
	inner, ok := strings.CutPrefix(text, "(")
	if ok {
		inner, ok = strings.CutSuffix(inner, ")")
	}
	if !ok {
		a.refuse(key, NotASpec, "a spec in parentheses, such as (fpp:order=4)")
	}
	if strings.HasPrefix(inner, "(") {
		a.refuse(key, NotASpec, "one pair of parentheses around each spec; where several are asked for, | stands between them, as in (majority:n=4)|(majority:n=3)")
	}
	if a.depth == maxDepth {
		return nil, illegal(a.family, key, text, "specs nested at most "+strconv.Itoa(maxDepth)+" deep")
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
	if wrong := (*quorum.FormatError)(nil); err != nil && (!errors.As(err, &wrong) || wrong.In == "") { // else it names the inner spec
		err = fmt.Errorf("%w, in %s=(...)", err, key)
	}
	return i, err
}

// parseInt reads a decimal number with an optional sign; the problem is 0, NotANumber, or
// OutOfRange for a number beyond int.
func parseInt(text string) (v int, problem ParamProblem) {
	digits := strings.TrimLeft(text, "+-")
	if digits == "" || len(text)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
		return 0, NotANumber
	}
	v, err := strconv.Atoi(text)
	if err != nil {
		return 0, OutOfRange
	}
	return v, 0
}

// checkRange returns a *ParamError unless least <= v <= greatest.
func checkRange(family, key string, v, least, greatest int) error {
	if v < least || v > greatest {
		return outOfRange(family, key, v, strconv.Itoa(least)+".."+strconv.Itoa(greatest))
	}
	return nil
}

// illegal returns the *ParamError of a value that legal does not describe.
func illegal(family, key, value, legal string) error {
	return badParam(family, key, value, OutOfRange, legal)
}

// outOfRange is illegal for a number.
func outOfRange(family, key string, v int, legal string) error {
	return illegal(family, key, strconv.Itoa(v), legal)
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
