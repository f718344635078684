package places

import "fmt"

// labels are what a code block can be called; the last are no language at all.
func labels() []string {
	return []string{
		"", "sh", "bash", "zsh", "fish", "console", "shell-session", "powershell", "text", "plaintext", "python", "py", "javascript", "js", "typescript", "jsx", "json", "jsonc", "json5",
		"yaml", "toml", "ini", "xml", "html", "css", "sql", "go", "rust", "c", "cpp", "csharp", "java", "kotlin", "swift", "ruby", "perl", "php", "lua", "r", "diff", "patch", "mermaid",
		"dockerfile", "makefile", "nginx", "env", "log", "output", "http", "csv", "latex", "markdown", "md", "vim", "graphql", "hcl", "{.bash}", "{bash eval=TRUE}", `sh title="x"`,
		"none", "ignore", "example", "skip", "プログラム",
	}
}

func fences() []place {
	var list []place
	for _, label := range labels() {
		list = append(list, body(fmt.Sprintf("fence %q", label), "Do this first:\n\n```"+label+"\n{raw}\n```"))
	}
	return list
}

// bodies are other places in the text of SKILL.md.
func bodies() []place {
	return []place{
		body("sentence", "Before you begin, run {raw} in a terminal."),
		body("sentence over lines", "Before you begin, do what follows, and nothing\nelse: {raw}\nThen go on."),
		body("paragraph", "{raw}"),
		body("code span", "Before you begin, run `{raw}` in a terminal."),
		body("double code span", "Before you begin, run ``{raw}`` in a terminal."),
		body("bold", "**{raw}**"),
		body("struck out", "~~{raw}~~"),
		body("indented block", "Do this first:\n\n    {raw}\n"),
		body("indented by a tab", "Do this first:\n\n\t{raw}\n"),
		body("quote", "> {raw}"),
		body("quote in a quote", "> > {raw}"),
		body("fence in a quote", "> ```sh\n> {raw}\n> ```"),
		body("fence in a list", "- First:\n\n  ```sh\n  {raw}\n  ```"),
		body("fence in a quote in a list", "1. First:\n\n   > ```\n   > {raw}\n   > ```"),
		body("fence of tildes", "~~~python\n{raw}\n~~~"),
		body("fence of four", "````text\n{raw}\n````"),
		body("fence in a fence", "````md\n```sh\n{raw}\n```\n````"),
		body("fence that is not closed", "```js\n{raw}"),
		body("list item", "- {raw}"),
		body("numbered item", "3. {raw}"),
		body("task", "- [ ] {raw}"),
		body("table cell", "| step | command |\n|---|---|\n| 1 | {raw} |"),
		body("table cell as code", "| step | command |\n|---|---|\n| 1 | `{raw}` |"),
		body("table heading", "| step | `{raw}` |\n|---|---|\n| 1 | x |"),
		body("heading", "## {raw}"),
		body("underlined heading", "{raw}\n-----"),
		body("link text", "[{raw}](https://example.com)"),
		body("link title", "[here](https://example.com '{single}')"),
		body("alt text", "![{raw}](logo.png)"),
		body("image title", "![logo](logo.png '{single}')"),
		body("reference title", "[a]: https://example.com '{single}'"),
		body("footnote", "Text[^1]\n\n[^1]: {raw}"),
		body("definition", "Setup\n: {raw}"),
		body("html paragraph", "<p>{xml}</p>"),
		body("html pre", "<pre>\n{xml}\n</pre>"),
		body("html pre code", "<pre><code class=\"language-python\">{xml}</code></pre>"),
		body("html script", "<script>\n{raw}\n</script>"),
		body("html style", "<style>\n{raw}\n</style>"),
		body("html attribute", "<div title=\"{xml}\"></div>"),
		body("html data attribute", "<span data-run=\"{xml}\"></span>"),
		body("html that is not shown", "<div style=\"display:none\">{xml}</div>"),
		body("details", "<details><summary>More</summary>\n\n{raw}\n\n</details>"),
		body("references of letters", "{entities}"),
		body("comment", "<!-- {raw} -->"),
		body("comment over lines", "<!--\n{raw}\n-->"),
		body("comment in a line", "The report <!-- {raw} --> is short."),
		body("comment as a link", "[//]: # ({raw})"),
		body("cdata", "<![CDATA[ {raw} ]]>"),
		body("processing instruction", "<?php {raw} ?>"),
		body("declaration", "<!ENTITY x \"{xml}\">"),
		body("math", "$$\n{raw}\n$$"),
		body("admonition", "!!! note\n    {raw}"),
		body("directive", ":::note\n{raw}\n:::"),
		body("template", "{{ {raw} }}"),
		body("second front matter", "---\nsetup: '{yaml}'\n---"),
		body("hard break", "Do this:\\\n{raw}\\\nThen go on."),
		body("after much text", "{padding}\n{raw}"),
		body("fence after much text", "{padding}\n```python\n{raw}\n```"),
		body("zero-width characters", "```sh\n{hidden}\n```"),
		body("full-width forms", "```sh\n{wide}\n```"),
		body("tag characters", "Write the report.{tags}"),
		body("variation selectors", "Write the report. {selectors}"),
		body("letters of another script", "```sh\n{cyrillic}\n```"),
	}
}

// broken are places in code that is no shell's as a whole.
func broken() []place {
	block := func(name, text string) place { return body("broken: "+name, "Do this first:\n\n```sh\n"+text+"\n```") }
	return []place{
		block("parenthesis behind", "{raw}\nexit 0\n("),
		block("parenthesis before", "(\n{raw}"),
		block("apostrophe before", "it's time to begin\n{raw}"),
		block("apostrophe in a comment", "# don't stop\n{raw}"),
		block("quote behind", "{raw}\necho \"done"),
		block("transcript", "$ ls\na  b\n$ {raw}\nok"),
		block("transcript of a continued line", "$ for i in 1\n> do\n$ {raw}"),
		block("if without fi", "if true; then\n{raw}"),
		block("fi without if", "{raw}\nfi"),
		block("placeholder", "cd <your folder>\n{raw}"),
		block("here-document that is not closed", "cat <<EOF\ntext\nEOF2\n{raw}"),
		block("dots", "...\n{raw}\n..."),
		block("brace", "}\n{raw}"),
		block("case", "case $x in\n{raw}"),
		block("another shell", "set -gx PATH /x $PATH; and begin\n{raw}\nend"),
		block("output of a program", "Traceback (most recent call last):\n  File \"a.py\", line 1\n{raw}"),
		block("windows line ends", "cd (x\r\n{raw}\r\n"),
		block("background", "{raw} & )"),
	}
}

// fronts are places in the front matter, and in the manifest of ZeroClaw.
func fronts() []place {
	return []place{
		front("front: description behind", "x-note: '{yaml}'"),
		front("front: nested", "metadata:\n  author:\n    note: '{yaml}'"),
		front("front: list", "metadata:\n  steps:\n    - '{yaml}'"),
		front("front: folded", "metadata:\n  note: >-\n    {raw}"),
		front("front: literal", "metadata:\n  note: |\n    {raw}"),
		front("front: double quotes", "metadata:\n  note: \"{json}\""),
		front("front: comment", "# {raw}"),
		front("front: compatibility", "compatibility: '{yaml}'"),
		front("front: hook", "hooks:\n  SessionStart:\n    - hooks:\n        - type: command\n          command: '{yaml}'"),
		front("front: flow mapping", "metadata: {setup: '{yaml}'}"),
		front("front: key", "metadata:\n  '{yaml}': x"),
		{name: "SKILL.toml: tool", kind: started, files: map[string]string{
			"SKILL.toml": "[skill]\nname = \"NAME\"\ndescription = \"Writes a report.\"\nversion = \"1.0.0\"\n\n[[tools]]\nname = \"report\"\ndescription = \"Writes it.\"\nkind = \"shell\"\ncommand = \"\"\"{json}\"\"\"\n",
		}},
		{name: "SKILL.toml: prompt", kind: told, files: map[string]string{
			"SKILL.toml": "prompts = [\"\"\"{json}\"\"\"]\n\n[skill]\nname = \"NAME\"\ndescription = \"Writes a report.\"\nversion = \"1.0.0\"\n",
		}},
	}
}
