#!/usr/bin/env node
// `npm run test:faults`: kills the server again and again while people work, and counts what was lost; e2e/faults.ts.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/faults.ts', ...process.argv.slice(2)]))
