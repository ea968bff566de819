import type { ErpLink } from '../port.ts'
import { ErpUnreachable } from '../rest-client.ts'

type ReadAnswers = ErpLink['readAnswers']

/**
 * Reads the folder's files of answers and, every so often, asks the other program as well. That it is silent or not understood is
 * answered in words: no file waits for it.
 * @param everyMs pause between two questions, in milliseconds; `now` counts in them
 */
export function withFileAnswers(files: ErpLink, everyMs: number, now: () => number, ask: ReadAnswers): ReadAnswers {
  let next = Number.NEGATIVE_INFINITY
  return async (take, signal) => {
    const ofFiles = await files.readAnswers(take, signal)
    if (now() < next) return ofFiles
    next = now() + everyMs
    try {
      return ofFiles + (await ask(take, signal))
    } catch (error) {
      if (!(error instanceof ErpUnreachable)) throw error
      return `${ofFiles}${error.message}\r\n`
    }
  }
}
