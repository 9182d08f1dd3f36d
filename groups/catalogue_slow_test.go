//go:build slow

package groups

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
)

// TestSlowCatalogue makes the whole catalogue again; with -update it writes the file.
func TestSlowCatalogue(t *testing.T) {
	golden.Compare(t, "catalogue.txt", catalogueOf(t, CatalogueOrder))
}

// TestSlowSmallGroups asks GAP, where it is installed, for the id of each group of the catalogue;
// with -update it writes the file.
func TestSlowSmallGroups(t *testing.T) {
	if _, err := exec.LookPath("gap"); err != nil {
		t.Skip("no gap")
	}
	var ask strings.Builder
	fmt.Fprintln(&ask, `LoadPackage("smallgrp");;`)
	for n := 1; n <= CatalogueOrder; n++ {
		if !Catalogued(n) {
			continue
		}
		all := assert.Got(All(n))(t)
		fmt.Fprintf(&ask, "Print(%d);\n", n)
		for _, g := range all {
			gens := []string{"()"}
			for _, a := range g.Generators() {
				images := make([]string, n)
				for x := range images {
					images[x] = fmt.Sprint(g.Mul(a, x) + 1)
				}
				gens = append(gens, "PermList(["+strings.Join(images, ",")+"])")
			}
			fmt.Fprintf(&ask, "Print(\" \", IdGroup(Group(%s))[2]);\n", strings.Join(gens, ","))
		}
		fmt.Fprintln(&ask, `Print("\n");`)
	}
	cmd := exec.Command("gap", "-q", "-x", "1000")
	cmd.Stdin = strings.NewReader(ask.String() + "QUIT;\n")
	out := assert.Got(cmd.Output())(t)
	golden.Compare(t, "smallgroups.txt", string(out))
}
