/** Reads what the device keeps for a user. */
import { expect, type Page } from '@playwright/test'

/** Keys of the device's databases ('database/store/key') and addresses in its caches ('cache path'). */
export const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const answers: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const keys = await new Promise<IDBValidKey[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAllKeys()
          reading.onsuccess = () => resolve(reading.result)
        })
        answers.push(...keys.map((key) => `${name}/${store}/${String(key)}`))
      }
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(`${name} ${new URL(url).pathname}`)
    return { answers, cached }
  })

/** All that the device keeps, as one text: records of its databases with their keys, local storage, bodies of its caches. */
export const textsOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    /** Bytes as the letters they may be. */
    const readable = (_name: string, value: unknown) =>
      ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName)
        kept.push(await Promise.all([done(store.getAllKeys()), done(store.getAll())]))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) kept.push(request.url, await (await cache.match(request))?.text())
    }
    return JSON.stringify(kept, readable)
  })

/** Waits until the device has the shop's code and an answer to each of these calls. */
export async function untilOnDevice(page: Page, ...calls: readonly string[]): Promise<void> {
  const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
  await expect.poll(worker, { timeout: 30_000 }).toBe('activated')
  const missing = async () => {
    const answers = (await onDevice(page)).answers.join('\n')
    return calls.filter((call) => !answers.includes(call))
  }
  await expect.poll(missing, { timeout: 30_000 }).toEqual([])
}
