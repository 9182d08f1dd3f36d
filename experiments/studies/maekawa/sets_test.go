package maekawa

import (
	"encoding/json"
	"strings"
	"testing"

	"coterie/experiments/studytest"
	"coterie/quorum"
)

func TestMaekawaSetsSmall(t *testing.T) {
	p := setsParameters{Sizes: []int{2, 3}}
	folder := studytest.Declare(t, declareSets, p, verifyRenaming)
	studytest.WantVerdicts(t, folder, map[string]string{"maekawa-figure-1": "holds on", "maekawa-figure-1-planes": "holds on", "maekawa-method-1-five-nodes": "holds on"})
	if lines := studytest.Lines(t, folder, "maekawa-sets.csv"); len(lines) != 1+3+7 {
		t.Errorf("%d lines", len(lines))
	}

	// Every kind of damage to the certificate is seen.
	data := strings.Join(studytest.Lines(t, folder, "renaming-k3.json"), "\n")
	for name, damage := range map[string]func(r *renaming){
		"":        func(*renaming) {},
		"swap":    func(r *renaming) { r.To[0], r.To[1] = r.To[1], r.To[0] },
		"repeat":  func(r *renaming) { r.To[0] = r.To[1] },
		"ours":    func(r *renaming) { r.Ours[0] = quorum.SetOf(0, 1, 3) },
		"printed": func(r *renaming) { r.Printed[6] = r.Printed[5] },
		"spec":    func(r *renaming) { r.Spec = "cyclic:order=2" },
		"short":   func(r *renaming) { r.To = r.To[1:] },
	} {
		var r renaming
		if err := json.Unmarshal([]byte(data), &r); err != nil {
			t.Fatal(err)
		}
		damage(&r)
		changed, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := verifyRenaming(t.Context(), p, "renaming-k3.json", changed); name == "" && err != nil {
			t.Error(err)
		} else if name != "" && err == nil {
			// A swap may be an automorphism of the plane; then the certificate is good.
			if name == "swap" {
				t.Logf("the swap is an automorphism")
				continue
			}
			t.Errorf("damage %q is not seen", name)
		}
	}
}
