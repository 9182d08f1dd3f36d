package completion

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"coterie/construct"
)

// Specs returns the specs that begin with text, as far as the next choice: families, aliases and
// files; then parameter by parameter; within parentheses, those of the nested spec.
func Specs(text string) []string {
	if strings.HasPrefix(text, "expr:") || strings.HasPrefix(text, "{") {
		return nil
	}
	if path, ok := strings.CutPrefix(text, "@"); ok {
		return prefixed("@", files(path, ""))
	}
	if open := unclosed(text); open >= 0 {
		return prefixed(text[:open+1], Specs(text[open+1:]))
	}
	name, settings, hasSettings := strings.Cut(text, ":")
	if f, ok := construct.Lookup(name); ok && hasSettings && f.Name == name {
		return prefixed(name+":", parameters(f, settings))
	}
	var list []string
	for _, f := range construct.Families() {
		list = append(list, f.Name+":\t"+f.Summary)
	}
	for _, a := range construct.Aliases() {
		list = append(list, a.Name+"\t"+a.Summary)
	}
	list = append(list, "expr:\ta monotone expression, such as expr:a*b+c*d")
	list = beginning(text, list)
	if strings.ContainsRune(text, '/') || strings.ContainsRune(text, os.PathSeparator) {
		return append(list, files(text, "")...)
	}
	return append(list, files(text, ".json")...)
}

// parameters completes the settings of a family.
func parameters(f construct.Family, settings string) []string {
	from, depth := 0, 0
	given := map[string]bool{}
	for i := range len(settings) {
		switch settings[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				key, _, _ := strings.Cut(settings[from:i], "=")
				given[key] = true
				from = i + 1
			}
		}
	}
	before, last := settings[:from], settings[from:]
	key, _, hasValue := strings.Cut(last, "=")
	replaced := map[string]bool{}
	for _, p := range f.Params {
		if given[p.Name] {
			replaced[p.InsteadOf] = true
		}
	}
	var list []string
	for _, p := range f.Params {
		nested := strings.HasPrefix(p.Doc, "the spec of")
		switch {
		case hasValue && p.Name != key:
		case hasValue && nested:
			list = append(list, prefixed(key+"=(", Specs(""))...)
		case hasValue:
			for _, word := range p.Words {
				list = append(list, key+"="+word)
			}
		case given[p.Name] || given[p.InsteadOf] || replaced[p.Name]:
		default:
			list = append(list, p.Name+"=\t"+p.Doc)
		}
	}
	return prefixed(before, beginning(last, list))
}

// unclosed returns the place of the last parenthesis that is not closed; -1 if there is none.
func unclosed(text string) int {
	var open []int
	for i := range len(text) {
		switch {
		case text[i] == '(':
			open = append(open, i)
		case text[i] == ')' && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// beginning returns the candidates that begin with text.
func beginning(text string, list []string) []string {
	var kept []string
	for _, c := range list {
		if strings.HasPrefix(c, text) {
			kept = append(kept, c)
		}
	}
	return kept
}

func prefixed(prefix string, list []string) []string {
	for i := range list {
		list[i] = prefix + list[i]
	}
	return list
}

// files returns the folders, and the files with the ending, whose paths begin with text. Names that
// begin with a dot are returned only if text has the dot.
func files(text, ending string) []string {
	folder, base := filepath.Split(text)
	entries, err := os.ReadDir(filepath.Clean("./" + folder))
	if filepath.IsAbs(folder) {
		entries, err = os.ReadDir(folder)
	}
	if err != nil {
		return nil
	}
	var list []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) || strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".") {
			continue
		}
		switch {
		case e.IsDir():
			list = append(list, folder+name+"/")
		case strings.HasSuffix(name, ending):
			list = append(list, folder+name)
		}
	}
	return list
}

var (
	remark  = regexp.MustCompile(` ?\([^()]*\)`)
	choices = regexp.MustCompile(`: ((?:[a-z][a-z-]*, )+[a-z][a-z-]*(?: (?:or|and) [a-z][a-z-]*)?|[a-z][a-z-]* or [a-z][a-z-]*)$`)
)

// Choices returns the values that the usage of a flag lists at its end: "... : text, json or csv".
// Remarks in parentheses are left out.
func Choices(usage string) []string {
	found := choices.FindStringSubmatch(remark.ReplaceAllString(usage, ""))
	if found == nil {
		return nil
	}
	return strings.Split(strings.NewReplacer(" or ", ", ", " and ", ", ").Replace(found[1]), ", ")
}

// Listed completes the last of the values, which commas separate. It does not offer a value again.
func Listed(text string, values []string) []string {
	from := strings.LastIndexByte(text, ',') + 1
	given := strings.Split(text[:from], ",")
	var list []string
	for _, v := range beginning(text[from:], values) {
		word, _, _ := strings.Cut(v, "\t")
		used := false
		for _, g := range given {
			used = used || g == word
		}
		if !used {
			list = append(list, text[:from]+v)
		}
	}
	return list
}
