#!/usr/bin/env node
// `npm run test:book`: tests the offline book, lists and two buyers by random sequences, with lost signals and killed servers.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/book.ts', ...process.argv.slice(2)]))
