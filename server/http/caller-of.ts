/** Who makes a request, for calls and pages. */
import type { FastifyRequest } from 'fastify'
import { type Caller, IDLE, type Sessions } from '../caller.ts'
import type { RequestLimit } from './request-limit.ts'

/**
 * Counts a request for its user or address (R278), and finds the user of its token. `isIdle`: the token's session has ended
 * because nobody used it (R267).
 * @param isCounted false for what is everybody's and comes dozens at a time
 * @throws Refusal 429
 */
export async function callerOf(
  { requests, sessions }: { readonly requests: RequestLimit; readonly sessions: Sessions },
  request: FastifyRequest,
  token: string | undefined,
  isCounted = true,
): Promise<{ caller: Caller | undefined; isIdle: boolean }> {
  if (isCounted) requests.take(request, token)
  if (token === undefined) return { caller: undefined, isIdle: false }
  const answer = sessions.find(token)
  // A session in memory is answered at once, and only a look-up in the database is awaited.
  const found = answer instanceof Promise ? await answer : answer
  const isIdle = found === IDLE
  const caller = isIdle ? undefined : found
  requests.know(token, caller?.userId)
  return { caller, isIdle }
}
