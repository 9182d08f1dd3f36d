package construct

import (
	"errors"
	"fmt"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestReadWriteGridListsAllQuorums(t *testing.T) {
	for rows := 1; rows <= 12; rows++ {
		for columns := 1; rows*columns <= 12; columns++ {
			spec := fmt.Sprintf("read-write-grid:rows=%d,columns=%d", rows, columns)
			s := compareShape(t, parsed(t, spec)).(*quorum.GroupSystem)
			n := rows * columns
			column := make([]uint32, columns)
			for v := range n {
				column[v%columns] |= 1 << v
			}
			// covers says whether every column has a node in the set, whole whether one is in it.
			judge := func(set uint32) (covers, whole bool) {
				covers = true
				for _, c := range column {
					covers, whole = covers && set&c != 0, whole || set&c == c
				}
				return covers, whole
			}
			compareFamily(t, spec+" reads", s.Cartel(0), minimalWhere(t, n, func(set uint32) bool {
				covers, _ := judge(set)
				return covers
			}))
			compareFamily(t, spec+" writes", s.Cartel(1), minimalWhere(t, n, func(set uint32) bool {
				covers, whole := judge(set)
				return covers && whole
			}))
			if s.Cartel(0).Len() <= 100 && s.Cartel(1).Len() <= 200 {
				if reads, writes := mostDisjoint(s.Cartel(0)), mostDisjoint(s.Cartel(1)); reads != rows || writes != 1 {
					t.Errorf("%s: degrees %d and %d", spec, reads, writes)
				}
				compareDegree(t, spec)
			}
			wantVerdicts(t, s, map[quorum.Property]quorum.Truth{
				quorum.CrossIntersection: quorum.Holds, quorum.CartelMinimality: quorum.Holds, quorum.WritesMeet: quorum.Holds,
				quorum.EqualEffort: truth(rows == 1), quorum.EqualResponsibility: quorum.Holds,
			})
			assert.Equal(t, quorum.JudgeIntersection(t.Context(), s.Cartel(1), quorum.Options{}).Holds, quorum.Holds, "%s: writes do not meet", spec)
			assert.Equal(t, isGroupNondominated(t, s), (columns == 1), "%s: nondominated is not one column", spec)
		}
	}
}

// isGroupNondominated reports whether each of two cartels is the dual of the other.
func isGroupNondominated(t *testing.T, s *quorum.GroupSystem) bool {
	t.Helper()
	for i := range 2 {
		dual := assert.Got(s.Cartel(1-i).Dual(t.Context(), 200_000))(t)
		if !dual.Equal(s.Cartel(i).Minimized()) {
			return false
		}
	}
	return true
}

func TestReadWriteGridForN(t *testing.T) {
	f, _ := Lookup("read-write-grid")
	for n := 1; n <= 120; n++ {
		// The last columns <= rows with columns·rows = n is the most nearly square one.
		want := ""
		for columns := 1; columns*columns <= n; columns++ {
			if n%columns == 0 && (columns > 1 || n == 1) {
				want = fmt.Sprintf("read-write-grid:rows=%d,columns=%d", n/columns, columns)
			}
		}
		i, err := f.ForN(n, 2)
		if (err == nil) != (want != "") || err == nil && i.Spec() != want {
			t.Errorf("n = %d: %v, %v, want %q", n, i, err, want)
		}
		var none *NoSystemError
		if i, err := f.ForN(n, 3); i != nil || !errors.As(err, &none) || none.Below != 0 || none.Above != 0 {
			t.Errorf("n = %d, m = 3: %v, %v", n, i, err)
		}
	}
	for _, c := range []struct{ rows, columns int }{{0, 1}, {1, 0}, {-1, -1}, {quorum.MaxNodes + 1, 1}, {2, quorum.MaxNodes/2 + 1}, {1 << 40, 1 << 40}} {
		assert.Refusal[*ParamError](quorum.As[*quorum.GroupSystem](ReadWriteGrid(c.rows, c.columns)))(t, "%v", c)
	}
	assert.Equal(t, assert.As[*quorum.TooManyError](quorum.As[*quorum.GroupSystem](ReadWriteGrid(10, 10)))(t).Quorums.String(), "20000000000")
}
