// Package dialect turns the configuration of another system (OpenClaw, ZeroClaw,
// code execution) into settings; give [Reader.Translate] to
// settings.WithTranslator. Every value keeps the place where that system has it.
package dialect
