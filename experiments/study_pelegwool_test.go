package experiments

import "testing"

func TestPelegWoolDefault(t *testing.T) {
	folder := runSmall(t, runPelegWool, pelegWoolDefaults(), nil)
	t.Log(folder)
}
