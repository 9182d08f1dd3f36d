package findings

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/listing"
	"coterie/internal/words/show"
	"coterie/quorum"
)

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
	for _, p := range listing.Groups(s) {
		label := fmt.Sprintf("\n%s:", show.Count(p.Family.Len(), "quorum"))
		if p.Name != "" {
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
