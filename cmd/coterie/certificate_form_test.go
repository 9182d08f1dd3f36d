package main

import (
	"encoding/json"
)

// printedSystem is a system as build prints it.
type printedSystem struct {
	Kind     string    `json:"kind"`
	N        int       `json:"n"`
	Names    []string  `json:"names"`
	Quorums  [][]int   `json:"quorums"`
	Cartels  [][][]int `json:"cartels"`
	Families []struct {
		Quorums [][]int `json:"quorums"`
	} `json:"families"`
}

func (s printedSystem) families() [][][]int {
	switch {
	case s.Cartels != nil:
		return s.Cartels
	case s.Families != nil:
		var list [][][]int
		for _, f := range s.Families {
			list = append(list, f.Quorums)
		}
		return list
	}
	return [][][]int{s.Quorums}
}

type printedChoice struct {
	Quorum *int   `json:"quorum"`
	Nodes  []int  `json:"nodes"`
	Weight string `json:"weight"`
}

// printedFigures are the figures of one family.
type printedFigures struct {
	Quorums     json.Number `json:"quorums"`
	MinQuorum   *int        `json:"min_quorum"`
	MaxQuorum   *int        `json:"max_quorum"`
	Load        *string
	Capacity    *string
	Strategy    []printedChoice
	NodeWeights []string `json:"node_weights"`

	Resilience          *int
	SmallestTransversal []int `json:"smallest_transversal"`
	ResilienceProof     *struct {
		AtLeast  int    `json:"transversals_at_least"`
		By       string `json:"by"`
		Disjoint []int  `json:"disjoint_quorums"`
	} `json:"resilience_proof"`

	LiveSets     []string `json:"live_sets"`
	Availability []struct {
		P, Value, Failure float64
		Exact             bool
		Floor             *float64 `json:"failure_floor"`
	}

	Degree      *int
	Disjoint    []int `json:"disjoint_quorums"`
	DegreeProof *struct {
		AtMost      int `json:"at_most"`
		By          string
		Transversal []int
	} `json:"degree_proof"`
}

// printedReport is a report as measure prints it.
type printedReport struct {
	printedFigures
	Kind         string
	N            int
	Names        []string
	Nondominated *bool
	Witness      *struct {
		Cartel *int
		Nodes  []int
	} `json:"domination_witness"`
	Uniform       *bool
	Mix           []string
	MixLoad       *string           `json:"mix_load"`
	MixStrategies [][]printedChoice `json:"mix_strategies"`
	MixWeights    []string          `json:"mix_node_weights"`
	Cartels       []printedFigures
	Reasons       map[string]string
}
