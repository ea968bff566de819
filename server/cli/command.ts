/** The commands of `bulto`: their form, the reading of their arguments, the text of their help. */
import { parseArgs } from 'node:util'
import type { Terminal } from './terminal.ts'

/** The exit codes of every command. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface Option {
  /** Name of the value in the help, e.g. 'CUIT'; an option without one is a switch. */
  readonly value?: string
  /** In Spanish. */
  readonly help: string
}

export interface CommandInput {
  /** One for each of the command's arguments. */
  readonly args: readonly string[]
  readonly values: Readonly<Record<string, string | undefined>>
  readonly switches: ReadonlySet<string>
}

export interface Command {
  /** One sentence in Spanish. */
  readonly summary: string
  /** Names of the arguments, all of them required. */
  readonly args?: readonly string[]
  readonly options?: Readonly<Record<string, Option>>
  /** More for the help, lines in Spanish. */
  readonly notes?: readonly string[]
  run(input: CommandInput, terminal: Terminal): Promise<ExitCode>
}

/** The command was called wrongly; the message is Spanish. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command can't do its work, for a reason that the message explains in Spanish. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/**
 * Reads the arguments that follow the command's name.
 *
 * @returns null when the help was asked for
 * @throws UsageError
 */
export function readInput(command: Command, argv: readonly string[]): CommandInput | null {
  const options = command.options ?? {}
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [
        name,
        { type: value ? ('string' as const) : ('boolean' as const) },
      ]),
    ),
  })
  const args: string[] = []
  const values: Record<string, string> = {}
  const switches = new Set<string>()
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value)
    if (token.kind !== 'option') continue
    if (token.name === 'help' || token.rawName === '-h') return null
    const option = options[token.name]
    if (!option || !token.rawName.startsWith('--')) throw new UsageError(`No existe la opción ${token.rawName}`)
    if (!option.value) {
      if (token.value !== undefined) throw new UsageError(`La opción --${token.name} no lleva un valor`)
      switches.add(token.name)
    } else {
      if (token.value === undefined) throw new UsageError(`Falta el valor de --${token.name}`)
      values[token.name] = token.value
    }
  }
  const expected = command.args ?? []
  if (args.length < expected.length) throw new UsageError(`Falta ${expected[args.length]}`)
  if (args.length > expected.length) throw new UsageError(`Sobra «${args[expected.length]}»`)
  return { args, values, switches }
}

/** The help of a command, as `--help` shows it. */
export function helpOf(name: string, command: Command): string {
  const options = Object.entries(command.options ?? {}).map(
    ([option, { value, help }]) => [value ? `--${option} ${value}` : `--${option}`, help] as const,
  )
  const all = [...options, ['--help', 'Muestra esta ayuda'] as const]
  const width = Math.max(...all.map(([usage]) => usage.length)) + 2
  return [
    `Uso: bulto ${[name, ...(command.args ?? []), options.length > 0 ? '[opciones]' : ''].filter(Boolean).join(' ')}`,
    '',
    command.summary,
    '',
    'Opciones:',
    ...all.map(([usage, help]) => `  ${usage.padEnd(width)}${help}`),
    ...(command.notes ? ['', ...command.notes] : []),
  ].join('\n')
}
