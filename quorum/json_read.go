package quorum

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"coterie/internal/words/show"
)

// Format is the value of the key "format" of every file.
const Format = "coterie/1"

// maxReadQuorums is the greatest number of quorums of a quorum set that are listed.
const maxReadQuorums = 1_000_000

// Read reads one structure in the format that doc.go describes, or a quorum set as Stellar's tools
// write it, whose quorums it lists. It checks form (nodes in 1..n, no empty quorum, no node twice
// in a quorum, only known keys, no key twice), not properties. The error is a *FormatError, the
// error of r, or, for a quorum set with more than 1,000,000 quorums, a *LimitError (see ReadInput).
// Read holds the whole input in memory. Time and memory are linear in the input, except for listing
// the quorums of a quorum set.
func Read(r io.Reader) (Structure, error) {
	in, err := ReadInput(r)
	if err != nil {
		return nil, err
	}
	return in.Structure(context.Background(), maxReadQuorums)
}

// Input is the content of a file: a structure with its quorums, or a formula whose quorums are not
// listed yet.
type Input struct {
	structure Structure // nil where there is a formula
	formula   Formula
	names     []string
	note      string
	other     error // of a file whose value is of another package
}

// InputOf returns the input that holds a listed structure.
func InputOf(s Structure) *Input { return &Input{structure: s} }

// Note lists the assumptions about an object without the key "format"; it is empty if there were
// none.
func (in *Input) Note() string { return in.note }

// ReadInput is Read without listing the quorums of a formula. The error for a federated system,
// well-formed, is a *FederatedError that holds it; that for an asymmetric one an *AsymmetricError.
func ReadInput(r io.Reader) (*Input, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return parseInput(data, false)
}

// Formula returns the formula of a quorum set, and the names of its nodes; ok is false
// where the file holds a listed structure.
func (in *Input) Formula() (f Formula, names []string, ok bool) {
	return in.formula, slices.Clone(in.names), in.structure == nil
}

// Structure returns the structure that was read. The quorums of a formula are listed, as an
// ordinary system. The error is that of Formula.MinimalSets.
func (in *Input) Structure(ctx context.Context, limit int) (Structure, error) {
	if in.structure != nil {
		return in.structure, nil
	}
	f, err := in.formula.MinimalSets(ctx, limit)
	if err != nil {
		return nil, err
	}
	return NewSystem("", f, SystemOptions{Names: in.names})
}

func parseInput(data []byte, byTokens bool) (in *Input, err error) {
	err = reading(data, byTokens, func(d *reader) { in = d.input() })
	if err == nil && in.other != nil {
		return nil, in.other
	}
	return in, err
}

// reading calls read with a reader of data, and turns its panics into errors. read is called again
// where quorums have to be read by tokens.
func reading(data []byte, byTokens bool, read func(*reader)) (err error) {
	d := &reader{data: data, dec: json.NewDecoder(bytes.NewReader(data)), byTokens: byTokens}
	d.dec.UseNumber()
	defer func() {
		wrong := recover()
		switch at, ok := wrong.(problemAt); {
		case wrong == nil:
		case wrong == errByTokens:
			err = reading(data, true, read)
		case ok:
			line, column := position(data, at.offset)
			err = &FormatError{Line: line, Column: column, Problem: at.problem}
		default:
			panic(wrong)
		}
	}()
	if at := invalidByte(data); at >= 0 {
		panic(problemAt{int64(at), fmt.Sprintf("the byte %#x, which is no text: files are UTF-8", data[at])})
	}
	read(d)
	return nil
}

// invalidByte returns the offset of the first byte that is not valid UTF-8; -1 if all are.
func invalidByte(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for at := 0; ; {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}

func position(data []byte, offset int64) (line, column int) {
	offset = min(offset, int64(len(data)))
	before := data[:offset]
	line = 1 + bytes.Count(before, []byte{'\n'})
	return line, int(offset) - (bytes.LastIndexByte(before, '\n') + 1) + 1
}

// problemAt is the value with which the methods of a reader panic and which parseInput recovers:
// the fault, and its byte offset.
type problemAt struct {
	offset  int64
	problem string
}

type reader struct {
	data []byte
	dec  *json.Decoder
	at   int64 // where the last token begins
	open int64 // where the last array that was opened begins

	byTokens bool // read quorums by tokens alone; for tests
}

// fail ends the reading.
func (d *reader) fail(format string, args ...any) {
	panic(problemAt{d.at, fmt.Sprintf(format, args...)})
}

// token returns the next token and notes where it begins.
func (d *reader) token() json.Token {
	from := d.dec.InputOffset()
	t, err := d.dec.Token()
	d.at = from
	for d.at < int64(len(d.data)) && strings.IndexByte(" \t\r\n,:", d.data[d.at]) >= 0 {
		d.at++
	}
	if err != nil {
		d.wrong(err)
	}
	return t
}

// wrong ends the reading with an error of the decoder.
func (d *reader) wrong(err error) {
	var syntax *json.SyntaxError
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		d.at = int64(len(d.data))
		d.fail("unexpected end of file")
	case errors.As(err, &syntax):
		d.at = max(d.at, d.offsetOf(syntax))
		d.fail("%s", syntax.Error())
	default:
		d.fail("%s", err.Error())
	}
}

// offsetOf returns the offset of a syntax error. A decoder counts from where it last began to read;
// the scan of the whole text finds the same error, and counts from the start.
func (d *reader) offsetOf(syntax *json.SyntaxError) int64 {
	var whole *json.SyntaxError
	if errors.As(json.Unmarshal(d.data, new(json.RawMessage)), &whole) {
		return whole.Offset - 1
	}
	return syntax.Offset - 1
}

func (d *reader) delim(want json.Delim, where string) {
	if d.token() != want {
		d.fail("%s: expected %q", where, want.String())
	}
}

func (d *reader) integer(where string, least, greatest int) int {
	num, ok := d.token().(json.Number)
	if !ok {
		d.fail("%s: expected a whole number", where)
	}
	v, err := strconv.Atoi(num.String())
	switch {
	case err != nil:
		d.fail("%s: %s is not a whole number in range", where, show.Brief(num.String()))
	case v >= least && v <= greatest:
	case greatest == math.MaxInt32:
		d.fail("%s: %d is less than %d", where, v, least)
	default:
		d.fail("%s: %d is not in %d..%d", where, v, least, greatest)
	}
	return v
}

func (d *reader) text(where string) string {
	s, ok := d.token().(string)
	if !ok {
		d.fail("%s: expected a string", where)
	}
	if strings.ContainsRune(s, utf8.RuneError) && d.isBroken(s) {
		d.fail("%s: a string with half of a surrogate pair, which is no character", where)
	}
	return s
}

// isBroken reports whether the last string, as it stands in the file, has fewer replacement
// characters than the decoder made: the decoder puts them for bytes that are no character.
func (d *reader) isBroken(s string) bool {
	raw := strings.ToLower(strings.ReplaceAll(string(d.data[d.at:d.dec.InputOffset()]), `\\`, ""))
	return strings.Count(raw, string(utf8.RuneError))+strings.Count(raw, `\ufffd`) < strings.Count(s, string(utf8.RuneError))
}

// array calls element for each element of an array.
func (d *reader) array(where string, element func(i int)) {
	d.delim('[', where)
	d.elements(where, element)
}

// arrayOrNull is array, but takes null for an empty array, as some programs write it.
func (d *reader) arrayOrNull(where string, element func(i int)) {
	switch t := d.token(); t {
	case nil:
	case json.Delim('['):
		d.elements(where, element)
	default:
		d.fail("%s: expected %q", where, "[")
	}
}

// elements reads the rest of an array whose bracket was read.
func (d *reader) elements(where string, element func(i int)) {
	d.open = d.at
	for i := 0; d.dec.More(); i++ {
		element(i)
	}
	d.delim(']', where)
}

// object calls member for each key of an object; it refuses a key that occurs
// twice.
func (d *reader) object(where string, member func(key string)) {
	d.delim('{', where)
	d.members(where, member)
}

// members reads the rest of an object whose brace was read.
func (d *reader) members(where string, member func(key string)) {
	seen := map[string]bool{}
	for d.dec.More() {
		key := d.text(where)
		if seen[key] {
			d.fail("key %s occurs twice", show.Value(key))
		}
		seen[key] = true
		member(key)
	}
	d.delim('}', where)
}
