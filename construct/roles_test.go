package construct_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestRoles: systems that are made for reads and writes have these roles, also composed and nested
// from a file that has them, and no others have: above all, no name of a file gives roles. A built
// system carries the roles, and a file keeps them.
func TestRoles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, keys string) string {
		path := filepath.Join(dir, name)
		text := `{"format":"coterie/1","kind":"group-quorum-system","name":"expr:two teams","n":4` + keys + `,"cartels":[[[1,2],[3,4]],[[1,3],[1,4],[2,3],[2,4]]]}`
		assert.OK(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	teams, said := file("teams.json", ""), file("said.json", `,"roles":["reads","writes"]`)
	for spec, want := range map[string]bool{
		"expr:a*b + c*d":                     true,
		"gifford:votes=1-1-1,read=2,write=2": true,
		"flexible:n=4,elect=3,commit=2":      true,
		"read-write-grid:rows=3,columns=4":   true,
		"hierarchical:outer=(read-write-grid:rows=2,columns=2),inner=(expr:a*(b+c))":   true,
		"composition:outer=(expr:a+b),node=1,inner=(gifford:votes=1-1,read=1,write=2)": true,
		"truncated:n=3,of=(read-write-grid:rows=2,columns=2)":                          true,
		"truncated:n=3,of=(expr:a*b + c*d),mode=merge,onto=1":                          true,
		"composition:outer=(lift:m=2,of=(fpp:order=2)),node=1,inner=(expr:a+b)":        false,
		"hierarchical:outer=(majority:n=3),inner=(expr:a+b)":                           true,
		"hierarchical:outer=(majority:n=3),inner=(grid:n=4)":                           false,
		"hierarchical:outer=(@" + teams + "),inner=(expr:a+b)":                         false,
		"hierarchical:outer=(@" + said + "),inner=(expr:a+b)":                          true,
		"truncated:n=3,of=(@" + said + ")":                                             true,
		"surficial:n=4,m=2":                                                            false,
		"lift:m=2,of=(majority:n=3)":                                                   false,
		"net:side=3,m=2":                                                               false,
		"majority:n=3":                                                                 false,
		teams:                                                                          false,
		said:                                                                           true,
	} {
		known := assert.Got(construct.Build(t.Context(), spec))(t)
		var text bytes.Buffer
		assert.OK(t, quorum.Write(&text, known.Structure))
		written := strings.Contains(text.String(), `"roles":["reads","writes"]`)
		again := assert.Got(quorum.Read(&text))(t)
		if got := quorum.RolesOf(again) != nil; known.Roles != nil != want || got != want || written != want {
			t.Errorf("%s: roles %v, written %t, read %t, want %t", spec, known.Roles, written, got, want)
		}
	}
}
