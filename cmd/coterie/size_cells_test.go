//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// sized are systems of a family in the order of their size: one that is worth waiting for, one that
// is not, and the largest that the family accepts, or another one that is costly in its own way.
type sized struct {
	family string
	specs  []string
}

// elements returns all elements of a group of order n, which are its largest cover.
func elements(n int) string {
	var list []string
	for x := range n {
		list = append(list, fmt.Sprint(x))
	}
	return strings.Join(list, "-")
}

// largeSystems has an entry for every family. Words that begin with FILE name the files of
// largeFiles.
var largeSystems = []sized{
	{"fpp", []string{"fpp:order=64", "fpp:order=256", "fpp:order=4093", "fpp:order=81,plane=hall", "fpp:order=169,plane=hughes"}},
	{"degenerate-fpp", []string{"degenerate-fpp:n=3000", "degenerate-fpp:n=30000", "degenerate-fpp:n=262600"}},
	{"cover", []string{"cover:group=Z7:Z3,cover=0-1-3-7-16", "cover:group=Z1024,cover=" + elements(1024), "cover:group=D512,cover=" + elements(1024)}},
	{"cyclic", []string{"cyclic:order=128", "cyclic:order=512", "cyclic:order=4093", "cyclic:n=16777216,cover=0-1-3"}},
	{"grid", []string{"grid:n=2500", "grid:n=40000", "grid:n=1000000", "grid:n=16777216"}},
	{"billiard", []string{"billiard:q=101", "billiard:q=501", "billiard:q=5791"}},
	{"triangle", []string{"triangle:rows=9", "triangle:rows=100", "triangle:rows=5792"}},
	{"wall", []string{"wall:rows=3-4-5-6-7-8-9", "wall:rows=1-1000000", "wall:rows=" + strings.Repeat("3000-", 5000) + "3000"}},
	{"wheel", []string{"wheel:n=100000", "wheel:n=999999", "wheel:n=1000000", "wheel:n=16777216"}},
	{"tree", []string{"tree:height=4", "tree:height=10", "tree:height=23", "tree:height=1,degree=1000000"}},
	{"triangle-lattice", []string{"triangle-lattice:rows=8", "triangle-lattice:rows=60", "triangle-lattice:rows=5792"}},
	{"paths", []string{"paths:d=4", "paths:d=30", "paths:d=2895"}},
	{"weighted", []string{"weighted:votes=" + manyVotes(20), "weighted:votes=" + manyVotes(300), "weighted:votes=" + manyVotes(20000)}},
	{"majority", []string{"majority:n=21", "majority:n=200", "majority:n=20000"}},
	{"singleton", []string{"singleton:n=100000", "singleton:n=16777216"}},
	{"surficial", []string{"surficial:n=20000,m=2", "surficial:n=1000000,m=2", "surficial:n=16777216,m=2", "surficial:n=16776528,m=5793"}},
	{"rectangular-surficial", []string{"rectangular-surficial:sides=100-200-300", "rectangular-surficial:sides=4000-4000", "rectangular-surficial:sides=2000-2000-2000"}},
	{"affine", []string{"affine:order=64,m=65", "affine:order=256,m=257", "affine:order=1024,m=5", "affine:order=4096,m=5"}},
	{"net", []string{"net:side=100,m=3", "net:side=1000,m=3", "net:side=4096,m=3"}},
	{"design-surficial", []string{"design-surficial:design=projective,order=7,degree=8", "design-surficial:design=affine,order=16,degree=17", "design-surficial:design=triples,m=999,degree=9"}},
	{"lift", []string{"lift:m=2000,of=(fpp:order=4)", "lift:m=65536,of=(fpp:order=4)", "lift:m=65536,of=(singleton:n=16777216)"}},
	{"gifford", []string{"gifford:votes=" + manyVotes(20) + ",read=80,write=131", "gifford:votes=" + manyVotes(20000) + ",read=80000,write=130001"}},
	{"read-write-grid", []string{"read-write-grid:rows=5,columns=8", "read-write-grid:rows=200,columns=200", "read-write-grid:rows=4096,columns=4096"}},
	{"composition", []string{"composition:outer=(majority:n=9),node=1,inner=(majority:n=9)", "composition:outer=(grid:n=40000),node=1,inner=(fpp:order=64)", "composition:outer=(wheel:n=999999),node=1,inner=(wheel:n=999999)"}},
	{"hierarchical", []string{"hierarchical:outer=(majority:n=9),inner=(majority:n=9)", "hierarchical:outer=(majority:n=200),inner=(grid:n=100)", "hierarchical:outer=(grid:n=1600),inner=(singleton:n=10000)"}},
	{"truncated", []string{"truncated:n=3900,of=(fpp:order=64)", "truncated:n=39000,of=(grid:n=40000),mode=merge", "truncated:n=999998,of=(wheel:n=999999),mode=merge"}},
	{"sharing", []string{"sharing:alpha=1+2-2+3-3+4-4+5", "sharing:alpha=1+2-3+4-5+6-7+8-9+10-11+12,size=16", "sharing:alpha=1-1+2-1+3-1+4-1+5-1+6-1+7-1+8-1+9-1+10,size=16"}},
	{"", []string{"@FILE/cartels.json", "@FILE/singleton.json", "@FILE/pairs.txt", "@FILE/dense.txt", "@FILE/stellar.json"}},
}

// manyVotes returns votes from 1 to 19 for the given number of nodes.
func manyVotes(nodes int) string {
	votes := make([]string, nodes)
	for i := range votes {
		votes[i] = fmt.Sprint(1 + i*7%19)
	}
	return strings.Join(votes, "-")
}

// largeFiles writes the files of largeSystems.
func largeFiles(t *testing.T, folder string) {
	t.Helper()
	write := func(name, text string) {
		assert.OK(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	write("cartels.json", `{"format":"coterie/1","kind":"group-quorum-system","n":2,"cartels":[`+strings.Repeat("[[1,2]],", 99_999)+"[[1,2]]]}\n")
	write("singleton.json", `{"format":"coterie/1","kind":"quorum-system","n":16777216,"quorums":[[1],[1,16777216]]}`)
	var pairs, dense strings.Builder
	for i := 2; i <= 200_000; i++ {
		fmt.Fprintf(&pairs, "1 %d\n", i)
	}
	write("pairs.txt", pairs.String())
	for i := range 2000 { // random sets of half of 4000 nodes
		for v := range 4000 {
			if (v*v*31+i*i*17+v*i*7)%11 < 5 || v == 0 {
				fmt.Fprintf(&dense, "%d ", v+1)
			}
		}
		dense.WriteString("\n")
	}
	write("dense.txt", dense.String())
	inner := `{"threshold":6,"validators":["` // 12 organisations of 9 validators each
	var organisations []string
	for o := range 12 {
		var names []string
		for v := range 9 {
			names = append(names, fmt.Sprintf("o%dv%d", o, v))
		}
		organisations = append(organisations, inner+strings.Join(names, `","`)+`"]}`)
	}
	write("stellar.json", `{"threshold":8,"innerQuorumSets":[`+strings.Join(organisations, ",")+`]}`)
}

// repeatedNodes is an expression with repeated nodes whose dual explodes.
func repeatedNodes() string {
	var terms []string
	for i := range 40 {
		terms = append(terms, fmt.Sprintf("x%d*x%d*x%d", i%30, (i*7+3)%30, (i*11+5)%30))
	}
	return "expr:" + strings.Join(terms, " + ")
}

// everySize are the verbs that run on each of the systems, and largestSize those that run on the
// last one. SPEC and OUT stand for the system and for an output file.
var (
	everySize = []string{
		"build SPEC",
		"build SPEC --format json",
		"build SPEC --format csv",
		"check SPEC",
		"measure SPEC",
	}
	largestSize = []string{
		"build SPEC --sites --format json",
		"measure SPEC --proof",
		"measure SPEC --p 0.1 --node-p 0.1,1=0.2 --only availability",
		"measure SPEC --transversals",
		"measure SPEC --format json --only load,domination,degree",
		"draw SPEC -o OUT.svg",
		"draw SPEC --quorum 1 -o OUT.png",
		"extend SPEC",
		"extend SPEC --count --prefer load",
		"compare SPEC",
	}
)

// largeNumbers are the verbs that take numbers instead of a system.
var largeNumbers = []string{
	"compare --n 16777216", "compare --n 999999 --format json", "compare --n 1..2000", "compare --n 1000..2999 --m 3",
	"compare --n 16777000..16777216 --plot load -o OUT.svg", "compare --n 360360 --m 5", "compare --n 10000 --m 5793", "compare --n 40 --m 60000",
	"families --n 16777216", "families --n 999999999999", "families --n 16777216 --m 2", "families --n 16776528 --m 5793", "families --n 40 --m 9000000000000000000",
	"bounds --n 1000000000000", "bounds --n 1000000000000 --m 1000000000000", "bounds --n 9999991 --m 3", "bounds --n 999999999989",
	"enumerate --n 7 --format json", "enumerate --n 6 --format csv", "enumerate --n 8 --nondominated --classes", "enumerate --n 9 --nondominated --count",
	"enumerate --n 8 --count", "enumerate --n 8 --count --classes --all-used", "enumerate --n 12", "enumerate --n 12 --count", "enumerate --n 5 --group 100 --count",
	"enumerate --n 6 --group 100 --nondominated --count", "enumerate --n 5 --group 3", "enumerate --n 6 --group 4 --nondominated", "enumerate --n 5 --group 100 --count --classes",
	"search maekawa --n 10000", "search maekawa --n 10000 --method sat", "search maekawa --n 300 --method sat", "search maekawa --n 60 --method exhaustive",
	"search maekawa --n 500 --symmetry orbits", "search maekawa --n 997 --symmetry cyclic", "search maekawa --n 10000 --min-total --responsibility 200",
	"search maekawa --n 200 --min-total --responsibility 20 --unique", "search maekawa --n 10000 --size 101 --responsibility 5000", "search maekawa --n 1000 --exact",
	"search cover --n 100", "search cover --group Z257", "search cyclic --n 257", "search cyclic --n 257 --method sat", "search cyclic --n 10000", "search cyclic --n 16777216",
	"search plane --order 512", "search plane --order 300", "search plane --order 100 --method sat", "search plane --order 4093", "search plane --order 1000000007",
	"search mols --order 500 --count 499", "search mols --order 10 --count 9", "search mols --order 200 --count 3 --method sat", "search mols --order 16000 --count 2", "search mols --order 1000000 --count 1000000",
	"search group --n 2000 --m 100", "search group --n 2000 --m 100 --method sat", "search group --n 100 --m 20 --method exhaustive", "search group --n 2000 --m 50 --responsibility 3", "search group --n 500 --m 30 --degree 10",
	"search load --n 10000", "search load --n 12", "search load --n 10", "search load --n 1000 --method bounds",
}

// sizeCells returns the command lines of the table.
func sizeCells(t *testing.T, folder string) (lines [][]string) {
	t.Helper()
	largeFiles(t, folder)
	for _, s := range largeSystems {
		specs := slices.Clone(s.specs)
		if s.family == "" {
			specs = append(specs, repeatedNodes())
		}
		for i, spec := range specs {
			for _, line := range everySize {
				lines = append(lines, sizeCell(folder, len(lines), line, spec))
			}
			for _, line := range largestSize {
				if s.family == "" || i == len(specs)-1 {
					lines = append(lines, sizeCell(folder, len(lines), line, spec))
				}
			}
		}
	}
	for _, line := range largeNumbers {
		lines = append(lines, sizeCell(folder, len(lines), line, ""))
	}
	return lines
}

// sizeCell puts the system and the names of files into a command line.
func sizeCell(folder string, number int, line, spec string) (words []string) {
	for word := range strings.FieldsSeq(line) {
		switch {
		case word == "SPEC":
			word = strings.Replace(spec, "FILE", folder, 1)
		case strings.HasPrefix(word, "OUT"):
			word = filepath.Join(folder, fmt.Sprint(number)+strings.TrimPrefix(word, "OUT"))
		}
		words = append(words, word)
	}
	return words
}
