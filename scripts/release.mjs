#!/usr/bin/env node
// `npm run release -- FOLDER`: builds, and makes FOLDER/VERSION-COMMIT with the build and the packages of production, for
// `bulto upgrade`. Prints the release's folder.
// With --publish it first checks that this tree may be given out as the version of package.json, runs `npm run test:release`
// (with --tested it takes the report of a run of this commit), packs the release and prints the commands that give it out.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buildMark, fail, prepare, root, runNpm, runScript, runTool, say } from './lib/prepare.mjs'
import { faultsOf, stepsFor } from './lib/publish.mjs'
import { makeRelease } from './lib/release.mjs'

const [folder, ...options] = process.argv.slice(2)
if (!folder || folder.startsWith('--'))
  fail('Falta la carpeta de las versiones, por ejemplo: npm run release -- /opt/bulto/releases')
const unknown = options.find((option) => option !== '--publish' && option !== '--tested')
if (unknown) fail(`No existe la opción ${unknown}`)
const publish = options.includes('--publish')
const { version } = readJson('package.json')
if (publish) await checkVersion({ tested: options.includes('--tested') })
// Built anew: the commit may have changed where no source did.
rmSync(buildMark, { force: true })
await prepare({ build: true })
try {
  const made = await makeRelease(folder, {
    packages: async (unfinished) => {
      say('Instalando los paquetes de producción…')
      const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
      if ((await runNpm(args, unfinished)) !== 0) throw new Error('No se pudieron instalar los paquetes de producción')
    },
  })
  console.log(made)
  if (publish) {
    const archive = join(dirname(made), `bulto-${version}.tar.gz`)
    const packed = spawnSync('tar', ['-czf', archive, '-C', dirname(made), basename(made)], { stdio: 'inherit' })
    if (packed.status !== 0) throw new Error(`No se pudo escribir ${archive}`)
    say(`Nada se publicó. Lo que sigue, a mano:\n${stepsFor(version, archive)}`)
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

/** @param {{ tested: boolean }} options */
async function checkVersion({ tested }) {
  const report = join(root, 'test-results', 'release.md')
  const faults = faultsOf(
    {
      version,
      locked: readJson('package-lock.json').version,
      changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
      changes: git(['status', '--porcelain']),
      commit: git(['rev-parse', '--short', 'HEAD']),
      tags: git(['tag', '--list']).split('\n'),
      report: existsSync(report) ? readFileSync(report, 'utf8') : undefined,
    },
    { tested },
  )
  if (faults.length > 0)
    fail(`No se puede dar como versión ${version}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
  await prepare({ build: true })
  say('Lo que se promete conservar…')
  if ((await runTool('vitest', ['run', 'server/test/promised.test.ts'], { PROMISED: 'whole' })) !== 0)
    fail(
      'docs/promised.txt no está completo, o algo de su lista ya no está: PROMISED=write lo escribe, y se lee el cambio.',
    )
  if (!tested && (await runScript(['scripts/test-release.mjs'])) !== 0)
    fail('Las pruebas de la versión fallaron: test-results/release.md.')
}

/** @param {string[]} args */
function git(args) {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (done.status !== 0) fail('Hace falta git, en un clon del repositorio.')
  return done.stdout.trimEnd()
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}
