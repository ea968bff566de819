#!/usr/bin/env node
// `npm run bench:web`: the first visit on a slow phone; an address after it is visited instead of the own build.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: process.argv.length < 3 })
process.exit(await runNode(['bench/web.ts', ...process.argv.slice(2)]))
