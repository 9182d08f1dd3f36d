package construct

import (
	"strings"

	"coterie/quorum"
)

// RolesOf returns the roles of the groups of the system of that name: reads and writes for a
// monotone expression, for the families that are made for them, and for what is composed of them
// and ordinary systems; nil for every other name, such as those of Joung's groups, each of which is
// as good as the other. A name is a spec, as systems carry it from their construction into files
// and out of them; nothing is built, and files that it names are not read.
func RolesOf(name string) quorum.Roles {
	if use(name, 0) == readsAndWrites {
		return quorum.ReadsAndWrites()
	}
	return nil
}

// What a system is used for, as far as its name tells.
const (
	otherUse = iota // or not known
	mutualExclusion
	readsAndWrites
)

func use(spec string, depth int) int {
	if strings.HasPrefix(spec, exprPrefix) {
		return readsAndWrites
	}
	name, rest, _ := strings.Cut(spec, ":")
	f, ok := Lookup(name)
	switch {
	case !ok || depth > maxDepth:
		return otherUse
	case f.readWrite:
		return readsAndWrites
	case f.Kind == quorum.KindSystem:
		return mutualExclusion
	case f.Kind != "": // the others have the kind of the systems that they are made from
		return otherUse
	}
	a := &args{family: name, values: map[string]string{}}
	if a.fill(f, spec, rest) != nil {
		return otherUse
	}
	all := mutualExclusion // an ordinary system composed with reads and writes has their place in both
	for _, value := range a.values {
		for _, inner := range nestedSpecs(value) {
			switch use(inner, depth+1) {
			case otherUse:
				return otherUse
			case readsAndWrites:
				all = readsAndWrites
			}
		}
	}
	return all
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
