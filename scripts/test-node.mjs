#!/usr/bin/env node
// `npm run test:node -- 24`: runs the tests under another version of Node, which comes as an npm package without scripts.
// Arguments after the version go to `npm test`, for example `npm run test:node -- 22 server`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fail, installIfNeeded, nodePackage, root, runNpm, say } from './lib/prepare.mjs'

const [wanted = '', ...filters] = process.argv.slice(2)
if (!/^\d+(\.\d+){0,2}$/.test(wanted)) fail('Diga la versión de Node: npm run test:node -- 24')

await installIfNeeded()
const name = nodePackage()
const folder = join(root, 'node_modules', '.cache', `node-${wanted}`)
const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
if (!existsSync(program)) {
  say(`Descargando Node ${wanted} (${name})…`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--ignore-scripts', '--no-save', '--no-package-lock', '--loglevel=error']
  const code = await runNpm(['install', ...quiet, `${name}@${wanted}`], folder)
  if (code !== 0 || !existsSync(program)) fail(`npm no trajo Node ${wanted} para este sistema (${name}).`)
}

// First on the path, so that the tools of node_modules/.bin run under it, too.
const path = `${dirname(program)}${delimiter}${process.env.PATH ?? ''}`
const child = spawn(program, ['scripts/test.mjs', ...filters], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
})
child.on('exit', (code) => process.exit(code ?? 1))
