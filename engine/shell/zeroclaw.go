package shell

func zeroClawView(src string, d Dialect) *ZeroClawView { return nil }
