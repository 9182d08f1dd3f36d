package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coterie/internal/command"
	"coterie/internal/lab"
	"coterie/internal/machine/files"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
)

func labCommand(a *command.App) *cobra.Command {
	var to string
	cmd := command.Verb("lab", "The laboratory: a page for a browser, with the engine in it", command.NoArgs, nil, func(cmd *cobra.Command, _ []string) error {
		if to == "" {
			return typed.Hint(errors.New("lab: where to? -o DIR or -o FILE.html is missing"), "`coterie lab serve` shows it at once")
		}
		return writeLab(cmd.Context(), a, to)
	})
	// The results of other verbs are texts, and this one is a folder.
	cmd.Flags().StringVarP(&to, "output", "o", "", "write a folder `DIR` for a web server, or one file that ends in .html")
	cmd.AddCommand(labServe(a))
	return cmd
}

// labFiles returns the files of the laboratory.
func labFiles(ctx context.Context, a *command.App) (map[string][]byte, error) {
	told, done := a.Progress()
	defer done()
	if told != nil {
		told("making the laboratory", 0, 0)
	}
	engine, err := lab.Engine(ctx)
	if err != nil {
		return nil, err
	}
	return lab.Files(engine)
}

// writeLab writes the laboratory as a folder, or as a page of one file. In the folder the first
// page comes last, so that it never refers to what is not there.
func writeLab(ctx context.Context, a *command.App, to string) error {
	single := strings.EqualFold(filepath.Ext(to), ".html")
	if info, err := os.Stat(to); !single && err == nil && info.IsDir() {
		entries, err := os.ReadDir(to)
		if err == nil && len(entries) > 0 && !files.Exists(filepath.Join(to, "engine.js")) {
			return typed.Hint(fmt.Errorf("lab -o %s: the folder has other files in it", show.Path(to)), "name a new one")
		}
	} else if single {
		if err := files.Check(to); err != nil {
			return typed.WithPathHint(err, to)
		}
	}
	list, err := labFiles(ctx, a)
	if err != nil {
		return err
	}
	if single {
		page, err := lab.Single(list)
		if err != nil {
			return err
		}
		name := filepath.Base(to)
		return command.Put(ctx, filepath.Dir(to), map[string][]byte{name: page}, name)
	}
	if err := command.Put(ctx, to, list, "index.html"); err != nil {
		return err
	}
	a.Notef("%s: any web server can show it; `coterie lab serve` shows one here", show.Path(to))
	return nil
}

func labServe(a *command.App) *cobra.Command {
	var address string
	cmd := command.Verb("serve", "Show the laboratory on this machine, until Ctrl-C", command.NoArgs, nil, func(cmd *cobra.Command, _ []string) error {
		return serveLab(cmd.Context(), a, address)
	})
	cmd.Flags().StringVar(&address, "listen", "127.0.0.1:0", "take browsers at `ADDRESS`; port 0 is any free one")
	return cmd
}

// serveLab shows the laboratory until ctx ends, which is not an error.
func serveLab(ctx context.Context, a *command.App, address string) error {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", show.Brief(address), err)
	}
	defer l.Close()
	list, err := labFiles(ctx, a)
	if err != nil {
		return err
	}
	shown := struct {
		URL string `json:"url"`
	}{"http://" + l.Addr().String() + "/"}
	err = a.Render(false,
		func(w io.Writer) error { _, err := fmt.Fprintln(w, shown.URL); return err },
		shown,
		func() (*table.Table, error) {
			t := table.New(table.TextColumns("url")...)
			return t, t.Append(table.TextRow(shown.URL)...)
		},
	)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: lab.Handler(list)}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
