// Package plot describes figures of points and curves in one house style that survives colour
// blindness, grey and print: labelled axes with units, a legend outside the data or names at the
// ends of the lines, a glyph and a dash pattern per series. A family of systems looks the same in
// every figure ([LookOf]).
//
// A [Figure] is data, which [Figure.Validate] checks and package chart draws. Points come from a
// table ([table.Table.Points]), so that a picture is a function of the CSV beside it.
package plot
