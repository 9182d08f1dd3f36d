package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/internal/listing"
	"coterie/quorum"
)

func (a *app) buildCommand() *cobra.Command {
	var sites bool
	cmd := &cobra.Command{
		Use:               "build SPEC",
		Short:             "Print a system",
		Args:              oneSpec,
		ValidArgsFunction: completeSpec,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.build(cmd.Context(), args[0], sites)
		},
	}
	cmd.Flags().BoolVar(&sites, "sites", false, "give every site a quorum of its own that contains it, where there is none (a bipartite matching)")
	return cmd
}

func (a *app) build(ctx context.Context, spec string, sites bool) error {
	s, err := a.load(ctx, spec)
	if err != nil {
		return err
	}
	if sites {
		system, ordinary := s.(*quorum.System)
		if !ordinary {
			return fmt.Errorf("--sites: a %s has no site assignment", s.Kind())
		}
		if s, err = system.WithAssignedSites(ctx); errors.As(err, new(*quorum.HallError)) {
			return fail(exitFails, "--sites: %v", err)
		} else if err != nil {
			return fmt.Errorf("--sites: %w", err)
		}
	}
	return a.emit(false, func(w io.Writer) error {
		w = endingWriter{ctx, w}
		switch a.format {
		case "json":
			return quorum.Write(w, s)
		case "csv":
			var groups []listing.Group
			for _, p := range parts(s) {
				groups = append(groups, listing.Group{Name: p.group, Family: p.family})
			}
			return listing.WriteCSV(w, s, groups)
		default:
			return writeStructure(w, printable(textName(s.Name(), spec)), s)
		}
	})
}

// endingWriter fails once its context has ended, so that who writes a long list stops.
type endingWriter struct {
	ctx context.Context
	w   io.Writer
}

func (e endingWriter) Write(p []byte) (int, error) {
	if err := cutShort(e.ctx); err != nil {
		return 0, err
	}
	return e.w.Write(p)
}

// part is a family of a structure with what it is called.
type part struct {
	group  string // "" in a system of one family
	label  string // the group in texts for people
	family quorum.Family
}

func parts(s quorum.Structure) []part {
	switch s := s.(type) {
	case *quorum.System:
		return []part{{family: s.Family()}}
	case *quorum.KCoterie:
		return []part{{family: s.Family()}}
	case *quorum.GroupSystem:
		var list []part
		roles := construct.RolesOf(s.Name())
		for i := range s.Groups() {
			list = append(list, part{"cartel " + quorum.Index(i).String(), roles.Cartel(quorum.Index(i)), s.Cartel(i)})
		}
		return list
	case *quorum.SharingStructure:
		var list []part
		for _, gf := range s.Families() {
			names := make([]string, len(gf.Group))
			for k, u := range gf.Group {
				names[k] = quorum.Index(u).String()
			}
			group := "processes " + strings.Join(names, " ")
			list = append(list, part{group, group, gf.Family})
		}
		return list
	}
	panic(fmt.Sprintf("unknown structure %T", s))
}

func writeStructure(out io.Writer, name string, s quorum.Structure) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s: %s, n = %d", name, s.Kind(), s.N())
	if k, ok := s.(*quorum.KCoterie); ok {
		fmt.Fprintf(w, ", k = %d", k.K())
	}
	if names := s.Names(); names != nil {
		fmt.Fprintf(w, "\nnodes: %s", labelList(names, len(names)))
	}
	if sharing, ok := s.(*quorum.SharingStructure); ok {
		fmt.Fprintf(w, ", %s", count(sharing.Resources(), "resource"))
		for u := range sharing.Processes() {
			fmt.Fprintf(w, "\nprocess %v: resources %v", quorum.Index(u), quorum.SetOf(sharing.Alpha(u)...))
		}
	}
	var line []byte
	for _, p := range parts(s) {
		label := fmt.Sprintf("\n%s:", count(p.family.Len(), "quorum"))
		if p.group != "" {
			label = fmt.Sprintf("\n%s, %s:", p.label, count(p.family.Len(), "quorum"))
		}
		fmt.Fprint(w, label)
		for i := range p.family.Len() {
			line = p.family.AppendLabel(append(line[:0], "\n  "...), i, s.Names())
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
	}
	if system, ok := s.(*quorum.System); ok && system.HasSites() {
		fmt.Fprint(w, "\nsites:")
		for i, q := range system.Sites() {
			if _, err := fmt.Fprintf(w, "\n  S_%v = quorum %v", quorum.Node(i), quorum.Index(q)); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(w)
	return w.Flush()
}
