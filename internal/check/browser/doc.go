// Package browser opens pages in a headless Chromium, for the slow tests of the packages that write
// pages. It has the build tag slow.
package browser
