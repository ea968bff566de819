/** Files that a request brings wait for their sender's turn outside of the memory, whichever call takes them (R279). */
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf } from '../../contract/endpoint.ts'
import { heavyWork } from '../lib/heavy-work.ts'
import { makeClient, makeUser } from '../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../test/test-app.ts'
import { withDatabases } from '../test/test-database.ts'

const FORM = 'multipart/form-data; boundary=x'
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
/** Values for the addresses of calls that are checked before their file is read. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/pedidos/itemsCarrito/lista/revisar': '?idcli=1',
  '/api/pedidos/productos/lotes/planilla': '?huella=x',
}

withDatabases('uploads in turns', (database) => {
  let app: TestApp
  let admin: TestCaller
  let port: number
  beforeAll(async () => {
    const { db } = database()
    await makeClient(db, { id: 1 })
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.app.server.address() as AddressInfo).port
  })
  afterAll(() => app.close())

  /** Begins to send a file of 15 MB and sends no more than its first bytes. */
  const begin = (address: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const head = [
      `POST ${address} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${admin.token}`,
      `Content-Type: ${FORM}`,
    ]
    socket.write(`${[...head, 'Content-Length: 15000000'].join('\r\n')}\r\n\r\n${PART}${'x'.repeat(10_000)}`)
    return socket
  }

  test.each([
    '/api/pedidos/itemsCarrito/lista/revisar',
    '/api/pedidos/itemsCarrito/importar-pedido/revisar',
    '/api/pedidos/productos/lotes/planilla/revisar',
    '/api/pedidos/productos/lotes/planilla',
  ])('%s reads one file of a user at a time, the others wait', async (path) => {
    expect(app.endpoints.flatMap((endpoint) => addressesOf(endpoint.path))).toContain(path)
    const sockets = [1, 2, 3].map(() => begin(`${path}${QUERIES[path] ?? ''}`))
    await expect.poll(() => heavyWork.uploads.counts()).toMatchObject({ running: 1, waiting: 2 })
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => heavyWork.uploads.counts()).toMatchObject({ running: 0, waiting: 0 })
  })
})
