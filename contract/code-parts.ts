/** What may stand for a code that nobody wants to type whole: pure, the same in the browser and on the server. */
import { codeKey, fold } from './codes.ts'
import { PAGE_SIZE } from './rules.ts'

interface Coded {
  readonly code: string
  readonly alias: string
}

/** Signs of a code that lead to it. */
const SHORTEST_PART = 3

/**
 * The one article whose code begins or ends with what was typed, among those near to it (R32): to be shown and confirmed, never
 * taken (R38). Nothing when there are several, or when `near`, a page of a search, may not be all that hold it.
 */
export function articleOfPart<A extends Coded>(typed: string, near: readonly A[]): A | undefined {
  const part = codeKey(fold(typed))
  if (part.length < SHORTEST_PART || !/\d/.test(part)) return
  const holds = ({ code, alias }: Coded) => [code, alias].some((one) => codeKey(fold(one)).includes(part))
  if (near.length >= PAGE_SIZE && near.every(holds)) return
  const [only, ...others] = near.filter(({ code }) => {
    const whole = codeKey(fold(code))
    return whole.startsWith(part) || whole.endsWith(part)
  })
  return others.length === 0 ? only : undefined
}
