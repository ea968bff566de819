/**
 * What waits on the device for a user who is gone is sealed (R37, R229): encrypted with that user's own key, which is
 * on the device for as long as the user is signed in and comes again with the next sign-in. Loaded lazily.
 */
import { deviceKey } from '../../contract/auth.ts'
import { call } from '../lib/api.ts'
import { onSessionChange, storedUser } from '../lib/stored-user.ts'
import { sendAll, showBook } from './cart-saves.ts'
import { isOfUser, ownersOf, usersKept } from './device-store.ts'

const keyName = (userId: number) => `llave:${userId}`
const sealedPrefix = (userId: number) => `sellado:${userId}:`
const namesOf = (belongs: (name: string) => boolean) => Object.keys(localStorage).filter(belongs)

const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const toBytes = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))

const importKey = (key: string) =>
  crypto.subtle.importKey('raw', toBytes(key.replaceAll('-', '+').replaceAll('_', '/')), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])

/** From now on: seals what a user leaves, and opens it when that user is back. */
export function keepSealed(): void {
  // On plain http a browser encrypts nothing.
  if (!crypto.subtle) return
  let turn = Promise.resolve()
  const look = () => {
    turn = turn.then(settle).catch(() => undefined)
  }
  onSessionChange(look)
  window.addEventListener('online', look)
  look()
}

async function settle(): Promise<void> {
  for (const userId of usersKept()) if (storedUser()?.id !== userId) await seal(userId)
  const user = storedUser()
  for (const name of namesOf((one) => one.startsWith('llave:')))
    if (name !== (user && keyName(user.id))) localStorage.removeItem(name)
  if (user) await open(user.id)
}

async function seal(userId: number): Promise<void> {
  const key = localStorage.getItem(keyName(userId))
  // It never came. What waits stays as it is: unreadable for good would be lost.
  if (key === null) return
  const entries = namesOf((name) => isOfUser(name, userId)).map((name) => [name, localStorage.getItem(name)])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(entries))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await importKey(key), plain)
  // Back already.
  if (storedUser()?.id === userId) return
  const value = `${toText(iv)}.${toText(new Uint8Array(sealed))}`
  localStorage.setItem(`${sealedPrefix(userId)}${Date.now()}`, value)
  for (const [name, before] of entries)
    if (name && localStorage.getItem(name) === before) localStorage.removeItem(name)
  for (const owner of ownersOf(userId)) showBook(owner)
}

async function open(userId: number): Promise<void> {
  const sealed = namesOf((name) => name.startsWith(sealedPrefix(userId)))
  const known = localStorage.getItem(keyName(userId))
  const key = known ?? (await call(deviceKey))
  if (storedUser()?.id !== userId) return
  localStorage.setItem(keyName(userId), key)
  for (const name of sealed) {
    const [iv = '', text = ''] = localStorage.getItem(name)?.split('.') ?? []
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: toBytes(iv) },
      await importKey(key),
      toBytes(text),
    )
    const entries = JSON.parse(new TextDecoder().decode(plain)) as [string, string][]
    // What was typed since is newer.
    for (const [entry, value] of entries)
      if (localStorage.getItem(entry) === null) localStorage.setItem(entry, value)
    localStorage.removeItem(name)
  }
  if (sealed.length === 0) return
  for (const owner of ownersOf(userId)) showBook(owner)
  sendAll()
}
