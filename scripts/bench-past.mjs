#!/usr/bin/env node
// `npm run bench:past`: measures the load of orders of the past, and what the screens take before and after.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['--expose-gc', 'bench/past-orders.ts', ...process.argv.slice(2)]))
