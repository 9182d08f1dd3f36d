package assert

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// TB is the interface of a test: *testing.T, *testing.B and *rapid.T implement it. Helper walks the
// stack, so it is called where a check fails: a sweep may have millions that hold.
type TB interface {
	Helper()
	Error(args ...any)
	Fatal(args ...any)
}

// Got returns the value of a call that must not fail; otherwise the test ends.
func Got[T any](value T, err error) func(t TB, label ...any) T {
	return func(t TB, label ...any) T {
		if err != nil {
			t.Helper()
			OK(t, err, label...)
		}
		return value
	}
}

// Got2 is [Got] for a call of two values.
func Got2[T, U any](value T, second U, err error) func(t TB, label ...any) (T, U) {
	return func(t TB, label ...any) (T, U) {
		if err != nil {
			t.Helper()
			OK(t, err, label...)
		}
		return value, second
	}
}

// Err returns the error of a call of a value and an error.
func Err[T any](_ T, err error) error { return err }

// Each yields the values of a sequence that must not have an error; otherwise the test ends.
func Each[T any](t TB, seq iter.Seq2[T, error], label ...any) iter.Seq[T] {
	return func(yield func(T) bool) {
		t.Helper()
		for value, err := range seq {
			if OK(t, err, label...); !yield(value) {
				return
			}
		}
	}
}

// Pairs yields the texts of a list two by two, such as an input and the wanted output.
func Pairs(list ...string) iter.Seq2[string, string] {
	return func(yield func(a, b string) bool) {
		for pair := range slices.Chunk(list, 2) {
			if !yield(pair[0], pair[1]) {
				return
			}
		}
	}
}

// OK ends the test if err is not nil.
func OK(t TB, err error, label ...any) {
	if err != nil {
		t.Helper()
		t.Fatal(labelled(label) + err.Error())
	}
}

// NoError is [OK], and lets the test go on.
func NoError(t TB, err error, label ...any) {
	if err != nil {
		t.Helper()
		t.Error(labelled(label) + err.Error())
	}
}

// Fails checks that there is an error, and that its text has the words.
func Fails(t TB, err error, words string, label ...any) {
	t.Helper()
	switch {
	case err == nil:
		t.Error(labelled(label) + "no error")
	case !strings.Contains(err.Error(), words):
		t.Error(labelled(label) + fmt.Sprintf("the error is %q, without %q", err, words))
	}
}

// Refused is [Fails] for a call of a value and an error.
func Refused[T any](_ T, err error) func(t TB, words string, label ...any) {
	return func(t TB, words string, label ...any) {
		t.Helper()
		Fails(t, err, words, label...)
	}
}

// As returns the error of a call of a value and an error as one of type E; otherwise the test ends.
func As[E error, T any](_ T, err error) func(t TB, label ...any) E {
	return func(t TB, label ...any) (e E) {
		t.Helper()
		return ErrorAs[E](t, err, label...)
	}
}

// Refusal is [As] for a call that must return a zero value with its error.
func Refusal[E error, T any](value T, err error) func(t TB, label ...any) E {
	return func(t TB, label ...any) E {
		t.Helper()
		if !reflect.ValueOf(&value).Elem().IsZero() {
			t.Error(labelled(label) + fmt.Sprintf("the value %v beside the error %v", value, err))
		}
		return As[E](value, err)(t, label...)
	}
}

// Panics reports an error unless the call panics. what names the call in the error.
func Panics(t TB, what string, call func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if recover() == nil {
			t.Error(what + ": no panic")
		}
	}()
	call()
}

// Is compares an error with another by [errors.Is].
func Is(t TB, err, want error, label ...any) {
	if !errors.Is(err, want) {
		t.Helper()
		t.Error(differ(err, want, label))
	}
}

// ErrorAs returns the error of type E that err is or wraps. If there is none, the test ends.
func ErrorAs[E error](t TB, err error, label ...any) (e E) {
	if !errors.As(err, &e) {
		t.Helper()
		t.Fatal(labelled(label) + fmt.Sprintf("the error is %v, no %T", err, e))
	}
	return e
}

// Contains looks for a part in a text.
func Contains(t TB, text, part string, label ...any) {
	if !strings.Contains(text, part) {
		t.Helper()
		t.Error(labelled(label) + fmt.Sprintf("no %q in\n%s", part, text))
	}
}

// True checks that a condition holds; label says what is wrong where it does not.
func True(t TB, holds bool, label ...any) {
	if !holds {
		t.Helper()
		t.Error(strings.TrimSuffix(labelled(label), ": "))
	}
}

// MustTrue is [True], and ends the test.
func MustTrue(t TB, holds bool, label ...any) {
	if !holds {
		t.Helper()
		t.Fatal(strings.TrimSuffix(labelled(label), ": "))
	}
}

// Equal compares two values by ==.
func Equal[T comparable](t TB, got, want T, label ...any) {
	if got != want {
		t.Helper()
		t.Error(differ(got, want, label))
	}
}

// MustEqual is [Equal], and ends the test.
func MustEqual[T comparable](t TB, got, want T, label ...any) {
	if got != want {
		t.Helper()
		t.Fatal(differ(got, want, label))
	}
}

// Slice compares two slices element by element; nil equals an empty slice.
func Slice[S ~[]E, E comparable](t TB, got, want S, label ...any) {
	if !slices.Equal(got, want) {
		t.Helper()
		t.Error(differ(got, want, label))
	}
}

// MustSlice is [Slice], and ends the test.
func MustSlice[S ~[]E, E comparable](t TB, got, want S, label ...any) {
	if !slices.Equal(got, want) {
		t.Helper()
		t.Fatal(differ(got, want, label))
	}
}

// Map compares two maps.
func Map[M ~map[K]V, K, V comparable](t TB, got, want M, label ...any) {
	if !maps.Equal(got, want) {
		t.Helper()
		t.Error(differ(got, want, label))
	}
}

// Deep compares two values by [reflect.DeepEqual].
func Deep(t TB, got, want any, label ...any) {
	if !reflect.DeepEqual(got, want) {
		t.Helper()
		t.Error(differ(got, want, label))
	}
}

// MustDeep is [Deep], and ends the test.
func MustDeep(t TB, got, want any, label ...any) {
	if !reflect.DeepEqual(got, want) {
		t.Helper()
		t.Fatal(differ(got, want, label))
	}
}

// SameNumber compares two numbers of math/big by their values.
func SameNumber[T interface{ Cmp(T) int }](t TB, got, want T, label ...any) {
	if got.Cmp(want) != 0 {
		t.Helper()
		t.Error(differ(got, want, label))
	}
}

// MustSameNumber is [SameNumber], and ends the test.
func MustSameNumber[T interface{ Cmp(T) int }](t TB, got, want T, label ...any) {
	if got.Cmp(want) != 0 {
		t.Helper()
		t.Fatal(differ(got, want, label))
	}
}

// differ formats two values, each on lines of its own if one has several.
func differ(got, want any, label []any) string {
	if text, is := got.(string); is && !strings.Contains(text, "\n") {
		return labelled(label) + fmt.Sprintf("got %q, want %q", got, want)
	}
	g, w := fmt.Sprintf("%v", got), fmt.Sprintf("%v", want)
	if strings.Contains(g+w, "\n") {
		return labelled(label) + "got\n" + g + "\nwant\n" + w
	}
	return labelled(label) + "got " + g + ", want " + w
}

// labelled returns a label, a format and its values, as the beginning of a message.
func labelled(label []any) string {
	if len(label) == 0 {
		return ""
	}
	return fmt.Sprintf(label[0].(string), label[1:]...) + ": "
}
