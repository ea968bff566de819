#!/usr/bin/env node
// `npm run test:dearer`: statements, bytes sent and bytes allocated by the commonest requests, against the kept figures.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
// A young generation that holds a whole round: what was allocated is then what the heap grew by. And code that is never optimized: when that
// happens, and what it leaves out, differs from run to run.
const flags = [
  '--expose-gc',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
  '--no-opt',
  '--no-lazy-feedback-allocation',
]
process.exit(await runNode([...flags, 'bench/dearer.ts', ...process.argv.slice(2)]))
