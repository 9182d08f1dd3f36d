package listing

import (
	"fmt"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// shown formats a system in one line: n, names, quorums, sites.
func shown(s quorum.Structure) string {
	text := fmt.Sprintf("n=%d", s.N())
	if s.Names() != nil {
		text += " names=" + strings.Join(s.Names(), "|")
	}
	switch s := s.(type) {
	case *quorum.System:
		text += " " + Label(s.Family(), nil)
		if s.HasSites() {
			text += fmt.Sprint(" sites=", s.Sites())
		}
	case *quorum.GroupSystem:
		for i := range s.Groups() {
			text += " " + Label(s.Cartel(i), nil)
		}
	}
	return text
}

func TestRead(t *testing.T) {
	for text, want := range assert.Pairs(
		"1,2\n2,3\n1,3\n", "n=3 {1,2},{2,3},{1,3}",
		"1,2\r\n2,3\r\n\r\n1,3", "n=3 {1,2},{2,3},{1,3}",
		ByteOrderMark+"2 1\n\t3 , 2 # c", "n=3 {1,2},{2,3}",
		"{1,2},{2,3},{1,3}", "n=3 {1,2},{2,3},{1,3}",
		"{1,2} {2,3}\n{1,3},\n", "n=3 {1,2},{2,3},{1,3}",
		"{1,\n 2} # so\n#{3}\n { 2 3 }", "n=3 {1,2},{2,3}",
		"{1,2},{1,2}", "n=2 {1,2},{1,2}",
		"a b\nb c", "n=3 names=a|b|c {1,2},{2,3}",
		"{b,a},{a,c}", "n=3 names=b|a|c {1,2},{2,3}",
		"zürich, 京都\n京都 \"a b\" \"3\"", "n=4 names=zürich|京都|a b|3 {1,2},{2,3,4}",
		"10.0.0.1 10.0.0.2", "n=2 names=10.0.0.1|10.0.0.2 {1,2}",
		"1: 1,2\n2: 2,3\n3: {1,3}", "n=3 {1,2},{2,3},{1,3} sites=[0 1 2]",
		"2 3: 1,2 # shared\n1:1 3", "n=3 {1,2},{1,3} sites=[1 0 0]",
		"a: a b\nb: a b\n", "n=2 names=a|b {1,2},{1,2} sites=[0 1]",
		"007 08", "n=8 {7,8}",
		"16777216", "n=16777216 {16777216}",

		"group,quorum,size,nodes,sites\n,1,2,1 2,\n,2,2,2 3,\n", "n=3 {1,2},{2,3}",
		"group,quorum,size,nodes,sites\r\n,1,2,1 2,1 3\r\n,2,2,2 3,2\r\n", "n=3 {1,2},{2,3} sites=[0 1 0]",
		"group,quorum,size,nodes\ncartel 1,1,1,1\ncartel 2,1,2,1 2", "n=2 {1} {1,2}",
		ByteOrderMark+"nodes,size\n\"a \"\"b c\"\"\",2\n", "n=2 names=a|b c {1,2}",
		"group,nodes\nreads,a b\nwrites,a\nreads,c\nwrites,\"b,c\"\n", "n=3 names=a|b|c {1,2},{3} {1},{2,3}",
	) {
		s, err := Read([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := shown(s); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range assert.Pairs(
		"", "line 1, column 1: there is no quorum",
		"# nothing\n", "line 1, column 1: there is no quorum",
		"{}", "line 1, column 1: quorum 1 is empty",
		"{1},{}", "line 1, column 5: quorum 2 is empty",
		"{1,2},{2,3", "line 1, column 7: there is no } for this {",
		"{1,2},{2,3}}", "line 1, column 12: '}' where a set in braces should come",
		"{1,2},,{3}", "line 1, column 7: ',' where a set in braces should come",
		"{1,2},3", "line 1, column 7: '3' where a set in braces should come",
		"{1,,2}", "line 1, column 4: ',' where a node should come",
		"{,1}", "line 1, column 2: a node is missing before this comma",
		"{1,}", "line 1, column 4: '}' where a node should come",
		"1,2\n1,\n", "line 2, column 3: the line ends where a node should come",
		"1,2,", "line 1, column 5: the text ends where a node should come",
		"{1,99999999999}", "line 1, column 4: node 99999999999 is not in 1..16777216",
		"{0,1}", "line 1, column 2: node 0 is not in 1..16777216",
		"{-1,1}", "line 1, column 2: '-' where a node should come",
		"1-3", "line 1, column 1: 1-3 is no node, and ranges are none either: name each node",
		"1 2 1", "line 1, column 5: quorum 1 holds node 1 twice",
		"a b\nb b", "line 2, column 3: quorum 2 holds node \"b\" twice",
		"1 2\n2 x", "line 2, column 3: the name \"x\" among numbers: nodes are all numbers or all names",
		"a b\nb 3", "line 2, column 3: the number 3 among names: nodes are all numbers or all names",
		"1;2", "line 1, column 2: ';' where a comma or a space should come",
		"[[1,2],[2,3]]", "line 1, column 1: '[' where a node should come",
		"\x7fELF\x02", "line 1, column 1: '\\x7f' where a node should come",
		"a\xff", "line 1, column 2: the byte 0xff, which is no text",
		"\x00", "line 1, column 1: '\\x00' where a node should come",
		`{"a,b}`, "line 1, column 2: a quoted name without an end, or with a character that Go's quotes do not allow",
		`{""}`, "line 1, column 2: an empty name",
		`{"\xff"}`, "line 1, column 2: a quoted name without an end, or with a character that Go's quotes do not allow",
		"1: 1,2\n2,3", "line 2, column 1: this line names no site, and others do",
		"1,2\n1: 1,2", "line 1, column 1: this line names no site, and others do",
		"{1,2}\n1: 1,2", "line 1, column 1: this line names no site, and others do",
		"1: 1,2\n1: 2", "line 2, column 1: site 1 has a quorum already, number 1",
		"1: 1,2", "line 1, column 7: site 2 has no quorum: either every node has a line that names it, or none",
		"1: {1} 2", "line 1, column 8: '2' where the end of the line should come",
		"1:", "line 1, column 3: quorum 1 is empty",
		": 1", "line 1, column 1: ':' where a site should come",
		"1: 2: 3", "line 1, column 5: ':' where a comma or a space should come",
		"fpp:order=2: n = 7", "line 1, column 10: '=' where a comma or a space should come",

		"group,nodes\n", "line 1: there is no quorum",
		"size,nodes\n2,1 2\n3,1 2\n", "line 3, column size: size \"3\", and there are 2 nodes",
		"size,nodes\n,1 2\n,1 1\n", "line 3, column nodes: quorum 2 holds node 1 twice",
		"size,nodes\n,\n", "line 2, column nodes: quorum 1 is empty",
		"size,nodes\n1\n", "line 2: wrong number of fields",
		"group,nodes\na,1\n,2\n", "line 3, column group: either every quorum is of a group, or none is",
		"group,nodes,sites\na,1,1\n", "line 2, column sites: a group quorum system has no site assignment",
		"group,nodes\nprocesses 1 2,1\n", "line 2, column group: a sharing structure is not read from CSV, which does not hold its resources",
		"nodes,sites\n1 2,1\n", "line 2, column sites: site 2 has no quorum: either every node is in this column, or none",
		"nodes,sites\n1 2,1\n1 3,1\n", "line 3, column sites: site 1 has a quorum already, number 1",
		"group,nodes,load\n,1,2\n", "line 2, column 1: a node is missing before this comma", // not CSV, but text
	) {
		at := assert.ErrorAs[*quorum.FormatError](t, assert.Err(Read([]byte(text))), "%q", text)
		if at.Hint() == "" || at.Line < 1 {
			t.Errorf("%q: no place or no hint: %+v", text, at)
		}
		assert.Equal(t, at.Error(), want, "%q", text)
	}
}

func TestIsObject(t *testing.T) {
	for text, want := range assert.Pairs(
		`{"format":1}`, "yes", " \n{ \"a\" :", "yes", `{"a\"b":`, "yes", `{"a" 1`, "yes",
		`{"a","b"}`, "no", `{"a" "b"}`, "no", `{"a"}`, "no", `{1,2}`, "no", `{a:1}`, "no", `1`, "no", ``, "no", `[]`, "no",
		`{`, "unclear", `{}`, "unclear", `{ "a`, "unclear", `{"a"`, "unclear",
	) {
		yes, no := IsObject([]byte(text), true), IsObject([]byte(text), false)
		got := map[[2]bool]string{{true, true}: "yes", {false, false}: "no", {true, false}: "unclear"}[[2]bool{yes, no}]
		assert.Equal(t, got, want, "%s", text)
	}
}

func TestName(t *testing.T) {
	for name, want := range assert.Pairs(
		"a", "a", "s1.b-c_d", "s1.b-c_d", "zürich", "zürich", "3", `"3"`, "1-3", `"1-3"`, "-a", `"-a"`, "", `""`, "a b", `"a b"`,
		"f(x)", `"f\x28x\x29"`, "3a", "3a", "10.0.0.1", "10.0.0.1",
	) {
		assert.Equal(t, Name(name), want, "%q", name)
	}
}

// FuzzRead: no text causes a panic, an error has a place, and a system that was read is printed and
// read back unchanged.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"1,2\n2,3\n1,3\n", "{1,2},{2,3},{1,3}", "{b,a},{a,c} # x\n", "1: 1,2\n2: 2,1", "a: \"a\" b\nb: {b}", "\ufeff1 2\r\n",
		"group,quorum,size,nodes,sites\n,1,2,1 2,1 2\n", "group,nodes\nx,a b\ny,\"b,\"\"c d\"\"\"\n", "{\"(\",\"3\"}", "{1,\n2}", "1-3", "{16777217}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		IsObject(data, true)
		s, err := Read(data)
		if err != nil {
			if at := assert.ErrorAs[*quorum.FormatError](t, err, "%q", data); at.Line < 1 || at.Column > len(data)+1 || s != nil {
				t.Fatalf("%q: %v, %v", data, s, err)
			}
			return
		}
		for v, name := range s.Names() {
			if again, err := Read([]byte("{" + Name(name) + "}")); err != nil || again.Names()[0] != name {
				t.Fatalf("name %v, %q, as %s: %v", v, name, Name(name), err)
			}
		}
		system, ordinary := s.(*quorum.System)
		if !ordinary || system.HasSites() {
			return
		}
		label := Label(system.Family(), s.Names())
		again, err := Read([]byte(label))
		if err != nil || shown(again) != shown(s) || strings.ContainsAny(label, "()\n") || IsObject([]byte(label), false) {
			t.Fatalf("%q: %s as %s: %v", data, shown(s), label, err)
		}
	})
}
