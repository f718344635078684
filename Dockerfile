# The command line by itself: `make image` builds the binary first, then this.
#
#   docker run --rm --network none -v "$PWD:/work:ro" skillctl lint
#
# Nothing in it needs a network, a shell or a user's rights.
FROM scratch
COPY bin/skillctl /skillctl
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["/skillctl"]
