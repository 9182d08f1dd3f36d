package experiments

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"coterie/internal/picture/canvas"
	"coterie/internal/picture/paper"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// claimsFile is the file that holds the claims of a study.
const claimsFile = "claims.csv"

// fileKinds are the extensions of the files that a study emits; versions before 0.14 emitted PNG,
// too.
var fileKinds = []string{".csv", ".svg", ".png", ".json"}

// Output takes the declarations of a study: rows ([Compute]), tables ([Table]), pictures drawn from
// them, certificates and claims. A file's name is a plain one, and its extension gives its kind:
// .csv, .svg, .json. Everything stays in memory until the study has finished.
//
// It keeps the first error, as bufio.Writer does: from then on nothing is computed or emitted, and
// lists of rows are empty. Use it from one goroutine; its Env may be used from all.
type Output struct {
	Env
	ctx      context.Context
	study    Study
	checking bool // pictures are not rendered, certificates not verified again
	files    map[string]manifestFile
	claims   []Claim
	found    []found
	trial    bool // claims are taken unchecked: see [ClaimsOf]

	committed map[string][]byte // while redrawing: the files of the part as they are
	passed    map[string]bool   // while redrawing: the pictures that were declared
	beside    map[string][]byte // the pictures in other formats, by file name
	err       error
}

func newOutput(ctx context.Context, env Env, study Study, checking bool) *Output {
	return &Output{Env: env, ctx: ctx, study: study, checking: checking, files: make(map[string]manifestFile), beside: make(map[string][]byte)}
}

// Context ends when the run is interrupted.
func (o *Output) Context() context.Context { return o.ctx }

// Err returns the first error.
func (o *Output) Err() error { return o.err }

// Fail keeps err if it is the first error, and reports whether there is any. If the next step
// depends on the failed one, the study should return.
func (o *Output) Fail(err error) bool {
	if o.err == nil {
		o.err = err
	}
	return o.err != nil
}

// Stopped reports whether the study should stop: the context has ended, or there was an error
// before. Check it before a long computation outside of [Compute].
func (o *Output) Stopped() bool {
	if o.err == nil && o.ctx.Err() != nil {
		o.err = ContextError(o.ctx)
	}
	return o.err != nil
}

// keepError keeps the error that a method of the output is about to return.
func (o *Output) keepError(err *error) { o.Fail(*err) }

// accept checks a file's name: it must have one of the extensions and not be taken. Nothing is
// accepted after an error.
func (o *Output) accept(name string, extensions ...string) error {
	if o.Stopped() {
		return o.err
	}
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	switch {
	case !slices.Contains(extensions, ext):
		return fmt.Errorf("%s: the extension must be %s", name, strings.Join(extensions, " or "))
	case !isKebab(stem):
		return fmt.Errorf("%s: a file is named by lower-case words joined by -", name)
	}
	if _, taken := o.files[name]; taken {
		return fmt.Errorf("%s: emitted twice", name)
	}
	return nil
}

// emit emits a table as NAME.csv. Each of its columns must be documented: the manifest carries the
// columns, so that a reader of the CSV finds units and meaning.
func (o *Output) emit(name string, t *table.Table) (err error) {
	defer o.keepError(&err)
	if err := o.accept(name, ".csv"); err != nil {
		return err
	}
	for _, c := range t.Columns() {
		if c.Doc == "" {
			return fmt.Errorf("%s: column %s has no description", name, c.Name)
		}
	}
	var data bytes.Buffer
	if err := t.WriteCSV(&data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	o.put(manifestFile{Name: name, Columns: t.Columns(), data: data.Bytes()})
	return nil
}

// Picture is a [plot.Figure] or a picture of a system.
type Picture interface {
	Validate() error // nil if it can be drawn
	Write(io.Writer, canvas.Format) error
}

// picture emits a picture as STEM.svg. shows holds, for each table's file, a text of the part that
// the picture shows, whose hash goes into the manifest.
func (o *Output) picture(name string, picture Picture, shows map[string]string) (err error) {
	defer o.keepError(&err)
	if o.replaying() {
		return nil
	}
	if err := o.accept(name, ".svg"); err != nil {
		return err
	}
	if len(shows) == 0 {
		return fmt.Errorf("%s: a picture is drawn from at least one table", name)
	}
	f := manifestFile{Name: name, DrawnFrom: make(map[string]string)}
	for t, what := range shows {
		if o.files[t].Columns == nil {
			return fmt.Errorf("%s: drawn from %q, which is no table emitted before it", name, t)
		}
		f.DrawnFrom[t] = hash([]byte(what))
	}
	if o.checking {
		if err := picture.Validate(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	} else {
		write := func(format canvas.Format) []byte {
			var data bytes.Buffer
			if werr := picture.Write(&data, format); werr != nil {
				err = fmt.Errorf("%s as %s: %w", name, format.Ending(), werr)
			}
			return data.Bytes()
		}
		f.data = write(canvas.SVG)
		for _, ending := range o.formats {
			format, _ := paper.Formats().Of("." + ending)
			o.beside[strings.TrimSuffix(name, "svg")+format.Ending()] = write(format)
		}
		if err != nil {
			return err
		}
	}
	o.put(f)
	return nil
}

// put emits a file.
func (o *Output) put(f manifestFile) {
	f.SHA256 = hash(f.data)
	o.files[f.Name] = f
}

// Certificate emits v as NAME.json: an object that somebody can verify without a search, such as a
// system that attains a value, or a strategy and weights. v is marshalled and indented. The study's
// Verify judges it at once, so nothing reaches results/ that would not pass [Check]; while
// checking, the committed file is verified instead and v is not looked at.
func (o *Output) Certificate(name string, v any) (err error) {
	defer o.keepError(&err)
	if o.redrawing() || o.replaying() {
		return nil
	}
	if err := o.accept(name, ".json"); err != nil {
		return err
	}
	if o.study.Verify == nil {
		return fmt.Errorf("%s: the study has no Verify for its certificates", name)
	}
	if o.checking {
		o.put(manifestFile{Name: name})
		return nil
	}
	data, err := PrettyJSON(v)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := o.study.Verify(o.ctx, o.Full, name, data); err != nil {
		return fmt.Errorf("%s: the certificate does not verify: %w", name, err)
	}
	o.put(manifestFile{Name: name, data: data})
	return nil
}

// Claim emits the verdict on a statement of a paper: its id (words joined by -, unique in the
// project), the paper by author and year, the place in it, the claim in a sentence. The claims of a
// study become claims.csv, in their order, which the study `claims` gathers; their command is that
// of the study. A claim without a judgement, a source or a statement is refused.
func (o *Output) Claim(id, source, section, statement string, j Judgement) {
	o.claim(Claim{ID: id, Source: source, Section: section, Statement: statement, Judgement: j})
}

// ClaimAgain emits another verdict on the sentence of a claim of this study or another one: the
// same words are tried by other means, or in part. Both verdicts are reported, and the sentence is
// counted once.
func (o *Output) ClaimAgain(of, id, source, section, statement string, j Judgement) {
	o.claim(Claim{ID: id, Source: source, Section: section, Statement: statement, Again: of, Judgement: j})
}

func (o *Output) claim(c Claim) (err error) {
	defer o.keepError(&err)
	if o.Stopped() || o.redrawing() || o.replaying() {
		return o.err
	}
	c.Command = "coterie experiment run " + o.study.name
	if o.Full {
		c.Command += " --full"
	}
	if err := c.check(); err != nil && !o.trial {
		return err
	}
	if slices.ContainsFunc(o.claims, func(d Claim) bool { return d.ID == c.ID }) {
		return fmt.Errorf("claim %s: claimed twice", c.ID)
	}
	o.claims = append(o.claims, c)
	return nil
}

// ClaimsOf returns the claims that declare emits, even those without cases. A test uses it to give
// the judges of a study rows with a single error.
func ClaimsOf(declare func(out *Output)) []Claim {
	out := newOutput(context.Background(), Env{}, Study{}, true)
	out.trial = true
	declare(out)
	return out.claims
}

// finish turns the findings and the claims into their tables.
func (o *Output) finish() error {
	if o.err == nil && len(o.found) > 0 {
		Table(o, "findings", o.found, foundColumns())
	}
	if o.err == nil && len(o.claims) > 0 {
		Table(o, "claims", o.claims, columnsFor(o.claims))
	}
	return o.err
}

// names returns the files in order.
func (o *Output) names() []string { return slices.Sorted(maps.Keys(o.files)) }

// hash returns the SHA-256 of data in hexadecimal.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// PrettyJSON marshals with one space of indentation and a newline at the end.
func PrettyJSON(v any) ([]byte, error) {
	compact, err := show.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", " "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	if bytes.Equal(compact, []byte("null")) {
		return nil, errors.New("nothing to certify: null")
	}
	return out.Bytes(), nil
}
