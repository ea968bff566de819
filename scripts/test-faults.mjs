#!/usr/bin/env node
// `npm run test:faults`: kills the server again and again during a stream of orders and counts lost orders.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/faults.ts', ...process.argv.slice(2)]))
