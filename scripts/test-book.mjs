#!/usr/bin/env node
// `npm run test:book`: tests the offline book by random sequences of typing, lost signals and killed servers.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/book.ts', ...process.argv.slice(2)]))
