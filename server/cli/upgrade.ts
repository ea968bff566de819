/** `bulto upgrade`: from the release that a machine runs to the one whose program this is, and back (R303). */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import * as z from 'zod/mini'
import { type Config, readConfig } from '../config.ts'
import { Build, nameOf } from '../lib/version.ts'
import { type Command, CommandError, type CommandInput, exitCodes, UsageError } from './command.ts'
import { reachedAt, statusOf } from './listening.ts'
import type { Terminal } from './terminal.ts'

/** Names in the folder that holds the releases: the link that the services start, and the one that `--back` takes. */
const CURRENT = 'current'
const PREVIOUS = 'previous'
const RELEASES = 'releases'
const USUAL_BACKUPS = '/var/backups/bulto'
/** Milliseconds that a started release may take until it is ready: a migration of the embedded database is part of it. */
const PATIENCE = 180_000
const BETWEEN_LOOKS = 500

export const upgrade: Command = {
  summary: 'Pasa los servicios a esta versión, con copia y comprobación; con --back, a la anterior.',
  options: {
    back: { help: 'Vuelve a la versión anterior; la base queda como está' },
    backups: { value: 'CARPETA', help: `Carpeta de la copia que se hace antes (${USUAL_BACKUPS})` },
    plain: { help: 'Sin BACKUP_KEY: hace esa copia sin cifrar' },
    'no-backup': { help: 'No hace la copia: hay una de recién' },
    services: {
      value: 'NOMBRES',
      help: 'Servicios que se reinician, uno tras otro, separados por comas (bulto)',
    },
    restart: {
      value: 'ORDEN',
      help: 'Orden que reinicia un servicio y recibe su nombre (systemctl restart)',
    },
  },
  notes: [
    'Se ejecuta como root, en la carpeta de la instalación, con el programa de la versión nueva:',
    '  cd /opt/bulto && node releases/VERSIÓN/dist/server/bulto.js upgrade',
    'Revisa la versión nueva, la configuración, el disco y la base; hace una copia con la versión en uso; migra, mientras',
    `esa sigue atendiendo; cambia el enlace «${CURRENT}»; reinicia cada servicio y espera que responda con la versión nueva.`,
    'Si uno no responde, el enlace vuelve y los servicios se reinician con la versión de antes.',
    'Los datos que se agregan con la versión nueva siguen después de volver. docs/operations.md dice qué se garantiza.',
  ],
  async run(input, terminal) {
    const folder = installationOf(fileURLToPath(new URL('../..', import.meta.url)))
    process.chdir(folder.base)
    const config = readConfig(terminal.env)
    const tools: Tools = {
      folder,
      config,
      terminal,
      input,
      services: (input.values.services ?? 'bulto').split(',').map((name) => name.trim()),
    }
    await (input.switches.has('back') ? goBack(tools) : goForward(tools))
    return exitCodes.done
  },
}

interface Installation {
  /** The folder with `.env`, `releases` and the links. */
  readonly base: string
  /** The release whose program this is. */
  readonly own: string
}

interface Tools {
  readonly folder: Installation
  readonly config: Config
  readonly terminal: Terminal
  readonly input: CommandInput
  readonly services: readonly string[]
}

/** Where a release lies: in BASE/releases. @throws CommandError when it lies elsewhere, e.g. in a clone of the repository */
function installationOf(release: string): Installation {
  const own = path.resolve(release)
  const releases = path.dirname(own)
  if (path.basename(releases) !== RELEASES)
    throw new CommandError(
      `Este programa no está en una carpeta de versiones (${RELEASES}/VERSIÓN) sino en ${own}; docs/operations.md dice cómo se hace una.`,
    )
  return { base: path.dirname(releases), own }
}

/** The release that a link leads to. @throws CommandError when there is no such link */
function releaseAt({ base }: Installation, link: string): string {
  const place = path.join(base, link)
  if (!fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() || !fs.existsSync(place))
    throw new CommandError(`Falta el enlace ${place}, que debe llevar a una carpeta de ${base}/${RELEASES}.`)
  return fs.realpathSync(place)
}

/** Lets a link lead to a release, in one step: at no moment there is none. */
function point({ base }: Installation, link: string, release: string): void {
  const unfinished = path.join(base, `.${link}-${process.pid}`)
  fs.symlinkSync(path.relative(base, release), unfinished)
  fs.renameSync(unfinished, path.join(base, link))
}

async function goForward(tools: Tools): Promise<void> {
  const { folder, config, terminal, input } = tools
  const { own } = folder
  const before = releaseAt(folder, CURRENT)
  if (before === fs.realpathSync(own)) throw new CommandError(`La versión en uso ya es ${path.basename(own)}.`)
  assertWhole(own)
  await bulto(tools, own, ['check', '--start'])
  terminal.print(`Revisado: se puede pasar de ${path.basename(before)} a ${path.basename(own)}.`)
  if (!input.switches.has('no-backup')) await backUp(tools, before)
  if (config.databaseUrl) {
    await bulto(tools, own, ['migrate'])
    terminal.print('Base migrada; la versión en uso sigue atendiendo con ella.')
  } else terminal.print('La base embebida se migra cuando la versión nueva inicia.')
  const older = fs.existsSync(path.join(folder.base, PREVIOUS)) ? releaseAt(folder, PREVIOUS) : undefined
  point(folder, PREVIOUS, before)
  point(folder, CURRENT, own)
  try {
    await restartAll(tools, own)
  } catch (error) {
    terminal.note(error instanceof Error ? error.message : String(error))
    terminal.note(`Se vuelve a ${path.basename(before)}.`)
    point(folder, CURRENT, before)
    // 'upgrade --back' leads where it led before.
    if (older) point(folder, PREVIOUS, older)
    else fs.unlinkSync(path.join(folder.base, PREVIOUS))
    await restartAll(tools, before)
    throw new CommandError(`No se cambió de versión: los servicios andan con ${path.basename(before)}.`)
  }
  terminal.print(`Listo: anda ${path.basename(own)}. Para volver: bulto upgrade --back`)
}

async function goBack(tools: Tools): Promise<void> {
  const { folder, config, terminal } = tools
  const now = releaseAt(folder, CURRENT)
  const before = releaseAt(folder, PREVIOUS)
  if (now === before) throw new CommandError(`${path.basename(now)} ya es la versión en uso y la anterior.`)
  // It changes nothing in a database that is newer, and ends with 1 if that went too far for it.
  if (config.databaseUrl) await bulto(tools, before, ['migrate'])
  point(folder, CURRENT, before)
  // So that a second --back goes forward again.
  point(folder, PREVIOUS, now)
  await restartAll(tools, before)
  terminal.print(`Listo: anda otra vez ${path.basename(before)}. La base y los pedidos quedaron como estaban.`)
}

/** @throws CommandError for a release that was not built, or not installed, to its end */
function assertWhole(release: string): void {
  // Each is the last thing that its step writes.
  for (const last of ['dist/sources.sha256', 'node_modules/.package-lock.json'])
    if (!fs.existsSync(path.join(release, last)))
      throw new CommandError(`La versión de ${release} no está entera: le falta ${last}. Hágala de nuevo.`)
}

/** A backup by the program in use, which knows its own database. @throws CommandError when it fails, or has no key */
async function backUp(tools: Tools, running: string): Promise<void> {
  const { config, terminal, input } = tools
  const folder = input.values.backups ?? USUAL_BACKUPS
  if (!fs.existsSync(folder))
    throw new CommandError(`No existe la carpeta ${folder}; indique otra con --backups, o --no-backup.`)
  if (config.backupKey === undefined && !input.switches.has('plain'))
    throw new CommandError(
      'Sin BACKUP_KEY la copia quedaría sin cifrar: ponga una clave en .env, o acéptelo con --plain.',
    )
  const time = new Date().toISOString().slice(0, 19).replace(/\D/g, '')
  const file = path.join(path.resolve(folder), `antes-de-${path.basename(tools.folder.own)}-${time}.bulto`)
  // Releases before migration 0035 make a plain backup unasked, and know no --plain.
  const mayAsk = (await bulto(tools, running, ['backup', '--help'])).includes('--plain')
  await bulto(tools, running, ['backup', file, ...(config.backupKey === undefined && mayAsk ? ['--plain'] : [])])
  terminal.print(`Copia en ${file}.`)
}

/**
 * Runs a command of a release to its end, with the settings of the installation, as the user that the data folder belongs
 * to: root would leave files that the shop cannot open.
 *
 * @returns what it printed
 * @throws CommandError with what it said when it fails
 */
async function bulto({ folder, config, terminal }: Tools, release: string, argv: string[]): Promise<string> {
  const owner = fs.statSync(config.dataDir, { throwIfNoEntry: false })
  const account = process.getuid?.() === 0 && owner ? { uid: owner.uid, gid: owner.gid } : {}
  const program = path.join(release, 'dist', 'server', 'bulto.js')
  const child = spawn(process.execPath, [program, ...argv], {
    cwd: folder.base,
    env: terminal.env,
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { code, said } = await endOf(child)
  if (code === 0) return said
  throw new CommandError(`${path.basename(release)}, «bulto ${argv[0]}»:\n${said.trimEnd()}`)
}

async function endOf(child: ReturnType<typeof spawn>): Promise<{ code: number | null; said: string }> {
  let said = ''
  const hear = (part: Buffer) => {
    said += part
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, said }
}

/** Restarts one service after the other; each answers with the release before the next one goes. @throws CommandError */
async function restartAll(tools: Tools, release: string): Promise<void> {
  const { services, terminal, input, folder } = tools
  const order = input.values.restart ?? 'systemctl restart'
  for (const service of services) {
    const child = spawn('sh', ['-c', `${order} "$0"`, service], {
      cwd: folder.base,
      env: terminal.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { code, said } = await endOf(child)
    if (code !== 0) throw new CommandError(`No se pudo reiniciar ${service}: ${said.trim()}`)
    await untilReady(addressOf(tools, service), service, buildOf(release))
    terminal.print(`${service} atiende con ${path.basename(release)}.`)
  }
}

/** Where a service answers on this machine. What BASE/NAME.env says counts before .env for the service bulto@NAME. */
function addressOf({ folder, terminal }: Tools, service: string): string {
  const file = path.join(folder.base, `${service.split('@')[1]?.replace(/\.service$/, '') ?? ''}.env`)
  const own = path.basename(file) !== '.env' && fs.existsSync(file) ? parseEnv(fs.readFileSync(file, 'utf8')) : {}
  const { host, port } = readConfig({ ...terminal.env, ...own })
  if (port === 0) throw new UsageError('Para actualizar, PORT debe ser un puerto fijo')
  return reachedAt({ host, port })
}

/** Version and commit of a release; null for one that was built before releases told them. */
function buildOf(release: string): Build | null {
  const file = path.join(release, 'dist', 'version.json')
  return fs.existsSync(file) ? z.parse(Build, JSON.parse(fs.readFileSync(file, 'utf8'))) : null
}

async function untilReady(address: string, service: string, build: Build | null): Promise<void> {
  const wanted = build && nameOf(build)
  const until = Date.now() + PATIENCE
  let last = 'no responde'
  while (Date.now() < until) {
    const answers = await statusOf(address)
    if (answers.isReady && answers.name === wanted) return
    last = answers.isReady ? `responde con ${answers.name ?? 'una versión anterior'}` : answers.status
    await delay(BETWEEN_LOOKS)
  }
  throw new CommandError(`${service} (${address}): ${last} después de ${PATIENCE / 1000} s; vea su registro.`)
}
