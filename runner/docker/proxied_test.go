package docker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docker/docker/client"

	"github.com/skillctl/skillctl/runner"
)

// between stands before the engine of this machine. before sees a request and
// reports whether it goes on; after may change the answer, or lose it by an
// error. The address of it is returned.
func between(t *testing.T, before func(*http.Request) bool, after func(*http.Response) error) string {
	t.Helper()
	engine, found := strings.CutPrefix(address(&runner.Container{}), "unix://")
	if !found {
		t.Skip("not tried: the engine is not on this machine")
	}
	dir, err := os.MkdirTemp("", "skillctl-between-") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	listener, err := new(net.ListenConfig).Listen(t.Context(), "unix", filepath.Join(dir, "docker.sock"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.Out.URL.Scheme, r.Out.URL.Host = "http", "docker" },
		FlushInterval: -1, ModifyResponse: after,
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", engine)
		}},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if before != nil && !before(r) {
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(w, r)
	})}}
	server.Start()
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return "unix://" + filepath.Join(dir, "docker.sock")
}

// TestVersions speaks to engines that know more and less than this one.
func TestVersions(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	e, err := client.NewClientWithOpts()
	if err != nil {
		t.Fatal(err)
	}
	newest := e.ClientVersion()
	for _, tt := range []struct {
		engine, spoken string // "" for a refusal
		warm           bool
	}{{"1.24", "", false}, {"1.40", "", false}, {"1.41", "1.41", false}, {"1.41", "1.41", true}, {newest, newest, false}, {newest, newest, true}, {"1.999", newest, false}} {
		t.Run(fmt.Sprintf("%s warm %v", tt.engine, tt.warm), func(t *testing.T) {
			t.Parallel()
			var mutex sync.Mutex
			spoken := map[string]bool{}
			version := regexp.MustCompile(`^/v([0-9.]+)/`)
			at := between(t, func(r *http.Request) bool {
				if v := version.FindStringSubmatch(r.URL.Path); v != nil {
					mutex.Lock()
					spoken[v[1]] = true
					mutex.Unlock()
					r.URL.Path = "/v" + leastAPI + r.URL.Path[len("/v")+len(v[1]):]
				}
				return true
			}, func(r *http.Response) error {
				r.Header.Set("Api-Version", tt.engine)
				return nil
			})
			b, leases := backend(t)
			defer discard(t, leases)
			boundary := boundary(image, folder(t))
			boundary.Docker.Engine, boundary.Docker.Warm = at, tt.warm
			spec, out := shell(boundary, "echo hello")
			p, err := b.Start(t.Context(), spec)
			var missing *runner.UnavailableError
			if tt.spoken == "" {
				if !errors.As(err, &missing) || !strings.Contains(err.Error(), "API "+tt.engine) {
					t.Errorf("Start: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if result, err := p.Wait(); err != nil || result.Code != 0 || out.stdout.String() != "hello\n" {
				t.Errorf("%+v, %v, %q", result, err, out.stdout.String())
			}
			mutex.Lock()
			defer mutex.Unlock()
			if len(spoken) != 1 || !spoken[tt.spoken] {
				t.Errorf("spoken: %v", spoken)
			}
		})
	}
}

// TestLosesEngine loses the engine at every step of a run, before a request gets
// there and before its answer comes back, once and for good: there is an end, an
// error that says what happened unless all went well, and a sweep leaves nothing.
func TestLosesEngine(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	for _, tt := range []struct {
		name, pattern string
		warm          bool
		losses        string // of the request, the answer, the engine
	}{
		{"ping", `/_ping$`, false, "e"},
		{"info", `/info$`, false, "e"},
		{"image", `/images/.*/json$`, false, "e"},
		{"create", `/containers/create$`, false, "rae"},
		{"create", `/containers/create$`, true, "rae"},
		{"events", `/events$`, false, "e"},
		{"attach", `/attach$`, false, "rae"},
		{"wait", `/wait$`, false, "ae"},
		{"start", `/containers/[^/]*/start$`, false, "rae"},
		{"start", `/containers/[^/]*/start$`, true, "ae"},
		{"inspect", `/containers/[^/]*/json$`, false, "re"},
		{"remove", `^DELETE`, false, "rae"},
		{"exec", `/containers/[^/]*/exec$`, true, "ae"},
		{"exec start", `/exec/[^/]*/start$`, true, "rae"},
		{"exec inspect", `/exec/[^/]*/json$`, true, "e"},
	} {
		for letter, lost := range map[string]string{"r": "request", "a": "answer", "e": "engine"} {
			if !strings.Contains(tt.losses, letter) {
				continue
			}
			t.Run(fmt.Sprintf("%s of %s, warm %v", lost, tt.name, tt.warm), func(t *testing.T) {
				t.Parallel()
				loseAt(t, image, regexp.MustCompile(tt.pattern), lost, tt.warm)
			})
		}
	}
}

func loseAt(t *testing.T, image string, step *regexp.Regexp, lost string, warm bool) {
	t.Helper()
	var mutex sync.Mutex
	happened, gone := 0, false
	matches := func(r *http.Request) bool {
		return step.MatchString(r.Method+" "+r.URL.Path) || step.MatchString(r.Method+r.URL.Path)
	}
	at := between(t, func(r *http.Request) bool {
		mutex.Lock()
		defer mutex.Unlock()
		if matches(r) && happened == 0 && lost != "answer" {
			happened++
			gone = lost == "engine"
			return false
		}
		return !gone
	}, func(r *http.Response) error {
		mutex.Lock()
		defer mutex.Unlock()
		if matches(r.Request) && happened == 0 && lost == "answer" {
			happened++
			return errors.New("lost")
		}
		return nil
	})
	leases := t.TempDir()
	b := New(WithLeases(leases), WithPatience(5*time.Second))
	boundary := boundary(image, folder(t))
	boundary.Docker.Engine, boundary.Docker.Warm = at, warm
	spec, out := shell(boundary, "echo hello; exit 3")
	p, err := b.Start(t.Context(), spec)
	if err == nil {
		var result runner.Result
		result, err = p.Wait()
		if err == nil && (result.Code != 3 || result.Ended != runner.Exited) {
			t.Errorf("no error, and %+v", result)
		}
		if err != nil && result.Ended == runner.Lost && result.Code != codeFailed {
			t.Errorf("%+v, %v", result, err)
		}
		if result.Ended == runner.Exited && out.stdout.String() != "hello\n" {
			t.Errorf("%+v, and it said %q", result, out.stdout.String())
		}
	}
	if err != nil && !strings.Contains(err.Error(), "the engine at "+at+" went away") && !strings.Contains(err.Error(), "no container engine answers at "+at) {
		t.Errorf("the error does not say what happened: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	mutex.Lock()
	reached := happened
	mutex.Unlock()
	if reached != 1 {
		t.Errorf("the step was reached %d times", reached)
	}
	next := New(WithLeases(leases), WithIdle(0))
	defer func() { _ = next.Close() }()
	if _, err := next.Sweep(t.Context()); err != nil {
		t.Error(err)
	}
	if left := containers(t, leases); len(left) > 0 {
		t.Errorf("left after a sweep: %q", left)
	}
}

// TestUnfiltered: an engine without a seccomp profile of its own is not used
// without one.
func TestUnfiltered(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	profile := filepath.Join(t.TempDir(), "profile.json")
	if err := os.WriteFile(profile, []byte(`{"defaultAction":"SCMP_ACT_ALLOW","syscalls":[{"names":["mkdir","mkdirat"],"action":"SCMP_ACT_ERRNO"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, options := range []string{`[]`, `["name=apparmor"]`, `["name=seccomp,profile=unconfined"]`, `["name=seccomp,profile=Unconfined","name=rootless"]`} {
		at := between(t, nil, func(r *http.Response) error {
			if !strings.HasSuffix(r.Request.URL.Path, "/info") {
				return nil
			}
			text, err := io.ReadAll(r.Body)
			if err != nil {
				return err
			}
			var info map[string]json.RawMessage
			if err := json.Unmarshal(text, &info); err != nil {
				return err
			}
			info["SecurityOptions"] = json.RawMessage(options)
			if text, err = json.Marshal(info); err != nil {
				return err
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
			r.Header.Set("Content-Length", strconv.Itoa(len(text)))
			return nil
		})
		b, _ := backend(t)
		boundary := boundary(image, folder(t))
		boundary.Docker.Engine, boundary.Docker.Seccomp = at, EngineProfile
		spec, _ := shell(boundary, "true")
		var missing *runner.UnavailableError
		if _, err := b.Start(t.Context(), spec); !errors.As(err, &missing) || !strings.Contains(err.Error(), "no seccomp profile") {
			t.Errorf("%s: %v", options, err)
		}
		if err := b.Check(t.Context(), boundary); !errors.As(err, &missing) {
			t.Errorf("Check, %s: %v", options, err)
		}
		boundary.Docker.Seccomp = "" // skillctl's own, where the engine can filter at all
		if err := b.Check(t.Context(), boundary); (err == nil) != strings.Contains(options, "name=seccomp") {
			t.Errorf("Check with skillctl's profile, %s: %v", options, err)
		}
		boundary.Docker.Seccomp = profile
		spec, out := shell(boundary, "grep Seccomp: /proc/self/status; mkdir /workspace/x; echo $?")
		if result := run(t, b, spec); result.Code != 0 || out.stdout.String() != "Seccomp:\t2\n1\n" {
			t.Errorf("%s: %+v, %q, %q", options, result, out.stdout.String(), out.stderr.String())
		}
	}
}
