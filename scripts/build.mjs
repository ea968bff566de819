#!/usr/bin/env node
// `npm run build`: builds always, also when dist is current.
import { rmSync } from 'node:fs'
import { buildMark, prepare } from './lib/prepare.mjs'

rmSync(buildMark, { force: true })
await prepare({ build: true })
