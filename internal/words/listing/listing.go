package listing

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/quorum"
)

// form describes the form of a list.
const form = `a list has a quorum on each line, such as 1,2 or a b, or quorums in braces; names of other characters than letters, digits, _ . - stand in double quotes`

// IsObject reports whether data is meant as a JSON object and not as a list. It begins with a brace
// and a key. If it begins with a brace and the rest does not decide, the result is orElse.
func IsObject(data []byte, orElse bool) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) == 0 || data[0] != '{' {
		return false
	}
	rest := bytes.TrimLeft(data[1:], " \t\r\n")
	if len(rest) == 0 || rest[0] == '}' && len(bytes.TrimSpace(rest)) == 1 {
		return orElse
	}
	if rest[0] != '"' {
		return false
	}
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			rest = bytes.TrimLeft(rest[i+1:], " \t\r\n")
			if len(rest) == 0 {
				return orElse
			}
			return rest[0] != ',' && rest[0] != '}' && rest[0] != '"'
		}
	}
	return orElse
}

// ByteOrderMark begins the text files of some programs.
const ByteOrderMark = "\ufeff"

// Read returns the system of a list, without a name. The error is a *quorum.FormatError.
func Read(data []byte) (quorum.Structure, error) {
	text := strings.TrimPrefix(string(data), ByteOrderMark)
	first, _, _ := strings.Cut(text, "\n")
	l := &list{nodes: &nodes{numbers: map[string]int{}}, site: map[int]int{}, last: map[int]int{}}
	if header := strings.Split(strings.TrimSuffix(first, "\r"), ","); isHeader(header) {
		return l.csv(text)
	}
	s, err := l.text(text)
	var at *problemAt
	if errors.As(err, &at) {
		before := text[:min(at.offset, len(text))]
		return nil, &quorum.FormatError{
			Line:    1 + strings.Count(before, "\n"),
			Column:  len(before) - (strings.LastIndexByte(before, '\n') + 1) + 1,
			Problem: at.problem,
			Advice:  form,
		}
	}
	return s, err
}

// list collects quorums.
type list struct {
	*nodes
	quorums [][]int
	cartel  []int // of each quorum, if there are groups
	groups  []string
	site    map[int]int // the quorum of each site
	last    map[int]int // the number of the last quorum that holds each node
}

// add appends a quorum. places are the offsets of its nodes in the text.
func (l *list) add(at int, quorum, places []int) error {
	if len(quorum) == 0 {
		return fail(at, "quorum %d is empty", len(l.quorums)+1)
	}
	for i, v := range quorum {
		if l.last[v] == len(l.quorums)+1 {
			return fail(places[i], "quorum %d holds node %s twice", len(l.quorums)+1, l.label(v))
		}
		l.last[v] = len(l.quorums) + 1
	}
	l.quorums = append(l.quorums, quorum)
	return nil
}

// assign gives sites the last quorum.
func (l *list) assign(sites, places []int) error {
	for i, v := range sites {
		if q, twice := l.site[v]; twice {
			return fail(places[i], "site %s has a quorum already, number %d", l.label(v), q+1)
		}
		l.site[v] = len(l.quorums) - 1
	}
	return nil
}

func (l *list) label(v int) string {
	if v < len(l.names) {
		return show.Value(l.names[v])
	}
	return quorum.Node(v).String()
}

func (l *list) text(text string) (quorum.Structure, error) {
	s := &scanner{text: text, nodes: l.nodes}
	without := -1 // the place of a quorum without a site
	for s.skip(true); s.at < len(text); s.skip(true) {
		from := s.at
		switch s.next() {
		case '#':
			s.comment()
		case '{':
			without = from
			if err := l.sets(s); err != nil {
				return nil, err
			}
		default:
			sited, err := l.line(s)
			if err != nil {
				return nil, err
			}
			if !sited {
				without = from
			}
		}
		if len(l.site) > 0 && without >= 0 {
			return nil, fail(without, "this line names no site, and others do")
		}
	}
	if len(l.quorums) == 0 {
		return nil, fail(0, "there is no quorum")
	}
	for v := range l.n {
		if _, ok := l.site[v]; !ok && len(l.site) > 0 {
			return nil, fail(len(text), "site %s has no quorum: either every node has a line that names it, or none", l.label(v))
		}
	}
	return l.structure()
}

func (s *scanner) comment() {
	if end := strings.IndexByte(s.text[s.at:], '\n'); end >= 0 {
		s.at += end
	} else {
		s.at = len(s.text)
	}
}

// sets reads the sets of a line.
func (l *list) sets(s *scanner) error {
	for {
		from := s.at
		quorum, places, err := s.set()
		if err == nil {
			err = l.add(from, quorum, places)
		}
		if err != nil {
			return err
		}
		s.skip(false)
		if s.next() == ',' {
			s.at++
			s.skip(false)
		}
		switch {
		case s.at == len(s.text) || s.next() == '\n' || s.next() == '#':
			return nil
		case s.next() != '{':
			return s.unexpected("a set in braces")
		}
	}
}

// line reads a quorum that is not in braces, or one with sites.
func (l *list) line(s *scanner) (sited bool, err error) {
	from := s.at
	quorum, places, err := s.list(":#\n", false)
	if err != nil || s.next() != ':' {
		if err == nil {
			err = l.add(from, quorum, places)
		}
		return false, err
	}
	sites, sitePlaces := quorum, places
	if len(sites) == 0 {
		return false, s.unexpected("a site")
	}
	s.at++
	s.skip(false)
	from = s.at
	if s.next() == '{' {
		if quorum, places, err = s.set(); err != nil {
			return false, err
		}
		s.skip(false)
	} else if quorum, places, err = s.list("#\n", false); err != nil {
		return false, err
	}
	if c := s.next(); c != 0 && c != '\n' && c != '#' {
		return false, s.unexpected("the end of the line")
	}
	if err := l.add(from, quorum, places); err != nil {
		return false, err
	}
	return true, l.assign(sites, sitePlaces)
}

// structure makes the system of the quorums that were read.
func (l *list) structure() (quorum.Structure, error) {
	builders := make([]*quorum.FamilyBuilder, max(1, len(l.groups)))
	for i := range builders {
		var err error
		if builders[i], err = quorum.NewFamilyBuilder(l.n); err != nil {
			return nil, err
		}
	}
	for i, q := range l.quorums {
		cartel := 0
		if l.groups != nil {
			cartel = l.cartel[i]
		}
		if err := builders[cartel].Add(q...); err != nil {
			return nil, err
		}
	}
	if l.groups != nil {
		families := make([]quorum.Family, len(builders))
		for i, b := range builders {
			families[i] = b.Family()
		}
		return quorum.NewGroupSystem("", families, l.names)
	}
	opts := quorum.SystemOptions{Names: l.names}
	if len(l.site) > 0 {
		opts.Sites = make([]int, l.n)
		for v, q := range l.site {
			opts.Sites[v] = q
		}
	}
	return quorum.NewSystem("", builders[0].Family(), opts)
}

// Label returns the list of a family in braces, as Read reads it: the result is the same family if
// its nodes have no names or are numbered in the order of their first occurrence, and the last one
// occurs.
func Label(f quorum.Family, names []string) string {
	var b strings.Builder
	for i, q := range f.All() {
		if i > 0 {
			b.WriteByte(',')
		}
		for k, v := range q {
			b.WriteByte("{,"[min(k, 1)])
			if int(v) < len(names) {
				b.WriteString(Name(names[v]))
			} else {
				b.WriteString(quorum.Node(v).String())
			}
		}
		b.WriteByte('}')
	}
	return b.String()
}

// columns are the columns of CSV.
var columns = []string{"group", "quorum", "size", "nodes", "sites"}

func isHeader(fields []string) bool {
	return len(fields) > 1 && slices.Contains(fields, "nodes") &&
		!slices.ContainsFunc(fields, func(f string) bool { return !slices.Contains(columns, f) })
}

func (l *list) csv(text string) (quorum.Structure, error) {
	t, err := table.ReadCSV(strings.NewReader(text))
	if at := (*table.CSVError)(nil); errors.As(err, &at) {
		return nil, flaw(at.Line, at.Column, at.Reason)
	}
	if err != nil {
		return nil, err
	}
	for i := range t.Len() {
		if column, err := l.row(t, i); err != nil {
			return nil, flaw(i+2, column, err.Error())
		}
	}
	if len(l.quorums) == 0 {
		return nil, flaw(1, "", "there is no quorum")
	}
	for v := range l.n {
		if _, ok := l.site[v]; !ok && len(l.site) > 0 {
			return nil, flaw(t.Len()+1, "sites", fmt.Sprintf("site %s has no quorum: either every node is in this column, or none", l.label(v)))
		}
	}
	return l.structure()
}

func flaw(line int, column, problem string) error {
	return &quorum.FormatError{Line: line, Field: column, Problem: problem, Advice: form}
}

// row reads a row of CSV. column is the column of the error.
func (l *list) row(t *table.Table, row int) (column string, err error) {
	cell := func(name string) string {
		if !slices.ContainsFunc(t.Columns(), func(c table.Column) bool { return c.Name == name }) {
			return ""
		}
		return t.At(row, name).String()
	}
	read := func(name string) (list, places []int, err error) {
		s := &scanner{text: cell(name), nodes: l.nodes}
		return s.list("", false)
	}
	quorum, places, err := read("nodes")
	if err == nil {
		err = l.add(0, quorum, places)
	}
	if err != nil {
		return "nodes", err
	}
	if size := cell("size"); size != "" && size != strconv.Itoa(len(quorum)) {
		return "size", fmt.Errorf("size %s, and there are %d nodes", show.Value(size), len(quorum))
	}
	group := cell("group")
	switch {
	case strings.HasPrefix(group, "processes "):
		return "group", errors.New("a sharing structure is not read from CSV, which does not hold its resources")
	case (group == "") != (l.groups == nil) && row > 0:
		return "group", errors.New("either every quorum is of a group, or none is")
	case group != "":
		i := slices.Index(l.groups, group)
		if i < 0 {
			i = len(l.groups)
			l.groups = append(l.groups, group)
		}
		l.cartel = append(l.cartel, i)
	}
	sites, places, err := read("sites")
	switch {
	case err != nil:
	case len(sites) > 0 && group != "":
		err = errors.New("a group quorum system has no site assignment")
	default:
		err = l.assign(sites, places)
	}
	return "sites", err
}
