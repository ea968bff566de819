import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { restErp } from './rest-client.ts'

test('an answer in Windows-1252 is no answer: no letter of a name is lost', async () => {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(Buffer.from('{"DESCRIP_ART":"Muñeca"}', 'latin1')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const erp = restErp({ url: `http://127.0.0.1:${port}`, token: undefined, pause: async () => {} })
  await expect(erp.get('/articulos', {}, (json) => json)).rejects.toThrow('no está en UTF-8 (byte 19)')
})
