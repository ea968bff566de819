#!/usr/bin/env node
// `npm run bench:prices`: measures a list whose prices all change, and one that begins while 200 buyers order.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['bench/price-turn.ts', ...process.argv.slice(2)]))
