package shell

func openClawView(f *Facts, o options) *OpenClawView { return nil }
