#!/usr/bin/env node
// `npm run bulto -- command …`: the command line of the shop.
import { enter, prepare } from './lib/prepare.mjs'

await prepare({ build: true })
await enter(process.argv.slice(2))
