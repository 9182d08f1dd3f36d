package construct

import (
	"strings"

	"coterie/quorum"
)

// RolesOf returns the roles of the groups of the system of that name: reads and writes for a
// monotone expression, for the families that are made for them, and for what is composed of nothing
// else; nil for every other name, such as those of Joung's groups, two of which are as good as each
// other. A name is a spec, as systems carry it from their construction into files and out of them;
// nothing is built, and files that it names are not read.
func RolesOf(name string) quorum.Roles {
	if readsAndWrites(name, 0) {
		return quorum.ReadsAndWrites()
	}
	return nil
}

func readsAndWrites(spec string, depth int) bool {
	if strings.HasPrefix(spec, exprPrefix) {
		return true
	}
	name, rest, _ := strings.Cut(spec, ":")
	f, ok := Lookup(name)
	switch {
	case !ok || depth > maxDepth:
		return false
	case f.readWrite:
		return true
	case f.Kind != "": // the others have the kind of the systems that they are made from
		return false
	}
	a := &args{family: name, values: map[string]string{}}
	if a.fill(f, spec, rest) != nil {
		return false
	}
	parts := 0
	for _, value := range a.values {
		for _, inner := range nestedSpecs(value) {
			parts++
			if !readsAndWrites(inner, depth+1) {
				return false
			}
		}
	}
	return parts > 0
}

// nestedSpecs returns what stands in the outer parentheses of the value of a parameter.
func nestedSpecs(value string) []string {
	var list []string
	depth, from := 0, 0
	for i, c := range value {
		switch c {
		case '(':
			if depth++; depth == 1 {
				from = i + 1
			}
		case ')':
			if depth--; depth == 0 {
				list = append(list, value[from:i])
			}
		}
	}
	return list
}
