package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/draw"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/measure/liars"
	"coterie/quorum"
)

func (a *App) drawCommand() *cobra.Command {
	var sites, quorums []string
	var run traceFlags
	var network federatedFlags
	var pair bool
	cmd := Verb("draw SPEC", "Draw a system, or a run, as SVG, PNG, PDF or TikZ", func(cmd *cobra.Command, args []string) error {
		// Before the common flags are judged: pictures have formats of their own.
		if format, ok := a.Formats.Of("." + a.format); ok {
			return typed.Hint(fmt.Errorf("draw --format %s: the ending of the file of -o says which picture it is", show.Brief(a.format)), "for example: -o picture."+format.Ending())
		}
		return run.judge(cmd, args)
	}, completeSpec, func(cmd *cobra.Command, args []string) error {
		for flag, list := range map[string][]string{"site": sites, "quorum": quorums} {
			if cmd.Flags().Changed(flag) && len(list) == 0 {
				return fmt.Errorf("--%s: it is empty: want a number from 1, or a name", flag)
			}
		}
		if run.path != "" && run.page(a.Output) {
			return a.player(cmd.Context(), run)
		}
		if run.path != "" {
			return a.draw(func() (*draw.Picture, error) { return a.diagram(cmd.Context(), run) })
		}
		return a.draw(func() (*draw.Picture, error) {
			return a.drawSystem(cmd.Context(), args[0], sites, quorums, pair, network)
		})
	})
	cmd.Flags().StringSliceVar(&sites, "site", nil, "show the quorum of site `V`, a number or a name")
	cmd.Flags().StringSliceVar(&quorums, "quorum", nil, "show quorum `I`, or several, separated by commas")
	cmd.Flags().BoolVar(&pair, "pair", false, "show two quorums that share least")
	run.register(cmd)
	network.declare(cmd, "")
	network.declareBy("organisation")
	return cmd
}

// draw writes a picture in the format of the ending of -o.
func (a *App) draw(picture func() (*draw.Picture, error)) error {
	if a.format != "text" {
		return typed.Hint(fmt.Errorf("draw --format %s: a picture is SVG, PNG, PDF or TeX, as the ending of the file of -o says", show.Brief(a.format)),
			"`coterie build SPEC --format "+a.format+"` writes the quorums")
	}
	format, ok := a.Formats.Of(a.Output)
	switch {
	case a.Output == "" || a.Output == "-":
		format = canvas.SVG
	case ok:
	case strings.EqualFold(filepath.Ext(a.Output), ".html"):
		return typed.Hint(fmt.Errorf("draw -o %s: a page plays a run, not a system", show.Brief(a.Output)), "--trace FILE names a run")
	default:
		return typed.Hint(fmt.Errorf("draw -o %s: the name has to end in %s", show.Brief(a.Output), a.Formats.Endings()), "for example: -o picture.svg; of a run (--trace) also -o run.html")
	}
	p, err := picture()
	if err != nil {
		return err
	}
	if p.Note() != "" {
		a.Notef("%s", p.Note())
	}
	return a.emit(false, func(w io.Writer) error { return p.Write(w, format) })
}

// drawSystem draws a system and highlights the given sites and quorums, or a pair that shares
// least.
func (a *App) drawSystem(ctx context.Context, spec string, sites, quorums []string, pair bool, network federatedFlags) (*draw.Picture, error) {
	var opts draw.Options
	var err error
	if opts.Quorums, err = ordinals("--quorum", quorums); err != nil {
		return nil, err
	}
	if len(sites) > 0 && len(quorums) > 0 {
		return nil, errors.New("draw: --site or --quorum, not both")
	}
	if pair && len(sites)+len(quorums) > 0 {
		return nil, errors.New("draw: --pair finds two quorums itself, without --site and --quorum")
	}
	return a.picture(ctx, spec, sites, pair, opts, network)
}

// leastPair returns the indices of two quorums that share least.
func (a *App) leastPair(ctx context.Context, s quorum.Known) (pair []int, _ error) {
	s, err := a.list(ctx, s)
	if err != nil || len(s.Cartels()) == 0 {
		return nil, cmp.Or(err, fmt.Errorf("--pair: a %s has no family of quorums", s.Kind))
	}
	x, err := liars.Find(ctx, s.Cartels(), a.Jobs)
	for _, i := range x.Pair.Quorums {
		pair = append(pair, int(i))
	}
	return pair, err
}

// picture draws the system of a SPEC. If the picture of a family needs no list of quorums, the
// quorums are not listed, as there may be too many.
func (a *App) picture(ctx context.Context, spec string, sites []string, pair bool, opts draw.Options, network federatedFlags) (*draw.Picture, error) {
	s, err := a.open(ctx, spec)
	if w, err := network.network(ctx, err); err != nil {
		return nil, err
	} else if w != nil {
		return a.drawNetwork(ctx, spec, w, network.by)
	}
	if opts.Sites, err = typed.Nodes("site", sites, s); err != nil {
		return nil, err
	}
	if pair {
		if opts.Quorums, err = a.leastPair(ctx, s); err != nil {
			return nil, err
		}
	}
	opts.Title = textName("", spec)
	picture := func() (*draw.Picture, error) {
		if s.Structure != nil {
			done := a.spin("drawing " + printable(textName(s.Structure.Name(), spec)))
			defer done()
		}
		p, err := draw.Of(ctx, s, opts)
		if errors.As(err, new(*quorum.InputError)) {
			err = typed.Hint(fmt.Errorf("--%w", err), "`coterie build "+quoted(spec)+"` lists the quorums and sites")
		}
		return p, err
	}
	if p, err := picture(); !errors.Is(err, draw.ErrNoList) {
		return p, err
	}
	s, err = a.list(ctx, s)
	if i, ok := construct.InstanceOf(s); ok && errors.As(err, new(*quorum.TooManyError)) {
		return nil, typed.Hint(err, withoutList(ctx, i, opts))
	}
	if err != nil {
		return nil, err
	}
	return picture()
}

// withoutList returns advice for a system that has too many quorums to list.
func withoutList(ctx context.Context, i *construct.Instance, opts draw.Options) string {
	if len(opts.Sites)+len(opts.Quorums) > 0 {
		if _, err := draw.Of(ctx, i.Known(), draw.Options{}); err == nil {
			return "without --site and --quorum its picture needs no list"
		}
	}
	hint := "this picture is made from the list: draw a smaller system of the family"
	f, m := i.Family(), max(i.Groups(), i.Holders())
	if !f.HasDefault() {
		return hint
	}
	if usual, err := f.ForN(i.N(), m); err != nil || usual.Spec() != i.Spec() {
		return hint
	}
	verb := fmt.Sprintf("coterie families %s --n %d", f.Name, i.N())
	if f.Groups() {
		verb += fmt.Sprintf(" --m %d", m)
	}
	if f.Holders() {
		verb += fmt.Sprintf(" --k %d", m)
	}
	return hint + "; `" + verb + "` has the figures of this one"
}

// ordinals reads numbers as people count, from 1.
func ordinals(flag string, texts []string) ([]int, error) {
	var list []int
	for i, text := range texts {
		var v quorum.Node
		if text = strings.TrimSpace(text); text == "" {
			return nil, fmt.Errorf("%s %s: number %v is empty: want a number from 1", flag, show.Brief(strings.Join(texts, ",")), quorum.Index(i))
		}
		if _, err := strconv.Atoi(text); err != nil || v.UnmarshalJSON([]byte(text)) != nil || v < 0 {
			return nil, fmt.Errorf("%s %s: want a number from 1", flag, show.Brief(text))
		}
		list = append(list, int(v))
	}
	return list, nil
}
