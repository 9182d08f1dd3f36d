package main

import (
	"slices"
	"strings"
	"testing"

	"coterie/construct"
)

// gallery has three sizes of each family without a default system, that is, of families whose rows,
// votes or parts the user gives. It also has planes that are not the default for their n.
func gallery() map[string][]string {
	return map[string][]string{
		"fpp": {"fpp:order=3", "fpp:order=8", "fpp:order=13", "fpp:order=9,plane=hall", "fpp:order=9,plane=dual-hall", "fpp:order=9,plane=hughes",
			"fpp:order=16,plane=hall"},
		"cover":    {"cover:group=Q8,cover=0-1-2-4", "cover:group=Z7:Z3,cover=0-1-3-7-16", "cover:group=Z5:Z8,cover=0-1-5-11-14-24-25"},
		"weighted": {"weighted:votes=3-1-1-1", "weighted:votes=2-2-1-1-1-0,quota=5", "weighted:votes=9-7-5-3-1-1-1-1"},
		"gifford":  {"gifford:votes=1-1-1,read=1,write=3", "gifford:votes=2-1-1-1,read=2,write=4", "gifford:votes=3-2-2-1-1-1,read=5,write=6"},
		"wall":     {"wall:rows=1-2-3", "wall:rows=1-4-4", "wall:rows=2-2-3-5"},
		"sharing":  {"sharing:alpha=1-1", "sharing:alpha=1+2-2+3", "sharing:alpha=1+2-2+3,size=2"},
		"composition": {"composition:outer=(fpp:order=2),node=3,inner=(majority:n=3)",
			"composition:outer=(surficial:n=12,m=3),node=1,inner=(majority:n=5)",
			"composition:outer=(read-write-grid:rows=2,columns=2),node=4,inner=(gifford:votes=1-1-1,read=1,write=3)"},
		"hierarchical": {"hierarchical:outer=(majority:n=3),inner=(majority:n=3)", "hierarchical:outer=(grid:n=4),inner=(grid:n=9)",
			"hierarchical:outer=(billiard:q=3),inner=(billiard:q=5)"},
		"truncated": {"truncated:n=10,of=(fpp:order=3),mode=merge", "truncated:n=15,of=(majority:n=17)", "truncated:n=30,of=(surficial:n=48,m=3),mode=merge"},
		"rectangular-surficial": {"rectangular-surficial:sides=2-3", "rectangular-surficial:sides=2-3-4",
			"rectangular-surficial:sides=2-3-4-5,processes=50"},
		"design-surficial": {"design-surficial:design=projective,order=2,degree=2", "design-surficial:design=triples,m=9,degree=1",
			"design-surficial:design=affine,order=3,degree=2"},
		"lift": {"lift:m=2,of=(fpp:order=2)", "lift:m=3,of=(majority:n=5)", "lift:m=5,of=(triangle:rows=4)"},
	}
}

// TestEveryFamilyChecks: `coterie check` ends with status 0 for three sizes of each family. Group
// families have three groups if possible.
func TestEveryFamilyChecks(t *testing.T) {
	noRaces(t)
	t.Parallel()
	given := gallery()
	for _, f := range construct.Families() {
		specs := given[f.Name]
		delete(given, f.Name)
		for n := 4; n <= 100 && len(specs) < 3; n++ {
			for m := 3; m >= 2; m-- {
				if i, err := f.ForN(n, m); err == nil {
					specs = append(specs, i.Spec())
					break
				}
			}
		}
		if len(specs) < 3 {
			t.Errorf("%s: only %d sizes: %v", f.Name, len(specs), specs)
		}
		for _, spec := range specs {
			out, _ := ran(t, exitDone, "check", spec)
			if !strings.HasPrefix(spec, f.Name) || !strings.Contains(out, spec+":") {
				t.Errorf("check %s: another system was checked:\n%s", spec, out)
			}
		}
	}
	for name := range given {
		t.Errorf("there is no family %s", name)
	}
}

// TestCertificatesOfEveryFamily: the systems whose printed proofs are checked include every family,
// and expressions.
func TestCertificatesOfEveryFamily(t *testing.T) {
	specs := certificateSpecs()
	names := []string{"expr"}
	for _, f := range construct.Families() {
		names = append(names, f.Name)
	}
	for _, name := range names {
		if !slices.ContainsFunc(specs, func(spec string) bool { return strings.HasPrefix(spec, name+":") }) {
			t.Errorf("no system of %s", name)
		}
	}
}
