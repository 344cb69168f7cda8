FROM node:26-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY server/package.json server/
COPY web/package.json web/
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run package -- /kazna

# Node comes from the lock file with the package, so the base has neither npm nor a second Node.
FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 10001 -g 10001 /data
COPY --from=build /kazna /kazna
WORKDIR /kazna
# glibc would keep the 19 MiB that a password's hash takes, and V8 grows its young generation to twice as much.
ENV MALLOC_MMAP_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=8
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/kazna/bin:/usr/bin:/bin
USER 10001:10001
VOLUME /data
EXPOSE 3000
# A worker listens nowhere: compose.yaml switches the check off for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 itself, so SIGTERM reaches it; it ends within 20 seconds.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "server/src/main.mjs"]
CMD ["migrate", "serve", "work"]
