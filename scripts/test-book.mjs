#!/usr/bin/env node
// `npm run test:book`: random sequences of what people, networks and machines do to what the device keeps.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/book.ts', ...process.argv.slice(2)]))
