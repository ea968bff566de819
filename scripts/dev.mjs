#!/usr/bin/env node
// `npm run dev`: restarts the server and reloads the page when a source changes. The page is at vite's address.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildMark, endWithNpm, prepare, root, say } from './lib/prepare.mjs'

await prepare({ build: true })
endWithNpm()
// From here on dist/server follows the sources without being a complete build.
rmSync(buildMark, { force: true })

const { context } = await import('esbuild')
const { createServer } = await import('vite')
const { serverOptions } = await import('./lib/build-all.mjs')

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
let ending = false
/** @type {Promise<void>} One restart at a time: the old process has to release the data folder first. */
let restarting = Promise.resolve()

async function stopServer() {
  const old = server
  server = undefined
  if (!old || old.exitCode !== null || old.signalCode !== null) return
  const gone = new Promise((resolve) => old.once('exit', resolve))
  old.kill('SIGTERM')
  await gone
}

async function restartServer() {
  await stopServer()
  if (ending) return
  server = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist', 'server', 'bulto.js'), 'start'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'development' },
  })
  server.once('exit', (code) => {
    if (code) say('El servidor terminó con un error; se reinicia con el próximo cambio.')
  })
}

const watcher = await context({
  ...serverOptions,
  logLevel: 'warning',
  plugins: [
    {
      name: 'restart',
      setup(build) {
        build.onEnd(({ errors }) => {
          if (errors.length === 0) restarting = restarting.then(restartServer)
        })
      },
    },
  ],
})
await watcher.watch()

const vite = await createServer({ configFile: join(root, 'vite.config.ts') })
await vite.listen()
vite.printUrls()

async function end() {
  if (ending) return
  ending = true
  await Promise.all([watcher.dispose(), vite.close()])
  await restarting
  await stopServer()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end())
