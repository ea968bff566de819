/** Finding an article by a part of its code: pure, the same in the browser and on the server. */
import { codeKey, fold } from './codes.ts'
import { PAGE_SIZE } from './rules.ts'

interface Coded {
  readonly code: string
  readonly alias: string
}

/** The fewest letters and digits that a part must have. */
const SHORTEST_PART = 3

/**
 * The only article whose code begins or ends with the typed part, among those `near` to it (R32): to be shown and confirmed,
 * never taken (R38). Undefined when there are several, or when `near` is a full page of a search whose articles all hold
 * the part: further pages may then hold it too.
 */
export function articleOfPart<A extends Coded>(typed: string, near: readonly A[]): A | undefined {
  const part = codeKey(fold(typed))
  if (part.length < SHORTEST_PART || !/\d/.test(part)) return
  const holds = ({ code, alias }: Coded) => [code, alias].some((text) => codeKey(fold(text)).includes(part))
  if (near.length >= PAGE_SIZE && near.every(holds)) return
  const [only, ...others] = near.filter(({ code }) => {
    const whole = codeKey(fold(code))
    return whole.startsWith(part) || whole.endsWith(part)
  })
  return others.length === 0 ? only : undefined
}
