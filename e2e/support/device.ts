/** What of a user lies on the device. */
import { expect, type Page } from '@playwright/test'

/** Everything of a user that lies on the device, by where it lies. */
export const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const answers: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name)
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
      for (const store of database.objectStoreNames) {
        const keys = await new Promise<IDBValidKey[]>((resolve) => {
          const asked = database.transaction(store).objectStore(store).getAllKeys()
          asked.onsuccess = () => resolve(asked.result)
        })
        answers.push(...keys.map((key) => `${name}/${store}/${String(key)}`))
      }
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        cached.push(`${name} ${new URL(url).pathname}`)
    return { answers, cached }
  })

/** Waits until the shop's code and all answers that name one of these calls are on the device. */
export async function untilOnDevice(page: Page, ...calls: readonly string[]): Promise<void> {
  const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
  await expect.poll(worker, { timeout: 30_000 }).toBe('activated')
  const missing = async () => {
    const answers = (await onDevice(page)).answers.join('\n')
    return calls.filter((call) => !answers.includes(call))
  }
  await expect.poll(missing, { timeout: 30_000 }).toEqual([])
}
