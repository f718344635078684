package exec_test

import "testing"

// What reaches out of a container is asked about: rights of the machine, and files of which
// nobody knows what they describe.
func TestDecideStrictContainers(t *testing.T) {
	t.Parallel()
	var denied []string
	for _, start := range []string{"docker run", "docker create", "docker container run", "podman run"} {
		for _, right := range []string{
			"--privileged", "--privileged=true", "--pid=host", "--pid host", "--ipc=host", "--userns=host", "--uts=host", "--network host", "--net=host", "--cap-add ALL",
			"--cap-add=SYS_ADMIN", "--security-opt seccomp=unconfined", "--device /dev/sda", "-v /:/h", "-v/:/h", "--volume=/etc:/h", "--mount type=bind,src=/,dst=/h",
			"-v /var/run/docker.sock:/s", "-v ~/.ssh:/k",
		} {
			denied = append(denied, start+" "+right+" x")
		}
	}
	denied = append(denied, "docker compose run -v /:/h app", "docker exec --privileged x ls", "docker build --network host .",
		"docker compose -f - up <<< '{}'", "echo '{}' | docker compose -f - up", "docker compose -f /dev/stdin up <<< '{}'", "docker compose -f <(echo '{}') up",
		"docker build -f - . <<< 'FROM x'", "docker build - <<< 'FROM x'")
	strictDecides(t, map[string][]string{"docker podman echo": denied}, map[string][]string{
		"docker": {
			"docker run --rm x", "docker run -v ./data:/d x", "docker run -v data:/d x", "docker run --network mine x", "docker run --security-opt no-new-privileges x",
			"docker compose up -d", "docker compose -f compose.yml up", "docker build -f Dockerfile.dev .", "docker run -p 8080:80 x", "docker run --pid=container:y x",
		},
	})
}
