#!/usr/bin/env node
// `npm run build`: always builds, whatever stands in dist.
import { rmSync } from 'node:fs'
import { buildMark, prepare } from './lib/prepare.mjs'

rmSync(buildMark, { force: true })
await prepare({ build: true })
