/** What the tax registry says of a CUIT, kept for a while: the registry is slow and its entries rarely change. */
import type { RegistryEntry } from '../../../contract/registry.ts'
import type { Log } from '../../db/log.ts'
import { onceAMinute } from '../../lib/once-a-minute.ts'
import { withTimeLimit } from '../../lib/time-limit.ts'
import { type RegistryAnswer, type TaxRegistry, unavailable } from '../../ports/tax-registry/port.ts'

export interface Registry {
  /**
   * Looks up eleven digits whose check digit is right. 'unknown' also for a CUIT that the tax authority
   * has put out of use, which nobody may sell to. 'unavailable' says nothing about the CUIT: whoever asks
   * goes on with typed data (R15). Answers within five seconds and never throws.
   */
  lookUp(cuit: string): Promise<RegistryEntry | 'unknown' | 'unavailable'>
}

export interface RegistryParts {
  taxRegistry: TaxRegistry
  log: Log
  /** Milliseconds. */
  timeLimitMs?: number
  now?: () => number
  maxEntries?: number
}

const MINUTE_MS = 60_000
const KEEP_FOUND_MS = 24 * 60 * MINUTE_MS
/** Shorter, because somebody who has just been registered tries again. */
const KEEP_UNKNOWN_MS = 10 * MINUTE_MS

export function createRegistry(parts: RegistryParts): Registry {
  const { taxRegistry, log, timeLimitMs = 5_000, now = Date.now, maxEntries = 2_000 } = parts
  const kept = new Map<string, { answer: RegistryAnswer; until: number }>()
  const asking = new Map<string, Promise<RegistryAnswer>>()
  const reportOutage = onceAMinute<string>(
    (reason, leftOut) => log.warn({ reason, leftOut }, 'the tax registry did not answer'),
    now,
  )

  const ask = async (cuit: string): Promise<RegistryAnswer> => {
    const answer = await withTimeLimit(timeLimitMs, (signal) => taxRegistry.lookUp(cuit, signal)).catch(
      (error: unknown) => unavailable(error instanceof Error ? error.message : String(error)),
    )
    if (answer.status === 'unavailable') {
      reportOutage(answer.reason)
      return answer
    }
    kept.delete(cuit)
    kept.set(cuit, { answer, until: now() + (answer.status === 'found' ? KEEP_FOUND_MS : KEEP_UNKNOWN_MS) })
    if (kept.size > maxEntries) {
      const [oldest] = kept.keys()
      if (oldest !== undefined) kept.delete(oldest)
    }
    return answer
  }
  const answerFor = async (cuit: string): Promise<RegistryAnswer> => {
    const known = kept.get(cuit)
    if (known && known.until > now()) return known.answer
    // The form asks while the CUIT is typed and again when it is sent: both share one request.
    const running = asking.get(cuit) ?? ask(cuit).finally(() => asking.delete(cuit))
    asking.set(cuit, running)
    return running
  }

  return {
    async lookUp(cuit) {
      const answer = await answerFor(cuit)
      switch (answer.status) {
        case 'found':
          return answer.entry
        case 'unavailable':
          return 'unavailable'
        case 'unknown':
        case 'inactive':
          return 'unknown'
      }
    },
  }
}
