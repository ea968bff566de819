/**
 * Encrypts what the device keeps for a user who signed out (R37, R229). The key is that user's own: the device has it while
 * they are signed in, and gets it again with their next sign-in. Loaded lazily.
 */
import { deviceKey } from '../../../contract/auth.ts'
import { call } from '../../lib/api.ts'
import { onSessionChange, storedUser } from '../../lib/stored-user.ts'
import { sendAll, showBook } from './cart-saves.ts'
import { keepEntry, keptEntry, LINES, ORDERS, ownersOf } from './device-store.ts'
import { tellOpened } from './opened-book.ts'

/** Name under which the text of a quick order is kept (web/features/ordering/quick-order/draft.ts). */
const TEXTS = 'pedido-rapido'

/** The user that an entry of the storage belongs to; undefined for an entry of another kind. */
const userOf = (name: string): number | undefined => {
  const [kind = '', userId] = name.split(':')
  return [LINES, ORDERS, TEXTS].includes(kind) ? Number(userId) : undefined
}

const keyName = (userId: number) => `llave:${userId}`
const sealedPrefix = (userId: number) => `sellado:${userId}:`
const namesOf = (belongs: (name: string) => boolean) => Object.keys(localStorage).filter(belongs)

const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const toBytes = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))

const importKey = (key: string) =>
  crypto.subtle.importKey('raw', toBytes(key.replaceAll('-', '+').replaceAll('_', '/')), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])

/** Time limit of the call that answers the key, in milliseconds. */
const KEY_LIMIT = 15_000
/** Backoff: milliseconds before the key is asked for again, doubled each time. */
const FIRST_RETRY = 1_000
const LONGEST_RETRY = 15_000

/** Only one tab at a time encrypts or decrypts: two would restore the same text twice. */
const alone = (work: () => Promise<void>): Promise<void> => navigator.locks.request('sellado', work)

/** Encrypts what a user leaves at sign-out, and decrypts it at that user's next sign-in, from now on. */
export function keepSealed(): void {
  // On plain http a browser encrypts nothing.
  if (!crypto.subtle) return
  let pause = FIRST_RETRY
  let retry: ReturnType<typeof setTimeout> | undefined
  const sealAndOpen = async () => {
    clearTimeout(retry)
    try {
      await alone(sealOthers).finally(open)
      pause = FIRST_RETRY
    } catch {
      clearTimeout(retry)
      retry = setTimeout(sealAndOpen, pause)
      pause = Math.min(LONGEST_RETRY, 2 * pause)
    }
  }
  onSessionChange(sealAndOpen)
  window.addEventListener('online', sealAndOpen)
  void sealAndOpen()
}

async function sealOthers(): Promise<void> {
  for (const userId of new Set(Object.keys(localStorage).map(userOf)))
    if (userId !== undefined && storedUser()?.id !== userId) await seal(userId)
  const user = storedUser()
  for (const name of namesOf((entry) => entry.startsWith('llave:')))
    if (name !== (user && keyName(user.id))) localStorage.removeItem(name)
}

async function seal(userId: number): Promise<void> {
  const key = localStorage.getItem(keyName(userId))
  // The key never came. The entries stay as they are: encrypted without it they could never be read again.
  if (key === null) return
  const entries = namesOf((name) => userOf(name) === userId).map((name) => [name, localStorage.getItem(name)])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(entries))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await importKey(key), plain)
  // The user has signed in again meanwhile.
  if (storedUser()?.id === userId) return
  const owners = ownersOf(userId)
  // A name that no other tab gives, and that sorts by time.
  localStorage.setItem(
    `${sealedPrefix(userId)}${Date.now()}:${crypto.randomUUID()}`,
    `${toText(iv)}.${toText(new Uint8Array(sealed))}`,
  )
  for (const [name, before] of entries) if (name && localStorage.getItem(name) === before) localStorage.removeItem(name)
  for (const owner of owners) showBook(owner)
}

/** Decrypts the entries of the signed-in user, with the key on the device or the server's. */
async function open(): Promise<void> {
  const user = storedUser()
  if (!user) return
  const name = keyName(user.id)
  const key = localStorage.getItem(name) ?? (await call(deviceKey, { signal: AbortSignal.timeout(KEY_LIMIT) }))
  if (storedUser()?.id !== user.id) return
  localStorage.setItem(name, key)
  await alone(() => unseal(user.id, key))
}

type Entries = readonly [name: string, value: string][]

async function unseal(userId: number, key: string): Promise<void> {
  // The newest first: its entries win over older ones of the same name.
  const names = namesOf((name) => name.startsWith(sealedPrefix(userId)))
    .sort()
    .reverse()
  const seals = await Promise.all(
    names.map(async (name) => ({ name, entries: await decrypt(localStorage.getItem(name) ?? '', key) })),
  )
  // The user may have signed out again. No await from here on: another tab may send a restored entry at once.
  if (storedUser()?.id !== userId) return
  for (const { name, entries } of seals) if (entries) putBack(name, entries)
  if (seals.every(({ entries }) => !entries)) return
  for (const owner of ownersOf(userId)) showBook(owner)
  sendAll()
  tellOpened()
}

/** The decrypted entries; undefined where they were encrypted with another key. */
async function decrypt(sealed: string, key: string): Promise<Entries | undefined> {
  const [iv = '', text = ''] = sealed.split('.')
  try {
    const algorithm = { name: 'AES-GCM', iv: toBytes(iv) }
    const plain = await crypto.subtle.decrypt(algorithm, await importKey(key), toBytes(text))
    return JSON.parse(new TextDecoder().decode(plain)) as Entries
  } catch {
    return undefined
  }
}

/** Restores decrypted entries by name: orders before the lines that were typed after them. */
function putBack(seal: string, entries: Entries): void {
  for (const [name, value] of entries.toSorted()) {
    const present = keptEntry(name)
    const text = present === null ? value : withText(name, value, present)
    if (text === present || keepEntry(name, text)) continue
    // The storage is full: without the encrypted copy there is room.
    localStorage.removeItem(seal)
    keepEntry(name, text)
  }
  localStorage.removeItem(seal)
}

/** The entry to keep where something was typed since: the newer one, but of two texts both, the older first. */
function withText(name: string, value: string, present: string): string {
  const isContained = !name.startsWith(TEXTS) || `${present}\n`.startsWith(`${value}\n`)
  return isContained ? present : `${value}\n${present}`
}
