/** Scans that are still being looked up: they wait in the tab, so that a reload or another page loses none (R243). */
import { keepDraft, keptDraft } from '../../lib/draft.ts'
import type { CartOwner } from '../book/device-store.ts'

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
const underWay = new Set<string>()

/** Takes one scan of a code out of the waiting ones: it is in the cart, or was not meant. */
export function dropScan(owner: CartOwner, code: string): void {
  const name = nameOf(owner)
  const codes = codesOf(name)
  const at = codes.indexOf(code)
  if (at !== -1) setCodes(name, codes.toSpliced(at, 1))
}

/**
 * Takes the codes that wait for a cart, one after the other: two scans of one article are two multiples. A code waits until
 * `take` is through with it.
 * @param take puts the article of a code into the cart or tells why not; false where nobody answered; it never throws
 * @returns the codes that could not be looked up and wait for the next time; null where they are being taken already
 */
export async function takeScans(
  owner: CartOwner,
  take: (code: string) => Promise<boolean>,
): Promise<readonly string[] | null> {
  const name = nameOf(owner)
  if (underWay.has(name)) return null
  underWay.add(name)
  let skipped = 0
  for (let code = codesOf(name)[skipped]; code !== undefined; code = codesOf(name)[skipped]) {
    // Dropped by its code, not by its place: other codes may be given up during the look-up.
    if (await take(code)) dropScan(owner, code)
    else skipped++
  }
  underWay.delete(name)
  return codesOf(name)
}
