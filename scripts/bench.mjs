#!/usr/bin/env node
// `npm run bench`: measures the built server; arguments go to bench/main.ts.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['bench/main.ts', ...process.argv.slice(2)]))
