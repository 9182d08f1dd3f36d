package mutex

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestParseGroups(t *testing.T) {
	got, err := ParseGroups([]string{"1", "2|1", " 3 "}, 3)
	if err != nil || !slices.EqualFunc(got, [][]int32{{0}, {0, 1}, {2}}, slices.Equal) {
		t.Errorf("%v, %v", got, err)
	}
	for words, want := range map[string]string{
		"1,,2":  "is the number of no group",
		"1,x":   `"x" is the number of no group`,
		"1,4":   "process 2 has group 4, and groups are 1..3",
		"0":     "process 1 has group 0, and groups are 1..3",
		"1,2|2": "process 2 has group 2 twice",
	} {
		_, err := ParseGroups(strings.Split(words, ","), 3)
		assert.Fails(t, err, want, "%s", words)
	}
}

func FuzzParseGroups(f *testing.F) {
	f.Add("1,2,1", uint8(2))
	f.Add("1|2,1,2", uint8(2))
	f.Add("|,3", uint8(3))
	f.Fuzz(func(t *testing.T, text string, groups uint8) {
		list, err := ParseGroups(strings.Split(text, ","), int(groups))
		if err != nil {
			return
		}
		again, err := ParseGroups(formatGroups(list), int(groups))
		if err != nil || !slices.EqualFunc(list, again, slices.Equal) {
			t.Errorf("%q: %v, and again %v, %v", text, list, again, err)
		}
	})
}

// TestSiteQuorums: every site that lies in a quorum has one that contains it, and all have
// different ones where a matching says that they can.
func TestSiteQuorums(t *testing.T) {
	for _, spec := range []string{"fpp:order=2", "majority:n=5", "wheel:n=6", "singleton:n=3", "{1,2},{1,3}", "{1,2},{1,3},{1,4},{1,2,5}"} {
		built, err := construct.Build(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		s := built.Structure.(*quorum.System)
		own := assert.Got(SiteQuorums(t.Context(), s))(t)
		resp := s.Family().Responsibilities()
		seen := map[int32]bool{}
		for i, q := range own {
			seen[q] = true
			switch {
			case !s.HasSites() && resp[i] == 0 && q != -1:
				t.Errorf("%s: site %d lies in no quorum, and has %d", spec, i+1, q)
			case resp[i] > 0 && !s.HasSites() && !slices.Contains(s.Family().Quorum(int(q)), int32(i)):
				t.Errorf("%s: the quorum of site %d is without it", spec, i+1)
			}
		}
		_, err = s.WithAssignedSites(t.Context())
		if hall := errors.As(err, new(*quorum.HallError)); !hall && !s.HasSites() && len(seen) != len(own) {
			t.Errorf("%s: %v are not different", spec, own)
		}
		setup := assert.Got(NewSetup(s, s.N(), Options{}))(t)
		var all []int32
		for i := range own {
			all = append(all, int32(i))
		}
		_, err = setup.WithSites(t.Context(), s, all)
		if none := (*quorum.InputError)(nil); errors.As(err, &none) != slices.Contains(own, -1) {
			t.Errorf("%s: %v: %v", spec, own, err)
		}
	}
}

func TestAccepts(t *testing.T) {
	a := maekawaFixed()
	if a.Accepts(quorum.KindSystem) != nil {
		t.Error("maekawa-fixed refuses a quorum system")
	}
	assert.Fails(t, a.Accepts(quorum.KindGroupSystem), "maekawa-fixed runs over a quorum-system, and not over a group-quorum-system")
	for _, name := range AlgorithmsOver(quorum.KindGroupSystem) {
		if Find(name).Accepts(quorum.KindGroupSystem) != nil {
			t.Errorf("%s is named in vain", name)
		}
	}
}

// formatGroups is the inverse of ParseGroups.
func formatGroups(list [][]int32) []string {
	words := make([]string, len(list))
	for p, groups := range list {
		names := make([]string, len(groups))
		for i, g := range groups {
			names[i] = quorum.Index(g).String()
		}
		words[p] = strings.Join(names, "|")
	}
	return words
}
