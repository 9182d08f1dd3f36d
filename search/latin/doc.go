// Package latin looks for mutually orthogonal Latin squares and for projective planes.
//
// Within reach on two cores: two squares of side 6 refuted in a tenth of a second, planes up to
// order 7 from scratch in seconds; order 8 and three squares of side 8 not in minutes.
package latin
