package sets

import "iter"

// Matrix holds rows of bits one after the other, each beginning at a new word: the incidence of two
// kinds of things, such as quorums and their nodes.
type Matrix struct {
	Words int  // of a row
	Bits  Bits // row i is words i·Words to (i+1)·Words-1
}

// NewMatrix returns a matrix of zeros.
func NewMatrix(rows, columns int) Matrix {
	words := Words(columns)
	return Matrix{words, make(Bits, rows*words)}
}

// MatrixOf returns the matrix whose rows are the lists, of integers below columns.
func MatrixOf(rows, columns int, lists iter.Seq2[int, []int32]) Matrix {
	m := NewMatrix(rows, columns)
	for i, list := range lists {
		row := m.Row(i)
		for _, v := range list {
			row.Add(int(v))
		}
	}
	return m
}

// Row returns row i, in place.
func (m Matrix) Row(i int) Bits { return m.Bits[i*m.Words : (i+1)*m.Words] }
