package construct

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestNestedFiles: a spec in parentheses may be a file, by either of its forms; its canonical form
// is @PATH.
func TestNestedFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		assert.OK(t, os.WriteFile(name, []byte(text), 0o666))
	}
	write("star.json", `{"format":"coterie/1","kind":"quorum-system","n":4,"quorums":[[1,2],[1,3,4]],"sites":[1,1,2,2],"names":["a","b","c","d"]}`)
	write("groups.json", `{"format":"coterie/1","kind":"group-quorum-system","n":2,"cartels":[[[1]],[[1,2]]]}`)
	write("none.json", `{"format":"coterie/1","kind":"quorum-system","n":2,"quorums":[]}`)
	for _, of := range []string{"@star.json", "star.json", "./star.json"} {
		i := assert.Got(Parse(t.Context(), "lift:m=3,of=("+of+")"))(t)
		want := "lift:m=3,of=(@" + strings.TrimPrefix(of, "@") + ")"
		again, err := Parse(t.Context(), i.Spec())
		if err != nil || i.Spec() != want || again.Spec() != want {
			t.Errorf("%s: %s, and again %v, %v", of, i.Spec(), again, err)
		}
		shape, err := i.Shape(t.Context())
		if err != nil || shape.N != 4 || shape.Quorums.Int64() != 6 || shape.MinQuorum != 2 || shape.MaxQuorum != 3 ||
			shape.MinResponsibility.Int64() != 3 || shape.MaxResponsibility.Int64() != 6 || shape.Degree != 1 {
			t.Errorf("%+v, %v", shape, err)
		}
		s := assert.Got(i.Build(t.Context(), 0))(t)
		g := s.(*quorum.GroupSystem)
		if g.Groups() != 3 || g.Name() != want || g.Names()[3] != "d" || g.Cartel(2).Set(1).String() != "{1,3,4}" {
			t.Errorf("%v", g)
		}
	}
	for of, want := range map[string]string{
		"@groups.json":  "lift: of=(@groups.json): want the spec of an ordinary quorum system, not of a group-quorum-system",
		"none.json":     "none.json: it holds no quorum",
		".":             `there is no family ".", in of=(...)`,
		"@.":            ".: it is no regular file",
		"-":             `there is no family "-", in of=(...)`,
		"@":             "@: the path is missing",
		"@missing.json": "stat missing.json: no such file or directory",
	} {
		_, err := Parse(t.Context(), "lift:m=3,of=("+of+")")
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", of, err, want)
		}
	}
	assert.Is(t, assert.Err(Parse(t.Context(), "lift:m=3,of=(missing.json)")), fs.ErrNotExist)
}
