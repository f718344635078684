package command

import "github.com/skillctl/skillctl/internal/document"

// Use is a place where the text takes the value of a variable. Its length, whether it is
// set, and names of variables are no values: ${#A}, ${A:+b}, ${!A*}.
type Use struct {
	// Command is the command it stands in, -1 for none.
	Command int `json:"command"`
	// Name is the variable, nil when which one is known only when it runs: ${!A}.
	Name *string `json:"name"`
	// How is "expansion", "arithmetic" for a name that is evaluated, or "text" for one in
	// a text of a small language that a program reads: awk's ENVIRON.
	How  string `json:"how"`
	Text string `json:"text"`
	// Set: before this place the text surely sets the variable itself.
	Set bool `json:"set"`
	// Tested: nothing is done with the value but to look whether there is one.
	Tested bool          `json:"tested"`
	Span   document.Span `json:"span"`
}
