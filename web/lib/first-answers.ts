/** What came with the HTML (contract/first-data.ts): the shop's own data, and answers that are each good for one call. */
import { FIRST_DATA_ELEMENT, type FirstData } from '../../contract/first-data.ts'

const nothing: FirstData = { userId: null, shop: { name: 'Bulto', dataFiscalUrl: null }, answers: {} }

const PATIENCE = 2_500
/** Milliseconds after which a call no longer belongs to the loading of the page. */
const PAGE_BEGINS = 10_000

let data: FirstData | undefined
let answers: Map<string, unknown> | undefined

function read(): FirstData {
  try {
    const text = document.getElementById(FIRST_DATA_ELEMENT)?.textContent
    return text ? { ...nothing, ...(JSON.parse(text) as FirstData) } : nothing
  } catch {
    return nothing
  }
}

function firstData(): FirstData {
  data ??= read()
  return data
}

/** What the page shows of the shop itself. */
export const firstShop = (): FirstData['shop'] => firstData().shop

/**
 * The wire JSON of the call at `address`, once; undefined when there is none or it belongs to another user.
 * @param userId The stored user's id, null when nobody is signed in.
 */
export function takeFirstAnswer(address: string, userId: number | null): unknown {
  answers ??= new Map(Object.entries(firstData().answers))
  if (firstData().userId !== userId) return undefined
  const answer = answers.get(address)
  answers.delete(address)
  return answer
}

/** Forgets the answers that no call took: after a change, or some seconds, they may be out of date. */
export function dropFirstAnswers(): void {
  answers = new Map()
}

/**
 * How long an answer is waited for before the kept one is shown, in milliseconds. None where the page itself came from the
 * device: then the network has been waited for already.
 */
export const patience = (): number => (firstData().userId === null && performance.now() < PAGE_BEGINS ? 0 : PATIENCE)
