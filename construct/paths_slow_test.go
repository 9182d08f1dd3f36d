//go:build slow

package construct

import "testing"

// TestSlowPathsOfFour lists the 577905 quorums of d = 4, and proves by the growth that Paths documents that d = 5 has more than MaxIncidences
// allow. Half a minute.
func TestSlowPathsOfFour(t *testing.T) {
	count, single := 0, 0
	corner := pathsEdges(4)
	for m := range newPathsBoard(4).minimalSets() {
		count++
		if corner(m) {
			single++
		}
	}
	if count != 577905 {
		t.Errorf("%d quorums", count)
	}
	if limit := MaxIncidences / 61; 25*single <= limit {
		t.Errorf("%d quorums alone at right and bottom: 25 times as many are not more than %d", single, limit)
	}
}
