// Package forms makes the lists, counts and formulas of the named families of package construct,
// which judges their parameters: all sets of one size, walls, trees, grids, staircases, the layout
// of sharing structures, and images of other families.
package forms
