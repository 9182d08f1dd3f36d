package typed

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// MixShares reads --mix for one system.
func MixShares(texts []string, s quorum.Known) ([]bounds.Fraction, error) {
	if s.Kind != quorum.KindGroupSystem {
		return Fractions("mix", texts)
	}
	return GroupShares(texts, len(s.Cartels()), s.Roles)
}

// GroupShares reads --mix: a share for each group in order, or GROUP=SHARE, where GROUP is the role
// or the number of a group. If one group is not named, it has the rest.
func GroupShares(texts []string, groups int, roles quorum.Roles) ([]bounds.Fraction, error) {
	if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, "=") }) {
		if sum, ok := hundredths(texts); ok {
			return nil, Hinted{fmt.Errorf("--mix %s: the shares sum to %d, not to 1", show.Brief(strings.Join(texts, ",")), sum), "want " + show.Brief(strings.Join(texts, "%,")+"%")}
		}
		return Fractions("mix", texts)
	}
	shares := make([]*bounds.Fraction, groups)
	rest := big.NewRat(1, 1)
	for _, text := range texts {
		name, value, ok := strings.Cut(strings.TrimSpace(text), "=")
		if !ok {
			return nil, Hinted{fmt.Errorf("--mix %s: shares have names, or none has", show.Brief(text)), mixHint(roles, groups)}
		}
		share, err := Fraction("mix", value)
		if err != nil {
			return nil, err
		}
		i := groupNamed(strings.TrimSpace(name), roles, groups)
		switch {
		case i < 0:
			return nil, Hinted{fmt.Errorf("--mix %s: there is no group %s", show.Brief(text), show.Value(name)), mixHint(roles, groups)}
		case shares[i] != nil:
			return nil, fmt.Errorf("--mix: %s has two shares", roles.Cartel(quorum.Index(i)))
		}
		shares[i] = &share
		rest.Sub(rest, share.Rat())
	}
	list := make([]bounds.Fraction, groups)
	open := 0
	for i, share := range shares {
		if share != nil {
			list[i] = *share
			continue
		}
		open++
		list[i] = bounds.NewFraction(rest)
	}
	if open > 1 || rest.Sign() < 0 {
		return nil, Hinted{fmt.Errorf("--mix: %d of %d groups have no share, and %s is left", open, groups, rest.RatString()), mixHint(roles, groups)}
	}
	return list, nil
}

// hundredths reports whether shares are whole numbers of a sum of 100: percentages without their
// sign.
func hundredths(texts []string) (sum int, ok bool) {
	for _, text := range texts {
		share, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || share < 0 || share > 100 {
			return 0, false
		}
		sum += share
	}
	return sum, sum == 100
}

func mixHint(roles quorum.Roles, groups int) string {
	if roles != nil {
		return "as in --mix reads=0.9,writes=0.1, or --mix 0.9,0.1"
	}
	return fmt.Sprintf("groups are 1..%d, as in --mix 1=0.9,2=0.1", groups)
}

// groupNamed finds a group by its role or by its number; -1 if there is none.
func groupNamed(name string, roles quorum.Roles, groups int) int {
	if i := slices.Index(roles, name); i >= 0 {
		return i
	}
	number, err := strconv.Atoi(name)
	if err != nil || number < 1 || number > groups {
		return -1
	}
	return number - 1
}
