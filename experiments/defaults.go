package experiments

import (
	"errors"

	"coterie/construct"
	"coterie/quorum"
)

// ordinaryDefaults returns the default systems of n nodes of all ordinary families, in the order of the registry.
func ordinaryDefaults(n int) ([]*construct.Instance, error) {
	var list []*construct.Instance
	for _, f := range construct.Families() {
		if !f.HasDefault() || f.Groups() {
			continue
		}
		i, err := f.ForN(n, 0)
		var none *construct.NoSystemError
		switch {
		case errors.As(err, &none):
			continue
		case err != nil:
			return nil, err
		case i.Kind() == quorum.KindSystem:
			list = append(list, i)
		}
	}
	return list, nil
}
