package tikz

import (
	"slices"
	"strings"
	"unicode"
)

// texSigns returns the characters that need a command in LaTeX.
func texSigns() map[rune]string {
	signs := map[rune]string{}
	for pair := range slices.Chunk([]string{
		"\\", `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\textdollar{}`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
		"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `$<$`, ">", `$>$`, "|", `$|$`, "\"", `''`,
		"−", `$-$`, "·", `$\cdot$`, "×", `$\times$`, "÷", `$\div$`, "±", `$\pm$`, "≤", `$\le$`, "≥", `$\ge$`, "≠", `$\ne$`,
		"≈", `$\approx$`, "∞", `$\infty$`, "∈", `$\in$`, "∩", `$\cap$`, "∪", `$\cup$`, "→", `$\to$`, "∑", `$\sum$`,
		"⌈", `$\lceil$`, "⌉", `$\rceil$`, "⌊", `$\lfloor$`, "⌋", `$\rfloor$`, "½", `$\frac12$`, "¼", `$\frac14$`, "¾", `$\frac34$`,
		"–", `--`, "—", `---`, "…", `\dots{}`, "’", `'`, "‘", "`", "“", "``", "”", `''`, "°", `$^\circ$`, "§", `\S{}`,
		"\u00a0", `~`, "\u202f", `\,`, "\u2009", `\,`,
		"¹", `$^1$`, "²", `$^2$`, "³", `$^3$`, "µ", `$\mu$`, "Δ", `$\Delta$`, "√", `$\surd$`,
	}, 2) {
		signs[[]rune(pair[0])[0]] = pair[1]
	}
	for i := range 10 {
		digit := string(rune('0' + i))
		signs['₀'+rune(i)] = "$_" + digit + "$"
		if i == 0 || i > 3 { // the superscripts 1, 2 and 3 are older, and have other code points
			signs['⁰'+rune(i)] = "$^" + digit + "$"
		}
	}
	for pair := range slices.Chunk(strings.Fields(`
		α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda
		μ mu ν nu ξ xi π pi ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi χ chi ψ psi
		ω omega Γ Gamma Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega`), 2) {
		signs[[]rune(pair[0])[0]] = `$\` + pair[1] + `$`
	}
	return signs
}

// texText writes a text for LaTeX. Nothing in it acts as a command, a root has its bar, and 10^5
// its exponent. Characters that LaTeX may lack become question marks.
func texText(s string) string {
	signs := texSigns()
	var out strings.Builder
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		rest := runes[i+1:]
		switch sign, special := signs[r]; {
		case r == '√' && radicand(rest) > 0:
			n := radicand(rest)
			out.WriteString(`$\sqrt{` + mathText(strings.Trim(string(rest[:n]), "()")) + `}$`)
			i += n
		case r == '^' && exponent(rest) > 0:
			n := exponent(rest)
			out.WriteString(`$^{` + strings.ReplaceAll(string(rest[:n]), "−", "-") + `}$`)
			i += n
		case special:
			out.WriteString(sign)
		case r < 0x20 || r == 0x7f:
			out.WriteByte(' ')
		case r > unicode.MaxLatin1 && (r > 0x17f || !unicode.IsLetter(r)):
			out.WriteByte('?')
		default:
			out.WriteRune(r)
		}
	}
	return strings.ReplaceAll(out.String(), "$$", "")
}

// mathText writes a text under a root, where formulas need no dollars.
func mathText(s string) string { return strings.ReplaceAll(texText(s), "$", "") }

// radicand returns the length of the text under a root sign: a parenthesis, a number or a letter.
func radicand(rest []rune) int {
	if len(rest) > 0 && rest[0] == '(' {
		for i, r := range rest {
			switch {
			case r == ')':
				return i + 1
			case i > 0 && !(r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("+-−·/ ", r)):
				return 0
			}
		}
		return 0
	}
	n := 0
	for n < len(rest) && unicode.IsDigit(rest[n]) && rest[n] < 0x80 {
		n++
	}
	if n == 0 && len(rest) > 0 && rest[0] < 0x80 && unicode.IsLetter(rest[0]) {
		return 1
	}
	return n
}

// exponent returns the length of the signed whole number at the beginning.
func exponent(rest []rune) int {
	n := 0
	if n < len(rest) && (rest[n] == '−' || rest[n] == '-') {
		n++
	}
	digits := n
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	if n == digits {
		return 0
	}
	return n
}
