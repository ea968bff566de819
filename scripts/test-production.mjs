#!/usr/bin/env node
// `npm run test:production`: does the steps of deploy/Containerfile in an empty folder and tests the resulting shop. It may have
// only the packages of production, runs as a user without rights, and may write only into its data folder.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildImage } from './lib/container-steps.mjs'
import { root, say, seconds } from './lib/prepare.mjs'

/** Development packages that a mistake would surely install. */
const UNWANTED = ['vite', 'esbuild', 'vitest', 'typescript', '@playwright/test']
const NOBODY = 65_534

const started = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'bulto-production-'))
chmodSync(folder, 0o755)
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
let output = ''
/** @type {import('node:child_process').ChildProcess | undefined} */
let shop
try {
  const image = buildImage({
    file: join(root, 'deploy/Containerfile'),
    context: root,
    folder,
    owner: account.uid === undefined ? `${process.getuid?.()}` : `${NOBODY}:${NOBODY}`,
    say: (line) => say(`${line}, ${seconds(started)}`),
  })
  assert.notEqual(image.user, 'root', 'the container runs as root')
  const extra = UNWANTED.filter((name) => existsSync(join(image.workdir, 'node_modules', name)))
  assert.deepEqual(extra, [], 'development packages were installed')
  assert.deepEqual(readdirSync(image.workdir).sort(), [
    '.npmrc',
    'dist',
    'node_modules',
    'package-lock.json',
    'package.json',
  ])

  // Stands for `--tmpfs /tmp`.
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { mode: 0o700 })
  if (account.uid !== undefined) chownSync(temporary, NOBODY, NOBODY)
  /** @type {NodeJS.ProcessEnv} */
  const env = { PATH: process.env.PATH, TMPDIR: temporary, ...image.env, HOST: '127.0.0.1', PORT: '0' }
  const [program = '', ...args] = image.command
  const before = stateOf(image.workdir)
  const run = (/** @type {string[]} */ given) =>
    spawn(program, given, { cwd: image.workdir, env, ...account, stdio: ['ignore', 'pipe', 'pipe'] })
  const command = async (/** @type {string[]} */ ...given) => ended(run([...args.slice(0, -1), ...given]))

  const address = await answers(run(args))
  await visit(address)
  const health = image.health.map((part) => part.replace('http://127.0.0.1:3000', address))
  assert.equal((await ended(spawn(health[0] ?? '', health.slice(1), { env, ...account }))).code, 0, 'not healthy')
  say(`La tienda atiende sin permisos, ${seconds(started)}`)

  const file = join(image.env.DATA_DIR ?? '', 'copia.bulto')
  assert.deepEqual((await command('backup', file, '--plain')).code, 0)
  const checked = await command('check')
  assert.match(checked.output, /bien\s+Base de datos\s+embebida, PostgreSQL/)
  assert.match(checked.output, /bien\s+Migraciones\s+al día/)
  await stopShop()
  env.DATA_DIR = join(image.env.DATA_DIR ?? '', 'otra')
  assert.match((await command('restore', file)).output, /Tienda restaurada/)
  assert.deepEqual(stateOf(image.workdir), before, 'the shop wrote outside of its data folder')
  say(`Pasos del contenedor: bien, ${seconds(started)}`)
} catch (error) {
  console.error(output)
  console.error(error)
  process.exitCode = 1
} finally {
  await stopShop()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} The shop's address.
 */
function answers(child) {
  shop = child
  return new Promise((resolve, reject) => {
    const listen = (/** @type {Buffer} */ text) => {
      output += String(text)
      const address = output.match(/La tienda atiende en (http:\/\/[\w.:[\]]+)/)?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code} before it answered`)))
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function ended(child) {
  let written = ''
  const listen = (/** @type {Buffer} */ text) => {
    written += String(text)
    output += String(text)
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output: written })))
}

/** Asks for a page, the database's state and a refused sign-in, which need the web app, SQL and the hashing of passwords. */
async function visit(/** @type {string} */ address) {
  const page = await fetch(`${address}/login`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<script/)
  assert.equal((await fetch(`${address}/readyz`)).status, 200)
  assert.match(await (await fetch(`${address}/metrics`)).text(), /bulto_database_up 1/)
  const signin = await fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: '30-71234567-1', password: 'ninguna contraseña' }),
  })
  assert.equal(signin.status, 401)
}

/**
 * Names and modification times of all files in a folder.
 * @param {string} where
 */
function stateOf(where) {
  return readdirSync(where, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${statSync(join(where, name), { throwIfNoEntry: false })?.mtimeMs}`)
    .sort()
}

async function stopShop() {
  if (!shop || shop.exitCode !== null) return
  const gone = new Promise((resolve) => shop?.once('exit', resolve))
  shop.kill('SIGTERM')
  await gone
}
