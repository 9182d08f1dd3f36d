package construct

import (
	"errors"
	"strings"
)

// withKeys suggests specs for settings some of which have no key. Settings without a key are taken
// for the required parameters, in their order; a single one is also taken for a parameter given in
// place of these. Where no suggestion makes a system, or where the spec is nested deep in others,
// it shows the form of the spec.
func (a *args) withKeys(f Family, rest string) string {
	form := "the form is " + f.Usage()
	if a.depth > 2 || len(rest) > 200 {
		return form
	}
	fields, given := []string{}, map[string]bool{}
	for from := 0; from <= len(rest); {
		field, err := firstField(rest, from)
		if err != nil {
			return form
		}
		if key, _, ok := strings.Cut(field, "="); ok && !strings.ContainsRune(key, '(') {
			given[key] = true
		}
		fields = append(fields, field)
		from += len(field) + 1
	}
	var meant []string
	for _, instead := range []bool{false, true} {
		var keys []string
		for _, p := range f.Params {
			if !p.Optional && (p.InsteadOf != "") == instead && !given[p.Name] {
				keys = append(keys, p.Name)
			}
		}
		spec, bare := make([]string, len(fields)), false
		for i, field := range fields {
			spec[i] = field
			if key, _, ok := strings.Cut(field, "="); ok && !strings.ContainsRune(key, '(') {
				continue
			}
			if bare = len(keys) == 0; bare {
				break
			}
			spec[i], keys = keys[0]+"="+field, keys[1:]
		}
		if bare {
			continue
		}
		text := f.Name + ":" + strings.Join(spec, ",")
		var none *NoSystemError
		if _, err := parse(a.ctx, text, a.depth); err == nil || !instead && errors.As(err, &none) {
			meant = append(meant, text)
		}
	}
	if len(meant) == 0 {
		return form
	}
	return strings.Join(meant, " or ")
}
