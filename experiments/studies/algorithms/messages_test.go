package algorithms

import (
	"testing"

	"coterie/experiments/studytest"
)

func TestMessagesSmall(t *testing.T) {
	folder := studytest.Declare(t, declareMessages, messagesParameters{
		Orders: []int{2, 3}, Offered: []float64{0.005, 0.3, 0}, Curve: 2, Alone: []int{3, 4}, Entries: 1000,
	}, nil)
	studytest.WantPictures(t, folder, "messages", "messages-heavy", "per-member")
	studytest.WantVerdicts(t, folder, map[string]string{
		"maekawa-light-messages": "holds on", "maekawa-heavy-messages": "holds under", "maekawa-worst-messages": "holds under",
		"maekawa-c-root-n": "holds under", "maekawa-optimal-run": "holds under", "maekawa-ricart-messages": "holds on", "chang-more-than-n": "holds on",
		"suzuki-kasami-messages": "holds on", "raymond-saturated-messages": "holds under",
	})
}
