/** The tests' `test` with a shop of its own that mails through a real SMTP server. */
import { rmSync } from 'node:fs'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Email } from 'postal-mime'
import { startSmtpServer } from '../../server/test/mail.ts'
import { type RunningShop, test as shopTest, signInForm, startShop } from './test.ts'

/** The password of the demo shop's accounts. */
export const DEMO_PASSWORD = 'bulto-demo-2026'
export const ADMIN = { cuit: '20111111112', password: DEMO_PASSWORD, clientId: -1 }

export interface Mails {
  /** The mails to an address whose subject begins with `subject`, once there are `count` (default 1) of them. */
  to(address: string, subject: string, count?: number): Promise<Email[]>
}

export const test = shopTest.extend<{ mails: Mails }, { mailShop: { shop: RunningShop; mails: Mails } }>({
  mailShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const smtp = await startSmtpServer()
      const { shop, process } = await startShop('muestra', { SMTP_URL: smtp.url })
      const matching = (address: string, subject: string) =>
        smtp.mails.filter((mail) => mail.to?.some((to) => to.address === address) && mail.subject?.startsWith(subject))
      const to = async (address: string, subject: string, count = 1) => {
        await expect.poll(() => matching(address, subject).length, { timeout: 15_000 }).toBe(count)
        return matching(address, subject)
      }
      await use({ shop, mails: { to } })
      await process.stop()
      await smtp.stop()
      rmSync(shop.dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  shop: async ({ mailShop }, use) => use(mailShop.shop),
  mails: async ({ mailShop }, use) => use(mailShop.mails),
})

/** Signs in through the form of /login. */
export async function signInByHand(page: Page, { cuit, password }: { cuit: string; password: string }) {
  await page.goto('/login')
  await signInForm(page).getByLabel('CUIT').fill(cuit)
  await signInForm(page).getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'INGRESAR' }).click()
}

/** The form below the sign-in, whose fields have the same names. */
export const registrationForm = (page: Page) => page.getByRole('form', { name: 'Cree su cuenta' })

/** Matches a whole label, also with the mark of a required field. */
export const labelled = (label: string) => new RegExp(`^${label}( \\*)?$`)

/** The status of a signin call. */
export async function signinStatus(request: APIRequestContext, cuit: string, password: string) {
  return (await request.post('/api/auth/signin', { data: { username: cuit, password } })).status()
}
