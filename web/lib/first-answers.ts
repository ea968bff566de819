/** The answers that came with the HTML (contract/first-data.ts), each good for one call. */
import { FIRST_DATA_ELEMENT, type FirstData } from '../../contract/first-data.ts'

let answers: Map<string, unknown> | undefined
let owner: number | null = null

function read(): Map<string, unknown> {
  try {
    const text = document.getElementById(FIRST_DATA_ELEMENT)?.textContent
    if (!text) return new Map()
    const data = JSON.parse(text) as FirstData
    owner = data.userId
    return new Map(Object.entries(data.answers))
  } catch {
    return new Map()
  }
}

/**
 * The wire JSON of the call at `address`, once; undefined when there is none or it belongs to another user.
 * @param userId The stored user's id, null when nobody is signed in.
 */
export function takeFirstAnswer(address: string, userId: number | null): unknown {
  answers ??= read()
  if (owner !== userId) return undefined
  const answer = answers.get(address)
  answers.delete(address)
  return answer
}

/** Forgets what nobody asked for: after a change, or some seconds, it may be out of date. */
export function dropFirstAnswers(): void {
  answers = new Map()
}
