/** The tests' `test` with a shop of its own that has a folder for an ERP, and a server that receives its webhooks. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { type HttpStub, httpStub } from '../../server/test/stubs/http-stub.ts'
import { beginSignedIn, type RunningShop, test as shopTest, startShop } from './test.ts'

export const ADMIN = { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 }

export interface Erp {
  shop: RunningShop
  folder: string
  receiver: HttpStub
}

export const test = shopTest.extend<{ admin: { page: Page; api: APIRequestContext } }, { file: string; erp: Erp }>({
  // Each file of tests gives its name with `test.use({ file })`, and with it gets a shop that no other file wrote to.
  file: ['', { option: true, scope: 'worker' }],
  erp: [
    async ({ file }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `bulto-e2e-erp-${file}-`))
      for (const name of ['entrada', 'ensayo', 'respuestas/entrada'])
        await mkdir(join(folder, name), { recursive: true })
      const receiver = await httpStub(() => ({ status: 202, contentType: 'text/plain', body: 'Recibido' }))
      const env = { ERP_FOLDER: folder, ERP_SECONDS: '1', ERP_SETTLE_SECONDS: '1', WEBHOOK_HOSTS: '127.0.0.1' }
      const { shop, process } = await startShop('propia', env)
      await use({ shop, folder, receiver })
      await process.stop()
      await receiver.close()
      await rm(folder, { recursive: true })
      await rm(shop.dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: async ({ erp }, use) => use(erp.shop),
  admin: async ({ context, shop, page, playwright }, use) => {
    const { accessToken } = await beginSignedIn(context, shop, ADMIN)
    const extraHTTPHeaders = { authorization: `Bearer ${accessToken}` }
    const api = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    await use({ page, api })
    await api.dispose()
  },
})
