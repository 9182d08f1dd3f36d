package refutation

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"coterie/internal/machine/memory"
)

// List is a list of cubes. Each holds the literals v and -v that it assumes, in the order in which
// they were decided.
type List [][]int32

// Cover checks that the cubes are the leaves of a binary tree of decisions on variables from 1 to
// vars, from left to right: then every assignment satisfies exactly one of them
// (docs/theorems/cubes.md). The error is a *CubeError. One pass over the list.
func (l List) Cover(vars int) error {
	var path []int32       // the literals to the leaf that comes next, as far as the leaves before it settle that
	var closed []bool      // of each: its other sign has been gone through
	on := map[int32]bool{} // variables of the path
	over := false
	for i, cube := range l {
		fail := func(format string, args ...any) error { return &CubeError{i + 1, fmt.Errorf(format, args...)} }
		switch {
		case over:
			return fail("the cubes before it cover everything already")
		case len(cube) < len(path):
			return fail("it has %d literals, and what the cubes before it leave open begins with %s", len(cube), words(path))
		}
		for k, lit := range path {
			if cube[k] != lit {
				return fail("literal %d is %d, and what the cubes before it leave open goes on with %d", k+1, cube[k], lit)
			}
		}
		for _, lit := range cube[len(path):] {
			v := max(lit, -lit)
			switch {
			case v < 1 || int(v) > vars:
				return fail("literal %d is %d; variables are 1..%d", len(path)+1, lit, vars)
			case on[v]:
				return fail("variable %d is decided twice", v)
			}
			on[v] = true
			path, closed = append(path, lit), append(closed, false)
		}
		last := len(path) - 1
		for ; last >= 0 && closed[last]; last-- {
			delete(on, abs(path[last]))
		}
		path, closed = path[:last+1], closed[:last+1]
		if over = last < 0; !over {
			path[last], closed[last] = -path[last], true
		}
	}
	if !over {
		return &CubeError{len(l) + 1, errors.New("it is missing: nothing covers " + words(path))}
	}
	return nil
}

func abs(lit int32) int32 { return max(lit, -lit) }

// words lists the literals of a cube, only the first ones if there are many.
func words(cube []int32) string {
	const most = 12
	if len(cube) == 0 {
		return "any assignment"
	}
	text := ""
	for i, lit := range cube {
		if i == most {
			return fmt.Sprintf("(%s... %d literals)", text, len(cube))
		}
		text += strconv.Itoa(int(lit)) + " "
	}
	return "(" + text[:len(text)-1] + ")"
}

// maxLine is the greatest length of a line of a list, in bytes.
const maxLine = 1 << 20

// ReadList reads a list. The error names the line that cannot be read, or is a *memory.Error, the
// cause of ctx, or that of r. ReadList does not check whether the cubes cover anything:
// [List.Cover] does.
func ReadList(ctx context.Context, r io.Reader) (List, error) {
	var list List
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	line, taken := 0, 0
	for lines.Scan() {
		line++
		if line%(1<<10) == 1 {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if err := memory.Ask(ctx, "the list of cubes", taken+1<<20, 1); err != nil {
				return nil, err
			}
		}
		if text := lines.Bytes(); len(text) == 0 || text[0] == 'c' {
			continue
		}
		cube, problem := readCube(bytes.Fields(lines.Bytes()))
		if problem != "" {
			return nil, fmt.Errorf("line %d of the cubes: %s", line, problem)
		}
		taken += 24 + 4*len(cube)
		list = append(list, cube)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d of the cubes: it is longer than %d bytes", line+1, maxLine)
	case err != nil:
		return nil, err
	}
	return list, nil
}

// readCube reads a line: "a", literals, 0.
func readCube(fields [][]byte) (cube []int32, problem string) {
	if len(fields) == 0 || string(fields[0]) != "a" {
		return nil, `a cube begins with "a"`
	}
	if len(fields) < 2 || string(fields[len(fields)-1]) != "0" {
		return nil, "a cube ends with 0"
	}
	for _, field := range fields[1 : len(fields)-1] {
		lit, err := strconv.ParseInt(string(field), 10, 32)
		if err != nil || lit == 0 || strconv.FormatInt(lit, 10) != string(field) {
			return nil, fmt.Sprintf("%q is no literal", field)
		}
		cube = append(cube, int32(lit))
	}
	return slices.Clip(cube), ""
}
