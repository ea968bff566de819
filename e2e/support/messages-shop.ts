/** The tests' `test` with a shop of its own that sends messages to a stand-in for WhatsApp's interface. */

import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningShop, test as shopTest, startShop } from './test.ts'

export interface SentMessage {
  readonly to: string
  readonly template: {
    readonly name: string
    readonly components: readonly { readonly parameters: readonly { readonly text: string }[] }[]
  }
}
interface Told {
  /** What the stand-in has taken. */
  readonly messages: readonly SentMessage[]
}

export const test = shopTest.extend<Told, { toldShop: Told & { shop: RunningShop } }>({
  toldShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const messages: SentMessage[] = []
      const server = createServer(async (request, reply) => {
        let text = ''
        for await (const part of request) text += part
        messages.push(JSON.parse(text))
        reply.writeHead(200, { 'content-type': 'application/json' })
        reply.end(JSON.stringify({ messaging_product: 'whatsapp', messages: [{ id: `wamid.${messages.length}` }] }))
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const { shop, process } = await startShop('muestra', {
        NOTICES: 'whatsapp',
        WHATSAPP_TOKEN: 'EAAJ-de-prueba',
        WHATSAPP_NUMBER_ID: '106540352242922',
        WHATSAPP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      })
      await use({ shop, messages })
      await process.stop()
      server.close()
      rmSync(shop.dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: async ({ toldShop }, use) => use(toldShop.shop),
  messages: async ({ toldShop }, use) => use(toldShop.messages),
})
