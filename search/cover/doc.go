// Package cover looks for difference covers of finite groups: the fewest elements D of a group G
// such that every element is a quotient xy⁻¹ of two of them. The translates gD then meet pairwise,
// for gx = hy where g⁻¹h = xy⁻¹; they are quorums of |D| nodes for |G| sites, each node in |D| of
// them. In Z_n these are the cyclic covers of package search/cyclic; other groups of order n may
// have smaller covers, and package groups has all of them for n <= 100 but 64 and 96.
//
// Within reach on one core: every group of order up to 40 with proof in seconds together, each
// group of order up to 70 in seconds, those of order up to 100 in minutes. Groups with few
// automorphisms, and orders just below a number that a cover one larger is needed for, take
// longest.
package cover
