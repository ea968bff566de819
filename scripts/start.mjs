#!/usr/bin/env node
// `npm start`: from a fresh clone to a running shop.
import { enter, prepareShop } from './lib/prepare.mjs'

await prepareShop()
await enter(['start', ...process.argv.slice(2)])
