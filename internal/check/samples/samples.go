package samples

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Family holds the sample systems of one family, as canonical specs.
type Family struct {
	Name string
	// Small are listed at once, and a test can try all their sets of nodes. A family with optional
	// parameters has a sample with each and a sample without.
	Small []string
	// Middling are worth waiting for.
	Middling []string
	// Huge are not: they have too many quorums to list, to count or to judge. The last one is the
	// largest that the family accepts, or is costly in its own way. Each fits in one argument of a
	// command.
	Huge []string
}

// All returns the samples of every family, in the order of construct.Families.
func All() []Family {
	return []Family{
		{"fpp",
			[]string{
				"fpp:order=2", "fpp:order=3", "fpp:order=4", "fpp:order=5", "fpp:order=7",
				"fpp:order=8", "fpp:order=13", "fpp:order=9,plane=hall",
				"fpp:order=9,plane=dual-hall", "fpp:order=9,plane=hughes",
				"fpp:order=16,plane=hall",
			},
			[]string{"fpp:order=64"},
			[]string{
				"fpp:order=256", "fpp:order=361,plane=dual-hall", "fpp:order=4093",
				"fpp:order=169,plane=hughes",
			}},
		{"degenerate-fpp",
			[]string{
				"degenerate-fpp:n=9,seed=3", "degenerate-fpp:n=10", "degenerate-fpp:n=14",
				"degenerate-fpp:n=18",
			},
			[]string{"degenerate-fpp:n=3000"},
			[]string{"degenerate-fpp:n=30000", "degenerate-fpp:n=262600"}},
		{"cyclic",
			[]string{
				"cyclic:order=3", "cyclic:order=4", "cyclic:n=12,cover=0-1-3-7",
				"cyclic:n=13,cover=0-1-3-9",
			},
			[]string{"cyclic:order=128"},
			[]string{"cyclic:order=512", "cyclic:order=4093", "cyclic:n=16777216,cover=0-1-3"}},
		{"cover",
			[]string{
				"cover:group=Q8,cover=0-1-2-4", "cover:group=Z7:Z3,cover=0-1-3-7-16",
				"cover:group=Z5:Z8,cover=0-1-5-11-14-24-25",
			},
			[]string{"cover:group=Z1024,cover=" + Steps(1024, 1)},
			[]string{"cover:group=D512,cover=" + Steps(1024, 1)}},
		{"grid",
			[]string{"grid:n=4", "grid:n=7", "grid:n=9", "grid:n=14", "grid:n=49"},
			[]string{"grid:n=2500"},
			[]string{"grid:n=40000", "grid:n=1000000", "grid:n=16777216"}},
		{"billiard",
			[]string{"billiard:q=3", "billiard:q=5", "billiard:q=9", "billiard:q=21"},
			[]string{"billiard:q=101"},
			[]string{"billiard:q=501", "billiard:q=5791"}},
		{"triangle",
			[]string{"triangle:rows=3", "triangle:rows=4", "triangle:rows=6"},
			[]string{"triangle:rows=9"},
			[]string{"triangle:rows=100", "triangle:rows=5792"}},
		{"wall",
			[]string{
				"wall:rows=1-2-3", "wall:rows=1-4-4", "wall:rows=1-3-2-4", "wall:rows=2-2-3-5",
			},
			[]string{"wall:rows=3-4-5-6-7-8-9"},
			[]string{
				"wall:rows=1-999998", "wall:rows=1-1000000",
				"wall:rows=" + strings.Repeat("3000-", 5000) + "3000",
			}},
		{"wheel",
			[]string{"wheel:n=4", "wheel:n=5", "wheel:n=6"},
			[]string{"wheel:n=100000"},
			[]string{"wheel:n=999999", "wheel:n=1000000", "wheel:n=16777216"}},
		{"tree",
			[]string{"tree:height=1", "tree:height=2", "tree:height=3", "tree:height=2,degree=3"},
			[]string{"tree:height=4"},
			[]string{
				"tree:height=4,degree=4", "tree:height=10", "tree:height=23",
				"tree:height=1,degree=1000000",
			}},
		{"triangle-lattice",
			[]string{
				"triangle-lattice:rows=3", "triangle-lattice:rows=4", "triangle-lattice:rows=6",
			},
			[]string{"triangle-lattice:rows=8"},
			[]string{
				"triangle-lattice:rows=10", "triangle-lattice:rows=60",
				"triangle-lattice:rows=5792",
			}},
		{"paths",
			[]string{"paths:d=1", "paths:d=2"},
			[]string{"paths:d=3", "paths:d=4"},
			[]string{"paths:d=30", "paths:d=2895"}},
		{"weighted",
			[]string{
				"weighted:votes=3-1-1-1", "weighted:votes=2-2-1-1-1-0,quota=5",
				"weighted:votes=9-7-5-3-1-1-1-1",
			},
			[]string{"weighted:votes=" + votes(20)},
			[]string{
				"weighted:votes=" + Steps(20_000, 1), "weighted:votes=" + Steps(19_000, 100),
				"weighted:votes=" + votes(300), "weighted:votes=" + votes(20_000),
			}},
		{"majority",
			[]string{
				"majority:n=3", "majority:n=5", "majority:n=7", "majority:n=10", "majority:n=15",
			},
			[]string{"majority:n=21"},
			[]string{"majority:n=200", "majority:n=20000"}},
		{"singleton",
			[]string{"singleton:n=3", "singleton:n=4", "singleton:n=5,centre=2"},
			[]string{"singleton:n=100000"},
			[]string{"singleton:n=16777216"}},
		{"surficial",
			[]string{"surficial:n=4,m=2", "surficial:n=12,m=3", "surficial:n=54,m=4"},
			[]string{"surficial:n=20000,m=2"},
			[]string{
				"surficial:n=1000000,m=2", "surficial:n=16777216,m=2",
				"surficial:n=16776528,m=5793",
			}},
		{"rectangular-surficial",
			[]string{
				"rectangular-surficial:sides=2-3", "rectangular-surficial:sides=2-3-4",
				"rectangular-surficial:sides=2-3-4,processes=20",
				"rectangular-surficial:sides=2-3-4-5,processes=50",
			},
			[]string{"rectangular-surficial:sides=100-200-300"},
			[]string{
				"rectangular-surficial:sides=300-300-300,processes=1000",
				"rectangular-surficial:sides=4000-4000",
				"rectangular-surficial:sides=2000-2000-2000",
			}},
		{"affine",
			[]string{
				"affine:order=3,m=3", "affine:order=4,m=3", "affine:order=4,m=5",
				"affine:order=5,m=5",
			},
			[]string{"affine:order=64,m=65"},
			[]string{"affine:order=512,m=513", "affine:order=1024,m=5", "affine:order=4096,m=5"}},
		{"net",
			[]string{"net:side=3,m=2", "net:side=4,m=3", "net:side=6,m=3"},
			[]string{"net:side=100,m=3"},
			[]string{"net:side=1000,m=3", "net:side=4095,m=3", "net:side=4096,m=3"}},
		{"design-surficial",
			[]string{
				"design-surficial:design=projective,order=2,degree=2",
				"design-surficial:design=triples,m=3,degree=2",
				"design-surficial:design=triples,m=7,degree=2",
				"design-surficial:design=triples,m=9,degree=1",
				"design-surficial:design=affine,order=3,degree=2",
			},
			[]string{"design-surficial:design=projective,order=7,degree=8"},
			[]string{
				"design-surficial:design=affine,order=16,degree=17",
				"design-surficial:design=triples,m=9999,degree=1",
				"design-surficial:design=triples,m=999,degree=9",
			}},
		{"lift",
			[]string{
				"lift:m=2,of=(grid:n=4)", "lift:m=2,of=(fpp:order=2)", "lift:m=3,of=(majority:n=5)",
				"lift:m=3,of=(fpp:order=4)", "lift:m=5,of=(triangle:rows=4)",
			},
			[]string{"lift:m=2000,of=(fpp:order=4)"},
			[]string{
				"lift:m=2000,of=(fpp:order=31)", "lift:m=65536,of=(fpp:order=4)",
				"lift:m=2,of=(degenerate-fpp:n=200000)", "lift:m=65536,of=(singleton:n=16777216)",
			}},
		{"gifford",
			[]string{
				"gifford:votes=1-1-1,read=1,write=3", "gifford:votes=1-1-1,read=2,write=2",
				"gifford:votes=2-1-1-1,read=2,write=4", "gifford:votes=3-2-2-1-1-1,read=5,write=6",
			},
			[]string{"gifford:votes=" + votes(20) + ",read=80,write=131"},
			[]string{
				"gifford:votes=" + Steps(20_000, 100) + ",read=1000000,write=1000000",
				"gifford:votes=" + votes(20_000) + ",read=80000,write=130001",
			}},
		{"flexible",
			[]string{"flexible:n=6,elect=4,commit=3", "flexible:n=5,elect=5,commit=1", "flexible:n=5,elect=3,commit=4", "flexible:n=1,elect=1,commit=1"},
			[]string{"flexible:n=20,elect=18,commit=3"},
			[]string{"flexible:n=20000,elect=10001,commit=10000"}},
		{"read-write-grid",
			[]string{
				"read-write-grid:rows=2,columns=3", "read-write-grid:rows=3,columns=2",
				"read-write-grid:rows=3,columns=4",
			},
			[]string{"read-write-grid:rows=5,columns=8"},
			[]string{
				"read-write-grid:rows=200,columns=200", "read-write-grid:rows=4096,columns=4096",
			}},
		{"composition",
			[]string{
				"composition:outer=(fpp:order=2),node=3,inner=(majority:n=3)",
				"composition:outer=(grid:n=4),node=2,inner=(grid:n=4)",
				"composition:outer=(surficial:n=12,m=3),node=1,inner=(majority:n=5)",
				"composition:outer=(read-write-grid:rows=2,columns=2),node=4,inner=(gifford:votes=1-1-1,read=1,write=3)",
			},
			[]string{"composition:outer=(majority:n=9),node=1,inner=(majority:n=9)"},
			[]string{
				"composition:outer=(grid:n=40000),node=1,inner=(fpp:order=64)",
				"composition:outer=(wheel:n=900000),node=1,inner=(wheel:n=3)",
				"composition:outer=(wheel:n=999999),node=1,inner=(wheel:n=999999)",
			}},
		{"hierarchical",
			[]string{
				"hierarchical:outer=(majority:n=3),inner=(majority:n=3)",
				"hierarchical:outer=(majority:n=3),inner=(grid:n=9)",
				"hierarchical:outer=(grid:n=4),inner=(grid:n=9)",
				"hierarchical:outer=(billiard:q=3),inner=(billiard:q=5)",
			},
			[]string{"hierarchical:outer=(majority:n=9),inner=(majority:n=9)"},
			[]string{
				"hierarchical:outer=(majority:n=200),inner=(grid:n=100)",
				"hierarchical:outer=(wheel:n=4000),inner=(wheel:n=4000)",
				"hierarchical:outer=(grid:n=40000),inner=(majority:n=3)",
				"hierarchical:outer=(grid:n=1600),inner=(singleton:n=10000)",
			}},
		{"truncated",
			[]string{
				"truncated:n=10,of=(fpp:order=3),mode=merge",
				"truncated:n=10,of=(fpp:order=3),mode=merge,onto=2",
				"truncated:n=15,of=(fpp:order=4),mode=merge", "truncated:n=15,of=(majority:n=17)",
				"truncated:n=30,of=(surficial:n=48,m=3),mode=merge",
			},
			[]string{"truncated:n=3900,of=(fpp:order=64)"},
			[]string{
				"truncated:n=60000,of=(fpp:order=256)",
				"truncated:n=39000,of=(grid:n=40000),mode=merge",
				"truncated:n=999998,of=(wheel:n=999999),mode=merge",
			}},
		{"k-majority",
			[]string{"k-majority:n=4,k=2", "k-majority:n=5,k=2", "k-majority:n=9,k=3"},
			[]string{"k-majority:n=19,k=2"},
			[]string{"k-majority:n=1001,k=5", "k-majority:n=20000,k=3"}},
		{"k-singleton",
			[]string{"k-singleton:n=3,k=2", "k-singleton:n=4,k=4"},
			[]string{"k-singleton:n=100000,k=3"},
			[]string{"k-singleton:n=16777216,k=10000"}},
		{"disjoint",
			[]string{"disjoint:n=6,k=2", "disjoint:k=2,of=(fpp:order=2)|(majority:n=3)"},
			[]string{"disjoint:k=3,of=(grid:n=100)"},
			[]string{"disjoint:n=600,k=3", "disjoint:k=65536,of=(wheel:n=256)"}},
		{"product",
			[]string{
				"product:of=(k-majority:n=5,k=2)|(k-singleton:n=3,k=3)",
				"product:of=(majority:n=3)|(disjoint:n=6,k=2)",
			},
			[]string{"product:of=(k-majority:n=9,k=2)|(k-majority:n=9,k=3)"},
			[]string{
				"product:of=(k-majority:n=200,k=2)|(k-majority:n=300,k=4)",
				"product:of=(k-singleton:n=1000000,k=1000000)|(k-singleton:n=1000000,k=1000000)",
			}},
		{"uniform-arbiter",
			[]string{"uniform-arbiter:n=4,k=2", "uniform-arbiter:n=7,k=2", "uniform-arbiter:n=9,k=3"},
			[]string{"uniform-arbiter:n=22,k=3"},
			[]string{"uniform-arbiter:n=300,k=2", "uniform-arbiter:n=20000,k=4"}},
		{"cube-arbiter",
			[]string{"cube-arbiter:side=2,k=2", "cube-arbiter:side=3,k=2", "cube-arbiter:side=2,k=4"},
			[]string{"cube-arbiter:side=9,k=2"},
			[]string{"cube-arbiter:side=40,k=2", "cube-arbiter:side=256,k=2"}},
		{"sharing",
			[]string{"sharing:alpha=1-1", "sharing:alpha=1+2-2+3", "sharing:alpha=1+2-2+3,size=2", "sharing:alpha=1+2-2+3,per=resource", "sharing:alpha=1-1+2,size=2,per=resource"},
			[]string{"sharing:alpha=1+2-2+3-3+4-4+5", "sharing:alpha=1-2-3-1+2-1+3,size=3", "sharing:alpha=1-2-3-1+2-1+3,size=3,per=resource"},
			[]string{
				"sharing:alpha=1+2-3+4-5+6-7+8-9+10-11+12,size=16",
				"sharing:alpha=1-1+2-1+3-1+4-1+5-1+6-1+7-1+8-1+9-1+10,size=16",
			}},
		{"threshold",
			[]string{"threshold:n=5,b=1", "threshold:n=7,b=2,kind=dissemination", "threshold:n=10,b=2,kind=opaque", "threshold:n=9,b=0"},
			[]string{"threshold:n=22,b=5"},
			[]string{"threshold:n=1000,b=200,kind=opaque", "threshold:n=20000,b=4999"}},
		{"byzantine-grid",
			[]string{"byzantine-grid:side=3,b=1,kind=dissemination", "byzantine-grid:side=4,b=1", "byzantine-grid:side=5,b=0"},
			[]string{"byzantine-grid:side=8,b=2"},
			[]string{"byzantine-grid:side=40,b=13", "byzantine-grid:side=4096,b=1365"}},
		{"mgrid",
			[]string{"mgrid:side=3,b=1", "mgrid:side=4,b=1", "mgrid:side=5,b=2"},
			[]string{"mgrid:side=9,b=4"},
			[]string{"mgrid:side=30,b=14", "mgrid:side=4096,b=2047"}},
		{"rt",
			[]string{"rt:k=4,l=3,depth=1", "rt:k=3,l=2,depth=2", "rt:k=4,l=3,depth=2"},
			[]string{"rt:k=5,l=4,depth=2"},
			[]string{"rt:k=4,l=3,depth=4", "rt:k=1024,l=700,depth=2", "rt:k=3,l=2,depth=12"}},
		{"boostfpp",
			[]string{"boostfpp:order=2,b=1", "boostfpp:order=3,b=1"},
			[]string{"boostfpp:order=2,b=2"},
			[]string{"boostfpp:order=16,b=8", "boostfpp:order=1831,b=1"}},
		{"hyperplanes",
			[]string{"hyperplanes:d=3,q=2", "hyperplanes:d=3,q=3", "hyperplanes:d=4,q=2", "hyperplanes:d=2,q=4"},
			[]string{"hyperplanes:d=4,q=5"},
			[]string{"hyperplanes:d=3,q=13", "hyperplanes:d=2,q=101", "hyperplanes:d=19,q=2"}},
		{"paley",
			[]string{"paley:q=7", "paley:q=11", "paley:q=19", "paley:q=27"},
			[]string{"paley:q=503"},
			[]string{"paley:q=2187", "paley:q=1048571"}},
		{"twin",
			[]string{"twin:q=3", "twin:q=5", "twin:q=7"},
			[]string{"twin:q=23"},
			[]string{"twin:q=47", "twin:q=1019"}},
		{"menon",
			[]string{"menon:u=2", "menon:u=3", "menon:u=4"},
			[]string{"menon:u=8"},
			[]string{"menon:u=16", "menon:u=32"}},
		{"biplane",
			[]string{"biplane:k=3", "biplane:k=5", "biplane:k=6", "biplane:k=9"},
			[]string{"biplane:k=11"},
			[]string{"biplane:k=13"}}, // no larger one is known
	}
}

// Small returns the small systems of all families.
func Small() (specs []string) {
	for _, f := range All() {
		specs = append(specs, f.Small...)
	}
	return specs
}

// Forms returns a small system of each family for each set of parameters that its small systems
// have, those of their parts left out.
func Forms() (specs []string) {
	value := regexp.MustCompile(`=(\(.*?\)|[^,(]*)(,|$)`)
	seen := map[string]bool{}
	for _, spec := range Small() {
		if form := value.ReplaceAllString(spec, " "); !seen[form] {
			seen[form] = true
			specs = append(specs, spec)
		}
	}
	return specs
}

// Large returns the middling and the huge systems of the family.
func (f Family) Large() []string { return slices.Concat(f.Middling, f.Huge) }

// Steps returns the list 0-k-2k-... of the numbers below n.
func Steps(n, k int) string {
	var b strings.Builder
	for v := 0; v < n; v += k {
		fmt.Fprintf(&b, "-%d", v)
	}
	return b.String()[1:]
}

// votes returns votes from 1 to 19 for the given number of nodes.
func votes(nodes int) string {
	var b strings.Builder
	for i := range nodes {
		fmt.Fprintf(&b, "-%d", 1+i*7%19)
	}
	return b.String()[1:]
}
