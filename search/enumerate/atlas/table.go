package atlas

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"coterie/internal/words/parquet"
	"coterie/search/enumerate"
)

// columns are the columns of an atlas as a table. Nodes are numbered from 1; where a byte stands
// for a set of nodes its lowest bit is node 1.
func columns() []parquet.Column {
	column := func(kind parquet.Kind, name, doc string) parquet.Column {
		return parquet.Column{Name: name, Doc: doc, Kind: kind}
	}
	const number, list = parquet.Int, parquet.List
	return []parquet.Column{
		column(number, "index", "place of the class in the listing, from 1"),
		column(parquet.Bytes, "function", "which sets contain a quorum, of those without node n: bit a mod 8 of byte a/8 is that of set a, whose bit i is node i+1; a set with node n contains one iff its complement does not"),
		column(number, "automorphisms", "renamings of the nodes that keep the system"),
		column(number, "orbit", "n!/automorphisms: the labelled systems of the class"),
		column(number, "quorums", "how many there are"),
		column(number, "min_quorum", "nodes of the smallest quorum"),
		column(number, "max_quorum", "nodes of the largest quorum"),
		column(number, "load_numerator", "of the load, in lowest terms: least over strategies of the greatest probability that a node is asked (Naor and Wool 1998)"),
		column(number, "load_denominator", "of the load"),
		column(parquet.Float, "load", "the load, rounded to a float"),
		column(number, "resilience", "most crashes that always leave a quorum"),
		column(list, "live_sets", "how many sets of 0, 1, ..., n nodes contain a quorum; where each node crashes with probability p, a quorum survives with probability Σ live_sets[s]·(1-p)^s·p^(n-s)"),
		column(parquet.Optional, "votes_total", "least sum of whole votes of which the quorums are the minimal sets with more than half: the least odd number that is at least 1/(2·load-1); null: no votes do it, as every node is in at most half of the quorums of the strategy"),
		column(list, "votes", "such votes of each node; empty where there are none"),
		column(list, "weights", "whole weights of the nodes: no quorum has less than the load of their sum, which proves that no load is less"),
		column(list, "strategy_quorums", "the quorums that a best strategy takes, each as a set of nodes"),
		column(list, "strategy_times", "how many times it takes each: no node is in more than the load of all these times"),
	}
}

// queryKey is where the file says what it lists, as JSON.
const queryKey = "query"

// Table writes items as a Parquet file. The bytes are a function of the items and
// the query alone.
type Table struct {
	out  *parquet.Writer
	rows []Item // of the next group, with classes that nobody else changes
}

// NewTable begins a file, and makes it with so many jobs.
func NewTable(w io.Writer, q enumerate.Query, jobs int) (*Table, error) {
	query, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	out, err := parquet.NewWriter(w, "atlas", columns(), jobs, queryKey, string(query))
	return &Table{out: out}, err
}

// Append adds a row. The error may be one of an earlier row: then the file is of no use.
func (t *Table) Append(item Item) error {
	class := *item.Class
	t.rows = append(t.rows, Item{item.Index, &class})
	if len(t.rows) < parquet.RowsOfGroup {
		return nil
	}
	return t.flush()
}

// flush hands over the rows that wait.
func (t *Table) flush() error {
	if len(t.rows) == 0 {
		return nil
	}
	rows := t.rows
	t.rows = make([]Item, 0, cap(rows))
	return t.out.Group(func(g *parquet.Group) error {
		var table []byte
		for _, row := range rows {
			table = row.appendTable(table[:0])
			if err := row.write(g, table); err != nil {
				return err
			}
		}
		return nil
	})
}

// write writes the cells of an item, whose function is the table.
func (c Item) write(w *parquet.Group, table []byte) error {
	w.Int(c.Index + 1)
	w.Bytes(table)
	w.Int(c.Automorphisms)
	w.Int(c.Orbit())
	w.Int(c.Quorums)
	w.Int(c.MinQuorum)
	w.Int(c.MaxQuorum)
	p, q := c.Load()
	w.Int(p)
	w.Int(q)
	w.Float(float64(p) / float64(q))
	w.Int(c.Resilience())
	var list [maxNodes + 1]uint8
	for s := range c.Nodes() + 1 {
		list[s] = uint8(c.Live[s])
	}
	w.List(list[:c.Nodes()+1])
	w.Optional(c.Total, c.Total > 0)
	if c.Total > 0 {
		w.List(c.Votes())
	} else {
		w.List(nil)
	}
	w.List(c.Weights())
	for i, s := range c.Strategy() {
		list[i] = s.Quorum
	}
	w.List(list[:c.strategyLen])
	for i, s := range c.Strategy() {
		list[i] = s.Times
	}
	w.List(list[:c.strategyLen])
	return w.End()
}

// Close writes what is left, and the end of the file.
func (t *Table) Close() error { return cmp.Or(t.flush(), t.out.Close()) }

// ReadTable yields the items of a file that a Table wrote for the same query. Every class is judged
// as [Class.Check] does it, and the figures of the row must be those of the class; that they stand
// at their places is for who knows the listing. The last pair may be an error instead.
func ReadTable(r io.ReaderAt, size int64, q enumerate.Query) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		fail := func(err error) { yield(Item{}, err) }
		f, err := parquet.Open(r, size)
		if err != nil {
			fail(err)
			return
		}
		query, err := json.Marshal(q)
		if err == nil && f.About(queryKey) != string(query) {
			err = errors.New("the file is of another listing")
		}
		if err != nil {
			fail(err)
			return
		}
		at := 0
		for cells, err := range f.All(columns()) {
			var c Class
			if err == nil {
				if c, err = classOf(q.Nodes, at, cells); err != nil {
					err = fmt.Errorf("row %d: %w", at+1, err)
				}
			}
			if err != nil {
				fail(err)
				return
			}
			if !yield(Item{at, &c}, nil) {
				return
			}
			at++
		}
	}
}

// classOf makes the class of a row.
func classOf(n, at int, cells []parquet.Cell) (Class, error) {
	quorums, times := cells[15].Bytes, cells[16].Bytes
	var strategy []byte
	if len(quorums) != len(times) {
		return Class{}, errCode
	}
	for i, q := range quorums {
		strategy = append(strategy, q, times[i])
	}
	c, err := build(n, cells[2].Int, cells[1].Bytes, cells[14].Bytes, strategy)
	if err != nil {
		return c, err
	}
	if votes := cells[13].Bytes; len(votes) > 0 {
		if len(votes) != n {
			return c, errCode
		}
		copy(c.votes[:], votes)
	}
	c.Total = cells[12].Int
	if err := c.judge(); err != nil {
		return c, err
	}
	p, q := c.Load()
	live := cells[11].Bytes
	right := len(live) == n+1 && cells[12].There == (c.Total > 0) && cells[9].Float == float64(p)/float64(q)
	right = right && cells[0].Int == at+1 && cells[3].Int == c.Orbit() && cells[4].Int == c.Quorums &&
		cells[5].Int == c.MinQuorum && cells[6].Int == c.MaxQuorum && cells[7].Int == p && cells[8].Int == q && cells[10].Int == c.Resilience()
	for s, count := range live {
		right = right && c.Live[s] == int(count)
	}
	if !right {
		return c, errFigures
	}
	return c, nil
}
