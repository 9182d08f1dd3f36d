package completion

import (
	"os"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
)

// words returns the candidates without their descriptions.
func words(list []string) []string {
	for i := range list {
		list[i], _, _ = strings.Cut(list[i], "\t")
	}
	return list
}

func TestSpecs(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"grid-of-mine.json", "grid.txt", ".hidden.json"} {
		assert.OK(t, os.WriteFile(path, nil, 0o666))
	}
	assert.OK(t, os.Mkdir("gr", 0o777))
	for text, want := range assert.Pairs(
		"gri", "grid: grid-of-mine.json",
		"gr", "grid: gr/ grid-of-mine.json",
		"@gri", "@grid-of-mine.json @grid.txt",
		"./gri", "./grid-of-mine.json ./grid.txt",
		"@.h", "@.hidden.json",
		"fan", "fano",
		"exp", "expr:",
		"expr:a", "",
		"{1,", "",
		"nothing", "",
		"fano:", "",
		"grid:", "grid:n=",
		"grid:n=", "",
		"grid:n=9,", "",
		"surficial:m=3,", "surficial:m=3,n= surficial:m=3,k=",
		"fpp:plane=h", "fpp:plane=hall fpp:plane=hughes",
		"lift:m=2,of=(fan", "lift:m=2,of=(fano",
		"lift:m=2,of=(@gri", "lift:m=2,of=(@grid-of-mine.json lift:m=2,of=(@grid.txt",
		"lift:of=(surficial:n=4,m=2),", "lift:of=(surficial:n=4,m=2),m=",
		"composition:outer=(fano),node=1,inner=(lift:of=(fan", "composition:outer=(fano),node=1,inner=(lift:of=(fano",
	) {
		assert.Equal(t, strings.Join(words(Specs(text)), " "), want, "%s", text)
	}
	if got := words(Specs("lift:of=")); !slices.Contains(got, "lift:of=(fpp:") {
		t.Errorf("%q", got)
	}
}

// TestEveryParameter: each family offers each of its parameters, and each word is one that it
// takes.
func TestEveryParameter(t *testing.T) {
	for _, f := range construct.Families() {
		offered := words(Specs(f.Name + ":"))
		for _, p := range f.Params {
			assert.True(t, slices.Contains(offered, f.Name+":"+p.Name+"="), "%s: %s is not offered", f.Name, p.Name)
			if p.Words != nil && len(Specs(f.Name+":"+p.Name+"=")) != len(p.Words) {
				t.Errorf("%s: %s: %q", f.Name, p.Name, Specs(f.Name+":"+p.Name+"="))
			}
		}
	}
}

func TestChoices(t *testing.T) {
	for usage, want := range assert.Pairs(
		"how the result is written: text, json or csv", "text json csv",
		"which extension: availability, quorums (the fewest) or load (the least)", "availability quorums load",
		"figures to find: load, degree, domination (default all)", "load degree domination",
		"only systems with an automorphism: cyclic or orbits", "cyclic orbits",
		"how to search: bounds (arguments and constructions alone)", "",
		"number of nodes", "",
		"crash probabilities of the nodes: one for each, or one for all and NODE=P for those that differ", "",
		"workers (default: one for each core)", "",
	) {
		assert.Equal(t, strings.Join(Choices(usage), " "), want, "%s", usage)
	}
}

func TestListed(t *testing.T) {
	values := []string{"load", "lift\twith remark", "degree"}
	for text, want := range assert.Pairs(
		"", "load lift degree", "l", "load lift", "load,", "load,lift load,degree", "lift,d", "lift,degree", "load,lift,degree,", "",
	) {
		assert.Equal(t, strings.Join(words(Listed(text, values)), " "), want, "%q", text)
	}
}
