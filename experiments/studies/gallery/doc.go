// Package gallery holds the study that draws a system of every family.
package gallery
