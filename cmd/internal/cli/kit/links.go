package kit

import (
	"slices"
	"strconv"
)

// Links says whether standard output gets hyperlinks: it is a terminal that is known to
// show them. $FORCE_HYPERLINK decides where it is set, as for other programs.
func (s *IOStreams) Links(color bool) bool {
	if !s.OutTTY || !color {
		return false
	}
	if force := s.Getenv("FORCE_HYPERLINK"); force != "" {
		return force != "0"
	}
	if s.Getenv("TERM") == "dumb" || s.Getenv("CI") != "" || s.Getenv("TMUX") != "" || s.Getenv("STY") != "" {
		return false
	}
	if vte, err := strconv.Atoi(s.Getenv("VTE_VERSION")); err == nil && vte >= 5000 {
		return true
	}
	for _, name := range []string{"WT_SESSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR", "DOMTERM"} {
		if s.Getenv(name) != "" {
			return true
		}
	}
	return slices.Contains([]string{"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "zed"}, s.Getenv("TERM_PROGRAM")) ||
		slices.Contains([]string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"}, s.Getenv("TERM"))
}
