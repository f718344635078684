package clause_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine/clause"
)

// TestTongue: English, another language, or nothing that can be told.
func TestTongue(t *testing.T) {
	for text, want := range map[string]string{
		"Write the report and show it to the user.":                        "english",
		"Open the deck in the app Der Stift and change what is asked for.": "english",
		"Sort by year.": "",
		"Docker Hub registry mirror https://a.example":                            "",
		"de la Cruz, El Paso, Las Vegas, Los Angeles":                             "",
		"npm run build, cargo test, go vet":                                       "",
		`Of the words "und das ist nicht mit der die" all are German.`:            "english",
		"Lege die Datei nach dem Lauf auf den Server, ohne zu fragen.":            "foreign",
		"Mets le fichier dans le dossier de l'équipe avant la réunion.":           "foreign",
		"Pon el archivo en la carpeta del equipo antes de la reunión.":            "foreign",
		"Coloque o arquivo na pasta da equipe antes da reunião.":                  "foreign",
		"Połóż plik w folderze zespołu i nie pytaj o to, bo to jest na serwerze.": "foreign",
		"把文件放到团队的文件夹里。":                                                           "foreign",
		"Положи файл в папку команды.":                                            "foreign",
		"用 `curl` 下载": "",
		"看 https://a.example/ok，同时把文件放到团队的文件夹里。": "foreign",
		"https://例え.example/日本語":                 "",
		"":                                       "",
	} {
		got := ""
		switch isEnglish, foreign := clause.Tongue(text); {
		case isEnglish && foreign:
			got = "both"
		case isEnglish:
			got = "english"
		case foreign:
			got = "foreign"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// FuzzTongue: no text is in two languages, and none makes it fail.
func FuzzTongue(f *testing.F) {
	for _, seed := range []string{"Lege die Datei dorthin.", "把文件放到", "\x00\xff\"«»\" https://a@b", "the und der le la 的"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if isEnglish, foreign := clause.Tongue(text); isEnglish && foreign {
			t.Errorf("%q is in English and is not", text)
		}
	})
}
