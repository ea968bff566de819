/** The tests' `test` with a shop of its own that reads a folder of a real IMAP server, and mails through a real SMTP server. */
import { rmSync } from 'node:fs'
import type { Email } from 'postal-mime'
import { startSmtpServer } from '../../server/test/mail.ts'
import { startImapServer } from '../../testkit/imap-server.ts'
import { composeTestMail } from '../../testkit/mails.ts'
import { test as staffTest } from './staff.ts'
import { type RunningShop, startShop } from './test.ts'

type ReceivedMail = Parameters<typeof composeTestMail>[0]
interface Box {
  shop: RunningShop
  /** The mails that the shop has sent. */
  sent: readonly Email[]
}

/** @param mails what lies in the folder before the shop starts: it looks then, and a minute later. */
export const testOnMailbox = (mails: readonly ReceivedMail[]) =>
  staffTest.extend<object, { box: Box }>({
    box: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
      async ({}, use) => {
        const [imap, smtp] = await Promise.all([startImapServer(), startSmtpServer()])
        for (const [at, mail] of mails.entries()) imap.add(await composeTestMail({ ...mail, messageId: `<${at}@sol>` }))
        const { shop, process } = await startShop('muestra', { IMAP_URL: imap.url, SMTP_URL: smtp.url })
        await use({ shop, sent: smtp.mails })
        await process.stop()
        await Promise.all([imap.stop(), smtp.stop()])
        rmSync(shop.dataDir, { recursive: true, force: true })
      },
      { scope: 'worker', timeout: 90_000 },
    ],
    shop: async ({ box }, use) => use(box.shop),
  })
