#!/usr/bin/env node
// `npm run test:abuse`: sends odd, heavy and half-sent inputs to a built shop.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/abuse.ts', ...process.argv.slice(2)]))
