package construct

// Every construction has one file (or several with one prefix) that holds
//
//   - its exported function, documented in full;
//   - one unexported `xxxPlan(...) (*plan, error)`, which judges the parameters, whichever way
//     they came, and lists nothing;
//   - one unexported `xxxFamily() Family`, whose resolve reads the parameters of a spec (see
//     args) and calls xxxPlan, and whose forN calls xxxPlan for the default system of n nodes.
//
// registry is the only place that knows all of them.

// registry lists the families in the order of the documentation.
func registry() []Family {
	return []Family{
		fppFamily(),
		degenerateFamily(),
		cyclicFamily(),
		gridFamily(),
		billiardFamily(),
		triangleFamily(),
		wallFamily(),
		wheelFamily(),
		treeFamily(),
		latticeFamily(),
		pathsFamily(),
		weightedFamily(),
		majorityFamily(),
		singletonFamily(),
		surficialFamily(),
		rectangularSurficialFamily(),
		affineFamily(),
		netFamily(),
		designSurficialFamily(),
		liftFamily(),
		giffordFamily(),
		readWriteGridFamily(),
		compositionFamily(),
		hierarchicalFamily(),
		truncatedFamily(),
		sharingFamily(),
	}
}

// Families returns the named constructions, in the order of the documentation. The slice is
// the caller's own.
func Families() []Family { return registry() }

// Lookup returns the family of that name.
func Lookup(name string) (Family, bool) {
	for _, f := range registry() {
		if f.Name == name {
			return f, true
		}
	}
	return Family{}, false
}
