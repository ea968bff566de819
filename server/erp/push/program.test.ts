/** What a programmer of the ERP has in hand: the description with its examples, and the client in Python (docs/api.md). */
import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as keyCalls from '../../../contract/erp-keys.ts'
import { keyRights } from '../../../contract/key-rights.ts'
import { pushLink } from '../../ports/erp/push-link.ts'
import { makeClient, makeUser, PASSWORD } from '../../test/make.ts'
import { makePicture } from '../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabase } from '../../test/test-database.ts'
import { erpLinkHandlers } from '../erp-link/erp-link.service.ts'

/** The schema of a row that a list answers. */
const rowSchema = (described: { paths: Record<string, Record<string, unknown>> }, list: string) => {
  const { get } = described.paths[`/api/erp/v1/${list}`] as {
    get: { responses: Record<string, { content: Record<string, { schema: Answered }> }> }
  }
  const items = get.responses['200']?.content['application/json']?.schema.properties.filas.items
  return z.fromJSONSchema(items as Parameters<typeof z.fromJSONSchema>[0])
}
interface Answered {
  properties: { filas: { items: unknown } }
}

interface Described {
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, { examples: unknown[] }> } }>
  }
}

const run = promisify(execFile)
const python = await run('python3', ['--version']).then(
  () => true,
  () => false,
)

describe('the program of the ERP', () => {
  withDatabase('embedded', (database) => {
    let app: TestApp
    let key: string
    let url: string
    beforeAll(async () => {
      const { db } = database()
      app = await openTestApp(db, { hasErp: true, erpFetches: true })
      const admin = await app.as(await makeUser(db, 'admin'))
      const body = { name: 'Tango', rights: keyRights, password: PASSWORD }
      key = (await admin.call(keyCalls.createErpKey, { body })).data.key
      await app.app.listen({ port: 0, host: '127.0.0.1' })
      url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
    })
    afterAll(() => app.close())

    async function placedOrder(): Promise<number> {
      const { db } = database()
      const client = await makeClient(db)
      const user = await makeUser(db, 'cliente', { client_id: client.id })
      const { id } = await db.kysely
        .insertInto('sales_order')
        .values({
          user_id: user.id,
          created_by: user.id,
          client_id: client.id,
          business_name: 'Sol',
          address: '',
          address_id: 0,
          sale_condition: 1,
          total: 0,
          line_count: 0,
          channel: 'web',
          erp_state: 'pending',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }

    test('sends the examples of the description, and each is taken', async () => {
      const described = await (await fetch(`${url}/api/erp/v1/openapi.json`)).json()
      expect(described.openapi).toBe('3.1.0')
      const taken: Record<string, unknown> = {}
      const orderId = await placedOrder()
      for (const [path, { post }] of Object.entries<Record<string, Described>>(described.paths)) {
        const schema = post?.requestBody?.content['application/json']?.schema
        if (!schema?.properties.filas || path.includes('respuestas')) continue
        const answer = await fetch(url + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          // The examples tell of an order that this shop does not have.
          body: JSON.stringify({ filas: schema.properties.filas?.examples[0] }).replace(
            '"IDCON_PED":482',
            `"IDCON_PED":${orderId}`,
          ),
        })
        const { filas } = await answer.json()
        taken[path] = [answer.status, filas[0].resultado, filas[0].faltas]
      }
      expect(Object.keys(taken).length).toBe(21)
      expect(new Set(Object.values(taken).map((value) => JSON.stringify(value)))).toEqual(
        new Set(['[200,"nuevo",null]']),
      )
      // What is answered is as described: codes are texts, amounts numbers.
      const authorised = { headers: { authorization: `Bearer ${key}` } }
      for (const list of ['articulos', 'clientes', 'direcciones', 'asignaciones']) {
        const { filas } = await (await fetch(`${url}/api/erp/v1/${list}`, authorised)).json()
        expect(filas.length).toBeGreaterThan(0)
        for (const row of filas) expect(rowSchema(described, list).safeParse(row)).toMatchObject({ success: true })
      }
      const [article] = (await (await fetch(`${url}/api/erp/v1/articulos`, authorised)).json()).filas
      expect(rowSchema(described, 'articulos').safeParse({ ...article, CODIGO_ART: 123 }).success).toBe(false)
      const read = await fetch(`${url}/api/erp/v1/precios`, { headers: { authorization: `Bearer ${key}` } })
      expect((await read.json()).filas).toEqual([{ ID_ART: 1001, PRECIO_LPI: 15490.5 }])
    })

    test('an order is as described, also when it is read again', async () => {
      const described = await (await fetch(`${url}/api/erp/v1/openapi.json`)).json()
      const orderId = await placedOrder()
      const job = { id: 1, attempt: 1, createdAt: '', signal: new AbortController().signal }
      const { db } = database()
      await erpLinkHandlers(db, pushLink(db.kysely)).erpOrder({ orderId }, job as never)
      const get = async (path: string) =>
        (await fetch(`${url}/api/erp/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })).json()
      const waiting = (await get('pedidos')).filas.find(({ IDCON_PED }: { IDCON_PED: number }) => IDCON_PED === orderId)
      expect(rowSchema(described, 'pedidos').safeParse(waiting)).toMatchObject({ success: true })
      const again = await get(`pedidos/${orderId}`)
      expect(again).toEqual({ ...waiting, ESTADO: 'exportado', NUMERO_PED: null })
      const { schema } = described.paths['/api/erp/v1/pedidos/{id}'].get.responses[200].content['application/json']
      expect(z.fromJSONSchema(schema).safeParse(again)).toMatchObject({ success: true })
      await db.kysely.deleteFrom('erp_outbox').execute()
    })

    test.skipIf(!python)(
      'in Python sends rows and a picture, and fetches an order until it is acknowledged',
      async () => {
        const orderId = await placedOrder()
        // As a worker does.
        const job = { id: 1, attempt: 1, createdAt: '', signal: new AbortController().signal }
        const { db } = database()
        await erpLinkHandlers(db, pushLink(db.kysely)).erpOrder({ orderId }, job as never)
        const picture = (await makePicture(40).jpeg().toBuffer()).toString('base64')
        const program = `
import base64, importlib.util, json, sys
spec = importlib.util.spec_from_file_location("client", sys.argv[1])
client = importlib.util.module_from_spec(spec); spec.loader.exec_module(client)
rows = [{"ID_ZON": n, "DESCRIPCION_ZON": f"Zona {n}"} for n in range(1, 1202)] + [{"ID_ZON": 1, "NOMBRE": "x"}]
bad = client.send("zonas", rows)
photo = client.send_picture("00123", 1, base64.b64decode(sys.argv[2]))
seen = []
client.take_orders(lambda order: seen.append(order["IDCON_PED"]) or 90211)
print(json.dumps([bad, photo, seen, client.call("GET", "pedidos")[1]["filas"]]))
`
        const { stdout } = await run(
          'python3',
          ['-c', program, join(import.meta.dirname, '../../../docs/erp-client.py'), picture],
          {
            env: { ...process.env, BULTO_URL: url, BULTO_KEY: key },
          },
        )
        const [bad, photo, seen, left] = JSON.parse(stdout)
        expect(bad).toEqual([
          [
            { ID_ZON: 1, NOMBRE: 'x' },
            'rechazado',
            [{ codigo: 'CELDA', columna: 'NOMBRE', motivo: 'No hay una columna con ese nombre' }],
          ],
        ])
        expect(photo).toEqual([200, { lugar: 1, foto: expect.stringMatching(/webp$/), resultado: 'nuevo' }])
        expect([seen, left]).toEqual([[orderId], []])
        const stored = await database()
          .db.kysely.selectFrom('sales_order')
          .select(['erp_state', 'erp_number'])
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow()
        expect(stored).toEqual({ erp_state: 'accepted', erp_number: 90211 })
      },
    )
  })
})
