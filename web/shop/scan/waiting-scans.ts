/** Scans that are still being looked up: they wait in the tab, so that a reload or another page loses none (R243). */
import { keepDraft, keptDraft } from '../../lib/draft.ts'
import type { CartOwner } from '../device-store.ts'

const nameOf = ({ userId, clientId }: CartOwner) => `escaneados:${userId}:${clientId}`

/** Codes by cart, the oldest first; a browser without storage keeps them here alone. */
const waiting = new Map<string, readonly string[]>()
const codesOf = (name: string): readonly string[] =>
  waiting.get(name) ?? keptDraft<{ codes: readonly string[] }>(name, { codes: [] }).codes

function setCodes(name: string, codes: readonly string[]): void {
  waiting.set(name, codes)
  keepDraft(name, { codes })
}

/** Puts a scanned code behind the ones that wait for this cart. */
export function keepScan(owner: CartOwner, code: string): void {
  const name = nameOf(owner)
  setCodes(name, [...codesOf(name), code])
}

/** Carts whose codes are being taken now. */
const busy = new Set<string>()

/**
 * Takes the codes that wait for a cart, one after the other: two scans of one article are two multiples. A code waits until `take` is through
 * with it.
 * @param take puts the article of a code into the cart or tells why not; it never throws
 */
export async function takeScans(owner: CartOwner, take: (code: string) => Promise<void>): Promise<void> {
  const name = nameOf(owner)
  if (busy.has(name)) return
  busy.add(name)
  for (let [code] = codesOf(name); code !== undefined; [code] = codesOf(name)) {
    await take(code)
    setCodes(name, codesOf(name).slice(1))
  }
  busy.delete(name)
}
