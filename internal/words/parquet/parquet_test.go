//go:build !small && !js

package parquet

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

var columns = []Column{
	{"z", "a number", Int}, {"a", "a number or none", Optional}, {"m", "a float", Float},
	{"b", "bytes", Bytes}, {"l", "a list", List},
}

func write(t testing.TB, rows, jobs int) []byte {
	t.Helper()
	var out bytes.Buffer
	w := assert.Got(NewWriter(&out, "test", columns, jobs, "about", "a test"))(t)
	for first := 0; first < rows; first += ofGroup {
		assert.OK(t, w.Group(func(g *Group) error {
			for i := first; i < min(first+ofGroup, rows); i++ {
				g.Int(i)
				g.Optional(-i, i%3 == 0)
				g.Float(float64(i) / 4)
				g.Bytes(fmt.Append(nil, i))
				g.List(bytes.Repeat([]byte{byte(i)}, i%5))
				if err := g.End(); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	assert.OK(t, w.Close())
	return out.Bytes()
}

// ofGroup is the number of rows of a group in these tests.
const ofGroup = 1000

// TestRoundTrip: a file is read as it was written, at every length near that of a batch and a
// group, with the columns in order. The bytes do not depend on the number of groups that are made
// at a time.
func TestRoundTrip(t *testing.T) {
	for _, rows := range []int{0, 1, batch - 1, batch, batch + 1, ofGroup, ofGroup + 1, 10*ofGroup + 1} {
		data := write(t, rows, 1)
		assert.True(t, bytes.Equal(data, write(t, rows, 3)), "%d rows: other bytes with three groups at a time", rows)
		f, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil || f.Rows != rows || f.About("about") != "a test" {
			t.Fatalf("%d rows: %+v, %v", rows, f, err)
		}
		i := 0
		for cells, err := range f.All(columns) {
			assert.OK(t, err)
			if cells[0].Int != i || cells[1].There != (i%3 == 0) || cells[1].There && cells[1].Int != -i ||
				cells[2].Float != float64(i)/4 || string(cells[3].Bytes) != fmt.Sprint(i) ||
				!slices.Equal(cells[4].Bytes, bytes.Repeat([]byte{byte(i)}, i%5)) {
				t.Fatalf("row %d: %+v", i, cells)
			}
			i++
		}
		assert.Equal(t, i, rows, "rows")
	}
}

// TestOpenSpoilt: a file that is no Parquet file gives an error, not a panic.
func TestOpenSpoilt(t *testing.T) {
	data := write(t, 1000, 1)
	spoilt := bytes.Clone(data)
	for i := 10; i < len(spoilt)-300; i += 7 {
		spoilt[i] ^= 0x55
	}
	for name, data := range map[string][]byte{"empty": nil, "short": data[:len(data)-1], "text": []byte(strings.Repeat("index,quorums\n", 9)), "spoilt": spoilt} {
		f, err := Open(bytes.NewReader(data), int64(len(data)))
		if err == nil {
			for _, e := range f.All(columns) {
				err = e
			}
		}
		assert.Fails(t, err, "", "%s", name)
	}
	f := assert.Got(Open(bytes.NewReader(data), int64(len(data))))(t)
	for _, err := range f.All(columns[:4]) {
		assert.Fails(t, err, "", "other columns")
	}
}

// TestGroupFails: the error of a group is returned, if necessary by a later call.
func TestGroupFails(t *testing.T) {
	w, err := NewWriter(io.Discard, "test", columns, 2)
	assert.OK(t, err)
	wrong := errors.New("wrong")
	err = w.Group(func(*Group) error { return wrong })
	for range 2 {
		err = cmp.Or(err, w.Group(func(*Group) error { return nil }))
	}
	assert.Is(t, err, wrong)
	assert.NoError(t, w.Close(), "the end")
}
