#!/usr/bin/env node
// `npm run test:production`: a built shop in a folder of its own, with the packages of production and nothing else.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, root, runNpm, say, seconds } from './lib/prepare.mjs'

const SHIPPED = ['package.json', 'package-lock.json', '.npmrc', 'dist', 'scripts']
/** Development packages that a mistake would bring along first. */
const UNWANTED = ['vite', 'esbuild', 'vitest', 'typescript', '@playwright/test']

await prepare({ build: true })
const started = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'bulto-production-'))
let output = ''
/** @type {import('node:child_process').ChildProcess | undefined} */
let shop
try {
  for (const part of SHIPPED) cpSync(join(root, part), join(folder, part), { recursive: true })
  assert.equal(await runNpm(['ci', '--omit=dev', '--loglevel=error'], folder), 0)
  say(`Paquetes de producción instalados, ${seconds(started)}`)
  const address = await startShop()
  await visit(address)
  const extra = UNWANTED.filter((name) => existsSync(join(folder, 'node_modules', name)))
  assert.deepEqual(extra, [], 'development packages were installed')
  say(`Paquetes de producción: bien, ${seconds(started)}`)
} catch (error) {
  console.error(output)
  console.error(error)
  process.exitCode = 1
} finally {
  await stopShop()
  rmSync(folder, { recursive: true, force: true })
}

/** @returns {Promise<string>} The shop's address. */
function startShop() {
  const { npm_execpath: _, npm_lifecycle_event: __, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { ...env, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') },
  })
  shop = child
  return new Promise((resolve, reject) => {
    const listen = (/** @type {Buffer} */ text) => {
      output += String(text)
      const address = output.match(/La tienda atiende en (http:\/\/[\w.:[\]]+)/)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code} before it answered`)))
  })
}

/** The page, the database and a refused signin: web app, SQL and the hashing of passwords are all there. */
async function visit(/** @type {string} */ address) {
  const page = await fetch(`${address}/login`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<script/)
  assert.equal((await fetch(`${address}/readyz`)).status, 200)
  const signin = await fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: '30-71234567-1', password: 'ninguna contraseña' }),
  })
  assert.equal(signin.status, 401)
}

async function stopShop() {
  if (!shop || shop.exitCode !== null) return
  const gone = new Promise((resolve) => shop?.once('exit', resolve))
  shop.kill('SIGTERM')
  await gone
}
