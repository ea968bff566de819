#!/usr/bin/env node
// `npm run test:dearer`: compares statements, bytes sent and bytes allocated by the commonest requests with the kept figures.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
// The young generation holds a whole round of requests, so that the heap grows by exactly the allocated bytes. Code is never
// optimized, because the moment of an optimization and the allocations that it saves differ from run to run.
const flags = [
  '--expose-gc',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
  '--no-opt',
  '--no-lazy-feedback-allocation',
]
process.exit(await runNode([...flags, 'bench/dearer.ts', ...process.argv.slice(2)]))
