package quorum

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"coterie/internal/words/show"
)

// Write writes s in the format that doc.go describes, ending in a newline. Read
// gives it back: the same quorums in the same order, sites and names.
func Write(w io.Writer, s Structure) error {
	b := &writer{Writer: bufio.NewWriterSize(w, 1<<16)}
	b.WriteString(`{"format":` + quote(Format) + `,"kind":` + quote(string(s.Kind())))
	if s.Name() != "" {
		b.WriteString(`,"name":` + quote(s.Name()))
	}
	if s.N() > 0 {
		fmt.Fprintf(b, `,"n":%d`, s.N())
	}
	switch s := s.(type) {
	case *System:
		b.WriteString(",\n \"quorums\":")
		b.family(s.family)
		if s.sites != nil {
			b.WriteString(",\n \"sites\":")
			b.ordinals(s.sites)
		}
	case *GroupSystem:
		if s.roles != nil {
			b.WriteString(`,"roles":`)
			b.texts(s.roles)
		}
		b.WriteString(",\n \"cartels\":[")
		for i, c := range s.cartels {
			if i > 0 {
				b.WriteString(",\n  ")
			}
			b.family(c)
		}
		b.WriteByte(']')
	case *KCoterie:
		fmt.Fprintf(b, ",\"k\":%d,\n \"quorums\":", s.k)
		b.family(s.family)
	case *SharingStructure:
		b.sharing(s)
	default:
		panic(fmt.Sprintf("quorum: Write: unknown structure %T", s))
	}
	if names := s.Names(); names != nil {
		b.WriteString(",\n \"names\":")
		b.texts(names)
	}
	b.WriteString("}\n")
	return b.Flush()
}

// writer drops intermediate errors: bufio keeps the first for Flush.
type writer struct {
	*bufio.Writer
	scratch []byte
}

func (b *writer) sharing(s *SharingStructure) {
	fmt.Fprintf(b, ",\"resources\":%d,\n \"alpha\":[", s.resources)
	for i, rs := range s.alpha {
		if i > 0 {
			b.WriteByte(',')
		}
		b.ordinals(rs)
	}
	b.WriteByte(']')
	for i, gf := range s.families {
		if i == 0 {
			b.WriteString(",\n \"families\":[{\"group\":")
		} else {
			b.WriteString(",\n  {\"group\":")
		}
		b.ordinals(gf.Group)
		b.WriteString(`,"quorums":`)
		b.family(gf.Family)
		b.WriteByte('}')
	}
	if len(s.families) > 0 {
		b.WriteByte(']')
	}
}

func (b *writer) family(f Family) {
	b.WriteByte('[')
	for i, q := range f.All() {
		if i > 0 && b.WriteByte(',') != nil {
			return // the writer failed, which Flush tells
		}
		writeOrdinals(b, q)
	}
	b.WriteByte(']')
}

func (b *writer) texts(list []string) {
	b.WriteByte('[')
	for i, s := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(s))
	}
	b.WriteByte(']')
}

func (b *writer) ordinals(list []int) { writeOrdinals(b, list) }

func writeOrdinals[T int | int32](b *writer, list []T) {
	b.WriteByte('[')
	for i, v := range list {
		if i > 0 && b.WriteByte(',') != nil {
			return
		}
		b.scratch, _ = Node(v).AppendText(b.scratch[:0])
		b.Write(b.scratch)
	}
	b.WriteByte(']')
}

func quote(s string) string {
	out, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return string(show.EscapeJSON(out))
}
