// Package forms makes families of quorums and formulas of a form that several families of package
// construct share: all sets of one size, walls, trees, grids, and images of other families.
package forms
