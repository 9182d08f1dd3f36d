package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestMiyamotoNamesItsClaims: the restatement names every claim of that paper, and no other one.
func TestMiyamotoNamesItsClaims(t *testing.T) {
	page := assert.Got(os.ReadFile("miyamoto.md"))(t)
	claims := assert.Got(os.ReadFile("../results/claims/claims.csv"))(t)
	judged := map[string]bool{}
	for line := range strings.Lines(string(claims)) {
		if _, rest, _ := strings.Cut(line, ","); strings.HasPrefix(rest, "miyamoto-") {
			id, _, _ := strings.Cut(rest, ",")
			judged[id] = true
		}
	}
	if len(judged) < 15 {
		t.Fatalf("%d claims of the paper", len(judged))
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`(miyamoto-[a-z0-9-]+)`").FindAllStringSubmatch(string(page), -1) {
		named[m[1]] = true
		if !judged[m[1]] {
			t.Errorf("%s is no claim", m[1])
		}
	}
	for id := range judged {
		assert.True(t, named[id], "%s is not named", id)
	}
}
