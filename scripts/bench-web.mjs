#!/usr/bin/env node
// `npm run bench:web`: measures a first visit on a slow phone, of the build here or of the shop at a given address.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: process.argv.length < 3 })
process.exit(await runNode(['bench/web.ts', ...process.argv.slice(2)]))
