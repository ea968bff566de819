/** The tests' `test` with a shop of its own that an ERP feeds by a folder, and that mails by a real SMTP server at any hour. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Email } from 'postal-mime'
import { startSmtpServer } from '../../server/test/mail.ts'
import { type RunningShop, test as shopTest, startShop } from './test.ts'

export interface Fed {
  /** Puts a file of the feed where the shop takes it from. */
  put(name: string, rows: readonly string[]): void
  /** The mails that have arrived. */
  readonly mails: readonly Email[]
}

export const test = shopTest.extend<{ fed: Fed }, { fedShop: { shop: RunningShop; fed: Fed } }>({
  fedShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const smtp = await startSmtpServer()
      const folder = mkdtempSync(join(tmpdir(), 'bulto-e2e-avisos-'))
      mkdirSync(join(folder, 'entrada'), { recursive: true })
      const env = {
        SMTP_URL: smtp.url,
        ERP_FOLDER: folder,
        ERP_SECONDS: '1',
        ERP_SETTLE_SECONDS: '1',
        NOTICE_HOURS: '0-24',
      }
      const { shop, process } = await startShop('propia', env)
      const put = (name: string, rows: readonly string[]) =>
        writeFileSync(join(folder, 'entrada', `${name}.csv`), rows.map((row) => `${row}\r\n`).join(''))
      await use({ shop, fed: { put, mails: smtp.mails } })
      await process.stop()
      await smtp.stop()
      for (const made of [folder, shop.dataDir]) rmSync(made, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: async ({ fedShop }, use) => use(fedShop.shop),
  fed: async ({ fedShop }, use) => use(fedShop.fed),
})
