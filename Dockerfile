# Builds with all packages, and runs without those of development.
FROM node:24-bookworm-slim AS build
WORKDIR /hiram
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# The image has a Node of its own.
RUN npm prune --omit=dev --no-audit --no-fund && rm -r node_modules/node node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production
ENV DATA_DIR=/data
ENV PORT=3000
WORKDIR /hiram
# The migrations, help texts, fonts and command-line programs are read from the sources.
COPY --from=build /hiram/package.json /hiram/package-lock.json ./
COPY --from=build /hiram/node_modules ./node_modules
COPY --from=build /hiram/build ./build
COPY --from=build /hiram/db ./db
COPY --from=build /hiram/domain ./domain
COPY --from=build /hiram/gateways ./gateways
COPY --from=build /hiram/help ./help
COPY --from=build /hiram/server ./server
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "build/start/start.js"]
