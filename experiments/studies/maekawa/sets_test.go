package maekawa

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/quorum"
)

func TestMaekawaSetsSmall(t *testing.T) {
	p := sizeParameters{Sizes: []int{2, 3}}
	folder := studytest.Small(t, declareSets, p, experiments.Decoded(verifyRenaming))

	// Every kind of damage to the certificate is seen.
	verify := func(data []byte) error {
		return experiments.Decoded(verifyRenaming)(t.Context(), p, "renaming-k3.json", data)
	}
	studytest.Damaged(t, verify, studytest.Bytes(t, folder, "renaming-k3.json"), map[string]func(r *renaming){
		"swap":    func(r *renaming) { r.To[0], r.To[1] = r.To[1], r.To[0] },
		"repeat":  func(r *renaming) { r.To[0] = r.To[1] },
		"ours":    func(r *renaming) { r.Ours[0] = quorum.SetOf(0, 1, 3) },
		"printed": func(r *renaming) { r.Printed[6] = r.Printed[5] },
		"spec":    func(r *renaming) { r.Spec = "cyclic:order=2" },
		"short":   func(r *renaming) { r.To = r.To[1:] },
	})
}
