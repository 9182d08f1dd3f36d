package experiments

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"strconv"
)

// Rand returns a generator that depends on the seed and on the labels alone: not on the order in
// which rows are computed, nor on other generators. A row labels its own, for instance
// env.Rand("cover", "13"). Equal seeds and labels give equal streams.
func (e Env) Rand(labels ...string) *rand.Rand {
	// Labels are quoted so that ("ab", "c") and ("a", "bc") differ.
	text := strconv.FormatUint(e.Seed, 10)
	for _, label := range labels {
		text += strconv.Quote(label)
	}
	sum := sha256.Sum256([]byte(text))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16])))
}

// ReadPaper decodes a file of values printed in a paper, such as "maekawa.json", into a T. A key
// that T does not have is an error, as is anything after the value.
func ReadPaper[T any](env Env, name string) (v T, err error) {
	var data []byte
	if env.Papers != nil {
		data, err = fs.ReadFile(env.Papers, name)
	}
	if env.Papers == nil || errors.Is(err, fs.ErrNotExist) {
		return v, fmt.Errorf("no %s among the papers' values", name)
	}
	if err == nil {
		err = StrictJSON(data, &v)
	}
	if err != nil {
		return v, fmt.Errorf("the papers' values in %s: %w", name, err)
	}
	return v, nil
}

// Printed is [ReadPaper] for a study's declaration: after an error it returns the zero T.
func Printed[T any](out *Output, name string) T {
	printed, err := ReadPaper[T](out.Env, name)
	out.Fail(err)
	return printed
}

// Systems is a certificate that lists a system for each row of a study.
type Systems[S any] struct {
	Systems []S `json:"systems"`
}

// Decoded returns a [Spec.Verify] that decodes the certificate with [StrictJSON] before verify
// judges it.
func Decoded[P, C any](verify func(ctx context.Context, p P, name string, c C) error) func(context.Context, P, string, []byte) error {
	return func(ctx context.Context, p P, name string, data []byte) (err error) {
		defer caught(&err)
		var c C
		if err := StrictJSON(data, &c); err != nil {
			return err
		}
		return verify(ctx, p, name, c)
	}
}

// StrictJSON decodes exactly one value and refuses unknown keys.
func StrictJSON(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more after the JSON value")
	}
	return nil
}
