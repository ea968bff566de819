#!/usr/bin/env node
// `npm run test:cluster`: three instances behind a reverse proxy, killed during orders and upgraded while clients work.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/cluster.ts', ...process.argv.slice(2)]))
