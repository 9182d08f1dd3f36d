package experiments

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html/template"
	"strings"
)

// pagePicture is a picture as the page shows it: a file beside the page, which a browser reads when
// it comes into view. Pictures at the top are embedded in the page.
type pagePicture struct {
	pageFile
	Title         string       // for a reader who cannot see the picture
	Width, Height int          // their ratio keeps the place of the picture until it is loaded
	Data          template.URL // the picture itself
	From          []string     // tables
	stem          string
}

// newPagePicture also encodes a picture as an address, so that no style and no name in it can
// affect the page.
func newPagePicture(link pageFile, data []byte) pagePicture {
	stem := strings.TrimSuffix(link.Name, ".svg")
	p := pagePicture{pageFile: link, Title: stem, stem: stem, Width: 3, Height: 2}
	title, width, height := svgHead(data)
	if title != "" {
		p.Title = title
	}
	if width > 0 && height > 0 {
		p.Width, p.Height = width, height
	}
	// The template escapes all else that an address may not hold. Escaping is shorter than base64
	// for an SVG, which is mostly digits.
	escaped := strings.NewReplacer("%", "%25", "#", "%23", "\t", " ", "\n", " ", "&", "%26", "'", "%27").Replace(string(data))
	p.Data = template.URL("data:image/svg+xml," + escaped)
	return p
}

// svgHead returns the title of an SVG, "" if it has none, and the size of its view box, 0 if the
// SVG does not give it.
func svgHead(data []byte) (title string, width, height int) {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if err != nil {
			return "", width, height
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "svg":
			for _, a := range start.Attr {
				var x, y, w, h float64
				if a.Name.Local != "viewBox" {
					continue
				}
				if n, _ := fmt.Sscan(a.Value, &x, &y, &w, &h); n == 4 {
					width, height = int(w), int(h)
				}
			}
		case "title":
			if d.DecodeElement(&title, &start) != nil {
				return "", width, height
			}
			return strings.TrimSpace(title), width, height
		}
	}
}

// Source returns the address of the picture for a browser. Pictures of at most inline bytes are in
// the page itself.
func (p pagePicture) Source(inline int) template.URL {
	if len(p.Data) <= inline {
		return p.Data
	}
	return template.URL(p.Address)
}
