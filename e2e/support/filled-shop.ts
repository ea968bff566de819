/** The tests' `test` with a sample shop of its own, into which something was written before it started. */
import { rm } from 'node:fs/promises'
import { type RunningShop, test as shopTest, startShop } from './test.ts'

/** @param fill writes into the shop's data folder; the tests of a file share the shop. */
export const testOnShop = (fill: (dataDir: string) => Promise<void>) =>
  shopTest.extend<object, { filled: RunningShop }>({
    filled: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
      async ({}, use) => {
        const { shop, process } = await startShop('muestra', {}, fill)
        await use(shop)
        await process.stop()
        await rm(shop.dataDir, { recursive: true, force: true })
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    shop: async ({ filled }, use) => use(filled),
  })
