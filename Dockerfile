# Livery in a container: the official Swift image builds it on Debian 12, and a user without rights runs it on a slim Debian 13.
#
#   docker build -t livery .      with Podman or Buildah: --format docker, or the image has no HEALTHCHECK
#   docker run -p 8080:8080 -v livery-state:/var/lib/livery livery
#   docker run … -v "$PWD/Config:/etc/livery:ro" livery     with your own themes
#   docker run … --read-only livery                         the server writes only into the state folder
FROM swift:6.3-bookworm AS build
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends libmicrohttpd-dev libsqlite3-dev libpq-dev zlib1g-dev pkg-config \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /livery
COPY Package.swift ./
COPY Sources Sources
COPY Web Web
COPY Config Config
COPY docs docs
COPY CHANGELOG.md ./
COPY Tests Tests
COPY Benchmarks Benchmarks
COPY Scripts/build-release Scripts/discard-moved Scripts/
RUN strip -o /livery/livery "$(Scripts/build-release livery)" \
  && mkdir /livery/state

FROM debian:trixie-slim
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends libmicrohttpd12t64 libsqlite3-0 libpq5 tzdata zlib1g \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin livery
COPY --from=build /livery/livery /usr/local/bin/livery
COPY --from=build --chown=10001:10001 --chmod=750 /livery/state /var/lib/livery
COPY Config /etc/livery
USER 10001:10001
# All addresses inside a container belong to this service. Settings of `docker run -e LIVERY_…` replace these.
ENV LIVERY_CONFIG=/etc/livery LIVERY_STATE=/var/lib/livery LIVERY_LISTEN=0.0.0.0:8080
VOLUME /var/lib/livery
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD ["/usr/local/bin/livery", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/livery"]
CMD ["serve"]
