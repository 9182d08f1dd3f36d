package construct

import "strings"

// Every construction has one file (or several with one prefix) that holds
//
//   - its exported function, where there is one; it, or else xxxFamily, is documented in full;
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
		coverFamily(),
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
		flexibleFamily(),
		readWriteGridFamily(),
		compositionFamily(),
		hierarchicalFamily(),
		truncatedFamily(),
		kMajorityFamily(),
		kSingletonFamily(),
		disjointFamily(),
		productFamily(),
		uniformArbiterFamily(),
		cubeArbiterFamily(),
		sharingFamily(),
		thresholdFamily(),
		byzantineGridFamily(),
		mGridFamily(),
		recursiveThresholdFamily(),
		boostFPPFamily(),
		hyperplanesFamily(),
		paleyFamily(),
		twinFamily(),
		menonFamily(),
		biplaneFamily(),
	}
}

// Families returns the named constructions, in the order of the documentation. The slice is
// the caller's own.
func Families() []Family { return registry() }

// Alias is another name of one system, which takes no parameters.
type Alias struct{ Name, Spec, Summary string }

// Aliases returns the other names of systems.
func Aliases() []Alias {
	return []Alias{{"fano", "fpp:order=2", "the Fano plane: 7 nodes, 7 quorums of 3"}}
}

// aliasOf returns the spec that a name stands for.
func aliasOf(name string) (spec string, ok bool) {
	for _, a := range Aliases() {
		if a.Name == name {
			return a.Spec, true
		}
	}
	return "", false
}

// Lookup returns the family with that name. For an alias it returns the family of its system.
func Lookup(name string) (Family, bool) {
	if spec, ok := aliasOf(name); ok {
		name, _, _ = strings.Cut(spec, ":")
	}
	for _, f := range registry() {
		if f.Name == name {
			return f, true
		}
	}
	return Family{}, false
}
