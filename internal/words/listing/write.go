package listing

import (
	"fmt"
	"io"
	"slices"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/quorum"
)

// Group is a family of a structure. Name is the name of its group in tables, and Label the name in
// texts for people. Both are empty in a system of one family.
type Group struct {
	Name, Label string
	Family      quorum.Family
}

// Groups returns the families of a structure.
func Groups(s quorum.Structure) []Group {
	switch s := s.(type) {
	case *quorum.System:
		return []Group{{Family: s.Family()}}
	case *quorum.KCoterie:
		return []Group{{Family: s.Family()}}
	case *quorum.GroupSystem:
		var list []Group
		for i := range s.Groups() {
			list = append(list, Group{Name: "cartel " + quorum.Index(i).String(), Label: s.Roles().Cartel(quorum.Index(i)), Family: s.Cartel(i)})
		}
		return list
	case *quorum.SharingStructure:
		var list []Group
		for _, gf := range s.Families() {
			name := "processes " + show.Join(gf.Group, " ", func(u int) string { return quorum.Index(u).String() })
			list = append(list, Group{Name: name, Label: name, Family: gf.Family})
		}
		return list
	}
	panic(fmt.Sprintf("listing: unknown structure %T", s))
}

// WriteCSV writes the families of a structure, a row for each quorum. It stops at the first error
// of out, even if that comes from an empty write.
func WriteCSV(out io.Writer, s quorum.Structure) error {
	w, err := table.NewCSVWriter(out,
		table.Texts("group", "", ""),
		table.Ints("quorum", "", ""),
		table.Ints("size", "nodes", ""),
		table.Texts("nodes", "", ""),
		table.Texts("sites", "", ""),
	)
	if err != nil {
		return err
	}
	names, cell := NodeNames(s.Names()), table.Text
	if names != nil {
		cell = table.Outside
	}
	sitesOf := func(int) []int32 { return nil }
	if system, ok := s.(*quorum.System); ok && system.HasSites() {
		sitesOf = sitesByQuorum(system)
	}
	var list []byte
	for _, g := range Groups(s) {
		for i, q := range g.Family.All() {
			group, sites := table.Cell{}, table.Cell{}
			if g.Name != "" {
				group = table.Text(g.Name)
			}
			if own := sitesOf(i); len(own) > 0 {
				list = list[:0]
				for part := range slices.Chunk(own, 1<<16) { // of the one quorum of millions of sites
					if _, err := out.Write(nil); err != nil {
						return err
					}
					if len(list) > 0 {
						list = append(list, ' ')
					}
					list = AppendNodes(list, part, names)
				}
				sites = cell(string(list))
			}
			list = AppendNodes(list[:0], q, names)
			if err := w.Write(group, table.Int(quorum.Index(i).Ordinal()), table.Int(len(q)), cell(string(list)), sites); err != nil {
				return err
			}
		}
	}
	return w.Flush()
}

// sitesByQuorum returns a function that lists the sites of a quorum, ascending.
func sitesByQuorum(s *quorum.System) func(i int) []int32 {
	sites := s.Sites()
	start := make([]int, s.Family().Len()+1)
	for _, q := range sites {
		start[q+1]++
	}
	for q := range s.Family().Len() {
		start[q+1] += start[q]
	}
	next, flat := slices.Clone(start), make([]int32, len(sites))
	for v, q := range sites {
		flat[next[q]] = int32(v)
		next[q]++
	}
	return func(i int) []int32 { return flat[start[i]:start[i+1]] }
}

// NodeNames returns the names of nodes for [AppendNodes], or nil if they are the numbers of the
// nodes. It goes through all names, so it is called once for a list.
func NodeNames(names []string) []string {
	for v, name := range names {
		if name != quorum.Node(v).String() {
			return names
		}
	}
	return nil
}

// AppendNodes appends the nodes in the form of CSV, with spaces between them. names come from
// [NodeNames]. A name is quoted if it would not be read as one name.
func AppendNodes[T int | int32](dst []byte, nodes []T, names []string) []byte {
	for i, v := range nodes {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if int(v) < len(names) {
			dst = append(dst, Name(names[v])...)
		} else {
			dst, _ = quorum.Node(v).AppendText(dst)
		}
	}
	return dst
}
