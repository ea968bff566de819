#!/usr/bin/env node
// `npm start`: from a fresh clone to a running shop.
import { enter, prepare } from './lib/prepare.mjs'

await prepare({ build: true })
await enter(['start', ...process.argv.slice(2)])
