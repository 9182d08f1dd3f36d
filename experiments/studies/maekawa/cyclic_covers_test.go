package maekawa

import (
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestCyclicCoversSmall(t *testing.T) {
	folder := studytest.Small(t, declareCyclicCovers, cyclicCoversParameters{Nodes: 43}, experiments.Decoded(verifyCyclicCovers))
	studytest.WantRows(t, folder, "cyclic-covers.csv",
		"13,4,4,0,1.1094,true,optimal,counting, K(K-1)+1 >= n,Singer's difference set of order 3",
		"20,6,5,1,1.34164,false,optimal,determinant argument, n = K(K-1) for K = 5,the marks of a ruler of length 12",
		"29,7,6,1,1.29987,false,optimal,excess graphs of cycles, n = K(K-1)-1 for K = 6: all 6 types refuted,",
		"43,8,7,1,1.21999,false,optimal,no projective plane of order 6 (by the theorem of Bruck and Ryser), n = K(K-1)+1 for K = 7,",
	)
}

// TestCyclicCoversCited: the published table agrees with ours except for the two rows that the
// findings name.
func TestCyclicCoversCited(t *testing.T) {
	assert.Slow(t, "takes seconds")
	folder := studytest.Declare(t, declareCyclicCovers, cyclicCoversParameters{Nodes: 101}, experiments.Decoded(verifyCyclicCovers))
	for i, line := range studytest.Lines(t, folder, "cyclic-covers.csv")[1:] {
		n, fields := i+1, strings.Split(line, ",")
		want := fields[1]
		switch n {
		case 93, 95:
			want = "12"
		case 101:
			want = ""
		}
		assert.Equal(t, fields[len(fields)-1], want, "n = %d: cited", n)
	}
	found := strings.Join(studytest.Lines(t, folder, "findings.csv"), "\n")
	for _, want := range []string{"OEIS A283297 has 12 for n = 93, where 11", "OEIS A283297 has 12 for n = 95, where 11"} {
		if strings.Count(found, "A283297") != 2 || !strings.Contains(found, want) {
			t.Errorf("%s: not in %s", want, found)
		}
	}
}

func TestCyclicCoversVerify(t *testing.T) {
	folder := studytest.Declare(t, declareCyclicCovers, cyclicCoversParameters{Nodes: 13}, experiments.Decoded(verifyCyclicCovers))
	data := studytest.Bytes(t, folder, cyclicCoversFile)
	verify := func(n int, file string) func([]byte) error {
		return func(data []byte) error {
			return experiments.Decoded(verifyCyclicCovers)(t.Context(), cyclicCoversParameters{Nodes: n}, file, data)
		}
	}
	refused := studytest.Damaged(t, verify(13, cyclicCoversFile), data, map[string]func(*coverList[cyclicCover]){
		"in place of 13":               func(l *coverList[cyclicCover]) { l.Covers[12].N = 12 },
		"4 residues, not 3":            func(l *coverList[cyclicCover]) { l.Covers[12].Size = 3 },
		"is no quotient or difference": func(l *coverList[cyclicCover]) { l.Covers[12].Residues = []int{0, 1, 3, 8} },
		"16 is no element":             func(l *coverList[cyclicCover]) { l.Covers[12].Residues[3] += 16 - l.Covers[12].Residues[3] },
		"twice in the cover": func(l *coverList[cyclicCover]) {
			l.Covers[12].Size = 5
			l.Covers[12].Residues = append(l.Covers[12].Residues, l.Covers[12].Residues[3])
		},
	})
	refused["no certificate"] = verify(13, "cover.json")(data)
	refused["13 covers for n = 1..14"] = verify(14, cyclicCoversFile)(data)
	for why, err := range refused {
		assert.Fails(t, err, why)
	}
}
