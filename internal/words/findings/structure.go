package findings

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// Part is a family of a structure with what it is called.
type Part struct {
	Group  string // "" in a system of one family
	Label  string // the group in texts for people
	Family quorum.Family
}

// Parts returns the families of a structure.
func Parts(s quorum.Structure) []Part {
	switch s := s.(type) {
	case *quorum.System:
		return []Part{{Family: s.Family()}}
	case *quorum.KCoterie:
		return []Part{{Family: s.Family()}}
	case *quorum.GroupSystem:
		var list []Part
		for i := range s.Groups() {
			list = append(list, Part{"cartel " + quorum.Index(i).String(), s.Roles().Cartel(quorum.Index(i)), s.Cartel(i)})
		}
		return list
	case *quorum.SharingStructure:
		var list []Part
		for _, gf := range s.Families() {
			group := "processes " + show.Join(gf.Group, " ", func(u int) string { return quorum.Index(u).String() })
			list = append(list, Part{group, group, gf.Family})
		}
		return list
	}
	panic(fmt.Sprintf("unknown structure %T", s))
}

// WriteStructure writes a structure for reading, all its quorums included.
func WriteStructure(out io.Writer, name string, s quorum.Structure) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s: %s, n = %d", name, s.Kind(), s.N())
	if k, ok := s.(*quorum.KCoterie); ok {
		fmt.Fprintf(w, ", k = %d", k.K())
	}
	if names := s.Names(); names != nil {
		fmt.Fprintf(w, "\nnodes: %s", strings.Join(labels(names), ", "))
	}
	if sharing, ok := s.(*quorum.SharingStructure); ok {
		fmt.Fprintf(w, ", %s", show.Count(sharing.Resources(), "resource"))
		for u := range sharing.Processes() {
			fmt.Fprintf(w, "\nprocess %v: resources %v", quorum.Index(u), quorum.SetOf(sharing.Alpha(u)...))
		}
	}
	var line []byte
	for _, p := range Parts(s) {
		label := fmt.Sprintf("\n%s:", show.Count(p.Family.Len(), "quorum"))
		if p.Group != "" {
			label = fmt.Sprintf("\n%s, %s:", p.Label, show.Count(p.Family.Len(), "quorum"))
		}
		fmt.Fprint(w, label)
		for i := range p.Family.Len() {
			line = p.Family.AppendLabel(append(line[:0], "\n  "...), i, s.Names())
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
	}
	if system, ok := s.(*quorum.System); ok && system.HasSites() {
		fmt.Fprint(w, "\nsites:")
		for i, q := range system.Sites() {
			if _, err := fmt.Fprintf(w, "\n  S_%v = quorum %v", quorum.Node(i), quorum.Index(q)); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(w)
	return w.Flush()
}

func labels(names []string) []string {
	list := make([]string, len(names))
	for v := range list {
		list[v] = quorum.Node(v).Label(names)
	}
	return list
}
