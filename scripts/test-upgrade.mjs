#!/usr/bin/env node
// `npm run test:upgrade [-- --from COMMIT]`: `bulto upgrade` from an older commit to this tree while clients order, and back.
// Without --from it is the commit before the newest migration, so that there is always one in between.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled, prepare, root, runNode, runNpm, say } from './lib/prepare.mjs'
import { makeRelease } from './lib/release.mjs'

const at = process.argv.indexOf('--from')
const from = at < 0 ? beforeNewestMigration() : (process.argv[at + 1] ?? '')
if (!from || git(['cat-file', '-e', `${from}^{commit}`]) === undefined) {
  say('OMITIDA: sin git, o sin la historia del repositorio, no hay una versión de la que partir.')
  process.exit(0)
}
await prepare({ build: true })
const folder = mkdtempSync(join(tmpdir(), 'bulto-upgrade-'))
try {
  const releases = join(folder, 'releases')
  const before = await buildOf(from)
  const packages = join(root, 'node_modules')
  // The releases of this test lead to packages that are installed already; test:production installs those of production.
  const name = `before-${from.slice(0, 12)}`
  await makeRelease(releases, { from: before, name, packages: join(before, 'node_modules') })
  await makeRelease(releases, { packages })
  process.exitCode = await runNode(['e2e/upgrade.ts', folder, name])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * A checkout of a commit, built. Its packages are those of this checkout where the commit asks for the same ones.
 * @param {string} commit
 */
async function buildOf(commit) {
  const place = join(folder, 'source')
  say(`Compilando ${commit.slice(0, 12)}…`)
  const archive = join(folder, 'source.tar')
  if (git(['archive', '--prefix=source/', '-o', archive, commit]) === undefined) throw new Error(`no ${commit}`)
  run('tar', ['-xf', archive, '-C', folder], folder)
  const wanted = readJson(join(place, 'package-lock.json')).packages
  if (isInstalled(wanted, readJson(join(root, 'node_modules/.package-lock.json')).packages))
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  else if ((await runNpm(['ci', '--include=dev'], place)) !== 0) throw new Error('npm ci failed')
  run(process.execPath, ['scripts/build.mjs'], place)
  return place
}

function beforeNewestMigration() {
  const migrations = readdirSync(join(root, 'server/db/migrations')).filter((file) => /^\d{4}_/.test(file))
  const newest = migrations.sort().at(-1)
  const added = git(['log', '--diff-filter=A', '--format=%H', '-1', '--', `server/db/migrations/${newest}`])
  return added && git(['rev-parse', `${added}^`])
}

/**
 * @param {string[]} args
 * @returns {string | undefined} What git printed; undefined where it failed.
 */
function git(args) {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return done.status === 0 ? done.stdout.trim() : undefined
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  const done = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${done.status}`)
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
