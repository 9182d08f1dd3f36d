// Package draw makes pictures of quorum systems: the modified grid with a billiard path, row and
// column of a grid, the surficial staircase, the blocks of a design, the Fano plane, difference
// covers on a circle, the parallel classes of affine planes and nets, walls, trees, boxes in boxes
// (formulas, votes, systems made of others), the triangular lattice with a connected set, the grid
// and its dual with a path in each, networks with whom their groups trust, a page of small systems
// with all of their quorums, and the incidence matrix of any system.
//
// # Definitions
//
// A [Picture] is a list of shapes and texts on a page, with a title and a legend. Its layout is
// computed once, and the formats of package canvas all show the same. A [Look] is a colour with a
// pattern. A [Scene] is a drawing by the caller in panels: grids, highlighted cells, polylines in
// real coordinates.
//
// # Invariants
//
//   - No picture is larger than 7 by 9 inches, so that it fits A4 and letter paper within their
//     margins.
//   - No two texts overlap: texts are measured, and shrunk, thinned out or left out if there is no
//     room. [Picture.Note] names important omissions.
//   - Two looks differ in lightness by at least [MinContrast] or in their pattern; lines differ in
//     their dashes or carry their names. The colours are those of M. Okabe and K. Ito, "Color
//     universal design" (2008).
//   - Every picture has a title, the spec where there is one, and a legend that explains its looks.
//   - Equal arguments give equal bytes.
//
// Nodes, sites and quorums are 0-based in Go and 1-based in pictures.
package draw
