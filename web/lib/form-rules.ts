/** The rules of every form's draft, without a screen: which fields changed, what is still wrong, two people's changes. */

/** What is wrong with a draft, by field. */
export type Problems<Draft> = Partial<Record<keyof Draft & string, string>>

/** A try that failed: what was wrong, and the draft it was wrong in. */
export interface Found<Draft> {
  readonly problems: Problems<Draft>
  readonly draft: Draft
  /** Said by the server, so that only another value can heal it; the form's own checks are made again. */
  readonly byServer: boolean
}

const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

/** The fields that differ; a change that was taken back is none. */
export const changedFields = <Draft extends object>(before: Draft, now: Draft): (keyof Draft & string)[] =>
  (Object.keys(now) as (keyof Draft & string)[]).filter((name) => !isSame(before[name], now[name]))

/** The problems of a failed try that remain: a field heals when it changes, or when the form's checks find it right. */
export function stillWrong<Draft extends object>(
  { problems, draft, byServer }: Found<Draft>,
  now: Draft,
  wrongNow: Problems<Draft>,
): Problems<Draft> {
  const names = Object.keys(problems) as (keyof Draft & string)[]
  const stillBad = names.filter((name) => isSame(draft[name], now[name]) && (byServer || wrongNow[name]))
  return Object.fromEntries(stillBad.map((name) => [name, problems[name]])) as Problems<Draft>
}

/** The record that somebody else has stored meanwhile, with the fields that `mine` changed since `begun` (R41). */
export function merged<Draft extends object>(begun: Draft, mine: Draft, stored: Draft): Draft {
  const own = changedFields(begun, mine).map((name) => [name, mine[name]])
  return { ...stored, ...Object.fromEntries(own) }
}
