/** Finds the command that was asked for and runs it. */
import { ConfigError } from '../config.ts'
import { DatabaseInUseError, DatabaseOpenError, errorCode } from '../db/errors.ts'
import { type Outage, outageOf } from '../db/outage.ts'
import { ImportBusyError } from '../erp/erp.ts'
import { ShopExportError } from '../from-shop/shop.types.ts'
import { DataFolderError } from '../lib/data-folder.ts'
import { build, nameOf } from '../lib/version.ts'
import { FeedError } from '../ports/erp/erp.ts'
import { FilesOpenError } from '../ports/files/s3.ts'
import { WholeShopError } from '../whole-shop/frames.ts'
import { type Command, CommandError, type ExitCode, exitCodes, helpOf, readInput, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

/** The commands; each is loaded when it is needed, so that `import` does not wait for the web server. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).start,
  init: async () => (await import('./init.ts')).init,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  demo: async () => (await import('./demo.ts')).demo,
  import: async () => (await import('./import.ts')).importCommand,
  'from-shop': async () => (await import('./from-shop.ts')).fromShop,
  map: async () => (await import('./map.ts')).map,
  photos: async () => (await import('./photos.ts')).photos,
  check: async () => (await import('./check.ts')).check,
  backup: async () => (await import('./backup.ts')).backup,
  export: async () => (await import('./export.ts')).exportCommand,
  restore: async () => (await import('./restore.ts')).restore,
  'end-drill': async () => (await import('./end-drill.ts')).endDrillCommand,
  move: async () => (await import('./move.ts')).move,
  upgrade: async () => (await import('./upgrade.ts')).upgrade,
  'create-user': async () => (await import('./create-user.ts')).createUser,
  'set-password': async () => (await import('./person.ts')).setPasswordCommand,
  'remove-second-factor': async () => (await import('./person.ts')).removeSecondFactor,
  'export-person': async () => (await import('./person.ts')).exportPerson,
  'erase-person': async () => (await import('./person.ts')).erasePerson,
}

/** Errors whose message says everything; of any other error the stack is shown. */
const EXPECTED = [
  CommandError,
  ConfigError,
  DataFolderError,
  DatabaseOpenError,
  FilesOpenError,
  FeedError,
  ImportBusyError,
  ShopExportError,
  WholeShopError,
]

/**
 * Runs `bulto` with the arguments that follow its name.
 *
 * @returns the exit code: 0 done, 1 failed or refused, 2 called wrongly
 */
export async function runBulto(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...commandArgs] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.print(await overview())
    return name === undefined ? exitCodes.usage : exitCodes.done
  }
  if (name === '--version') {
    terminal.print(nameOf(build))
    return exitCodes.done
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    terminal.note(`No existe el comando «${name}». Con «bulto --help» se ven todos.`)
    return exitCodes.usage
  }
  const command = await load()
  try {
    const input = readInput(command, commandArgs)
    if (input) return await command.run(input, terminal)
    terminal.print(helpOf(name, command))
    return exitCodes.done
  } catch (error) {
    terminal.progress.clear()
    if (error instanceof UsageError) {
      terminal.note(`${error.message}. Con «bulto ${name} --help» se ve cómo se usa.`)
      return exitCodes.usage
    }
    terminal.note(explain(error))
    return exitCodes.failed
  }
}

const interrupted: Record<Outage, string> = {
  database:
    'La base de datos dejó de responder. Revise que esté en marcha y que su disco no esté lleno, y vuelva a intentarlo.',
  disk: 'El disco está lleno, o no se puede escribir en él. Libere espacio y vuelva a intentarlo.',
  load: 'La tienda está muy ocupada. Vuelva a intentarlo en unos minutos.',
}

/** The text that the console shows for the error that ended a command. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseInUseError) {
    return `${error.message}\nSi es la tienda en marcha, deténgala mientras dure este comando. Con un servidor PostgreSQL (DATABASE_URL) no hace falta.`
  }
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message
  // Ctrl-D or Ctrl-C at a question.
  if (error.name === 'AbortError') return 'Se interrumpió sin responder'
  const outage = outageOf(error)
  const code = errorCode(error)
  // A code is what one looks up; a sentence in English is no help to whoever reads this.
  if (outage) return [interrupted[outage], ...(code ? [`(${code})`] : [])].join(' ')
  return error.stack ?? error.message
}

/** Each command with its arguments, its sentence and the names of its options. */
export const commandForms = (): Promise<{ usage: string; summary: string; options: string[] }[]> =>
  Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const { summary, args = [], options = {} } = await load()
      return { usage: [name, ...args].join(' '), summary, options: Object.keys(options) }
    }),
  )

async function overview(): Promise<string> {
  const described = await commandForms()
  const width = Math.max(...described.map(({ usage }) => usage.length)) + 2
  const lines = described.map(({ usage, summary }) => `  ${usage.padEnd(width)}${summary}`)
  return [
    'Uso: bulto COMANDO [opciones]',
    '',
    'Comandos:',
    ...lines,
    '',
    'Con «bulto COMANDO --help» se ve cómo se usa cada uno; con «bulto --version», qué versión es.',
    'Código de salida: 0 hecho, 1 falló o algo fue rechazado, 2 mal llamado.',
  ].join('\n')
}
