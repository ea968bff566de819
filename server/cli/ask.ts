/** What commands ask a person at the console. */
import { CommandError, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

/** What a person answers; without one the option is missing. @throws UsageError */
export async function askFor(question: string, option: string, terminal: Terminal): Promise<string> {
  const answer = await terminal.ask(question)
  if (!answer) throw new UsageError(`Falta ${option}`)
  return answer
}

/**
 * A password from BULTO_PASSWORD, the console (asked twice) or the first line that was piped in.
 *
 * @param given by an option, which other processes can see
 * @throws UsageError when there is none; CommandError when the second writing differs
 */
export async function readPassword(given: string | undefined, terminal: Terminal): Promise<string> {
  const password = given ?? terminal.env.BULTO_PASSWORD ?? (await terminal.ask('Contraseña', { secret: true }))
  if (password === null) {
    const piped = await terminal.readPipedLine()
    if (!piped) throw new UsageError('Falta la contraseña (BULTO_PASSWORD o la primera línea de la entrada)')
    return piped
  }
  if (given === undefined && terminal.env.BULTO_PASSWORD === undefined) {
    const again = await terminal.ask('Otra vez', { secret: true })
    if (again !== password) throw new CommandError('Las contraseñas no coinciden')
  }
  return password
}
