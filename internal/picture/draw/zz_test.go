package draw

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/picture/canvas"
)

func TestZZ(t *testing.T) {
	var specs []string
	seen := map[string]bool{}
	for _, f := range construct.Families() {
		for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16, 21, 25, 31, 36, 49, 57, 63, 100, 121, 400, 1000, 3000, 20000, 200000} {
			for _, m := range []int{0, 2, 3, 5} {
				if f.Groups() != (m > 0) {
					continue
				}
				i, err := f.ForN(n, m)
				if err == nil && !seen[i.Spec()] {
					seen[i.Spec()] = true
					specs = append(specs, i.Spec())
				}
			}
		}
	}
	specs = append(specs, "tree:height=3,degree=3", "tree:height=40", "tree:height=1,degree=400", "wall:rows=1-2-3", "wall:rows=5-1-2", "billiard:q=151", "billiard:q=401", "grid:n=40000", "paths:d=2", "paths:d=9", "paths:d=60", "triangle-lattice:rows=3",
		"triangle-lattice:rows=12", "triangle-lattice:rows=200", "read-write-grid:rows=3,columns=4", "read-write-grid:rows=300,columns=4", "read-write-grid:rows=3,columns=400", "net:order=5,m=3", "affine:order=4", "design-surficial:design=projective,order=2,degree=3", "wheel:n=2000", "wheel:n=90", "expr:a*b+c*d", "{1,2},{2,3},{1,3}", "hierarchical:outer=(majority:n=3),inner=(grid:n=9)", "weighted:votes=3-2-1-1", "cyclic:n=13,cover=0-1-3-9")
	var out strings.Builder
	for _, spec := range specs {
		s, err := construct.Open(t.Context(), spec, strings.NewReader(""))
		if err != nil {
			fmt.Fprintln(&out, spec, err)
			continue
		}
		for _, listed := range []bool{false, true} {
			if listed {
				l, err := s.Build(t.Context(), 20000)
				if err != nil {
					continue
				}
				s.Structure = l
			}
			for _, o := range []Options{{}, {Sites: []int{0}}, {Sites: []int{1, 3}}, {Quorums: []int{0}}, {Quorums: []int{1, 2}}, {Quorums: []int{1, 0, 1}}, {Sites: []int{5, 4, 3, 2, 1, 0, 6, 7, 8}}} {
				var b bytes.Buffer
				p, err := Of(t.Context(), s, o)
				note := ""
				if err == nil {
					note = p.Note()
					err = p.Write(&b, canvas.SVG)
				}
				fmt.Fprintf(&out, "%s %v %v: %x %q %v\n", spec, listed, o, sha256.Sum256(b.Bytes()), note, err)
			}
		}
	}
	os.WriteFile(os.Getenv("ZZ"), []byte(out.String()), 0o666)
}
