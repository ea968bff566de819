/** The passwords that are refused because they are among the commonest 100,000 (R14, R270). */
import { easyPassword, passwordProblem } from '../../../contract/password.ts'

let list: Promise<{ test: (password: string) => boolean }> | undefined

/**
 * Whether a password, in any case, is among the commonest. The list is loaded at the first question, once: it takes
 * 2 MB of memory, and most days nobody chooses a password.
 */
export async function isCommonest(password: string): Promise<boolean> {
  list ??= import('fxa-common-password-list').then((loaded) => loaded.default)
  // The list is in lower case.
  return (await list).test(password.toLowerCase())
}

/** Why the server refuses a new password, in Spanish: what the browser knows too, and the commonest. */
export const newPasswordProblem = async (...given: Parameters<typeof passwordProblem>): Promise<string | undefined> =>
  passwordProblem(...given) ?? ((await isCommonest(given[0])) ? easyPassword : undefined)
