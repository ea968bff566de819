#!/usr/bin/env node
// `npm run test:load`: 200 buyers at once, then a burst of ten times as many, on both kinds of database.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/load.ts', ...process.argv.slice(2)]))
