#!/usr/bin/env node
// `npm run bulto -- command …`: the command line of the shop.
import { enter, prepareShop } from './lib/prepare.mjs'

await prepareShop()
await enter(process.argv.slice(2))
