#!/usr/bin/env node
// `npm run screenshots`: a picture of every screen of the demo shop into docs/pictures.
import { prepare, runNode } from './lib/prepare.mjs'

await prepare({ build: true })
process.exit(await runNode(['e2e/screenshots.ts', ...process.argv.slice(2)]))
