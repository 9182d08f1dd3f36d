package experiments

import (
	"strings"
	"testing"
)

func TestBilliardFiguresSmall(t *testing.T) {
	folder := runSmall(t, runBilliardFigures, figureParameters{Unit: 10, Above: [2]int{2, 6}, Below: [2]int{7, 3}, Denoms: 6, Ordinary: 7, Sides: 11}, nil)
	wantVerdicts(t, folder, map[string]string{
		"agrawal-continuous-grid-distinct": "holds on", "agrawal-continuous-grid-length": "holds on", "agrawal-continuous-grid-intersection": "holds on",
		"agrawal-billiard-path-shape": "holds on", "agrawal-billiard-path-corners": "holds on", "agrawal-billiard-path-slope": "holds on",
		"agrawal-broken-path-length": "proved", "agrawal-broken-path-peaks": "proved", "agrawal-broken-path-corners": "proved",
		"agrawal-broken-path-unique": "holds under", "agrawal-broken-path-intersection": "proved", "agrawal-broken-path-rotation": "holds under",
		"agrawal-diagonal-cells": "holds on", "agrawal-figure-3": "holds on", "agrawal-modified-grid-crossings": "proved",
		"agrawal-modified-grid-anomalies": "holds on", "agrawal-figure-4": "holds on", "agrawal-figure-5": "holds on", "agrawal-figure-5-size": "holds on",
		"agrawal-figure-6": "holds on", "agrawal-figure-6-start": "holds on", "agrawal-figure-6-linear": "holds on", "agrawal-x-1": "holds on",
		"agrawal-figure-7": "holds on", "agrawal-proposition-2-examples": "holds on",
	})
	for file, want := range map[string]int{
		"figure-4.csv": 81, "figure-5.csv": 18, "figure-7.csv": 4 + 12 + 24 + 2, "continuous.csv": 6, "ordinary-grid.csv": 5, "figure-6.csv": 5,
	} {
		lines := readSmall(t, folder, file)
		if len(lines) != want+1 {
			t.Errorf("%s: %d rows, want %d", file, len(lines)-1, want)
		}
		for _, line := range lines[1:] {
			if strings.HasSuffix(line, ",false") {
				t.Errorf("%s: %s", file, line)
			}
		}
	}
}
