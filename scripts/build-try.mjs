#!/usr/bin/env node
// `npm run build:try`: dist/try/index.html, one file that searches a list of one's own in the page (R416). It works from any static
// host, and by a double click.
import { prepare, say } from './lib/prepare.mjs'

await prepare({ build: false })
// React's development version is larger and slower, whatever NODE_ENV says.
process.env.NODE_ENV = 'production'
const { buildTry } = await import('./lib/build-try-page.mjs')
const { file, bytes } = await buildTry()
say(`${file}: ${Math.round(bytes / 1024)} KB`)
