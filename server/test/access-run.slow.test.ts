/**
 * `npm run test:access`: every id of every person goes into every place where an id goes, by everybody who should not reach
 * it, and the answers are searched for the other's marked texts. It knows the addresses that the server registered, not what
 * the contract says of them. access-matrix.test.ts says who may; this says that nothing leaks whoever asks, whatever for.
 * What a device keeps of the user before is asked in e2e/offline.spec.ts ('another user finds nothing of the one before'),
 * whether a backup with a key shows anything in server/whole-shop/backup-file.test.ts.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type MarkedWorld,
  makeMarkedWorld,
  nobodys,
  type Owner,
  ownerOf,
  owners,
  rowsOf,
} from './marked-world.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { withDatabase } from './test-database.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

/** Whose texts each caller may read. */
const mayRead: Record<string, readonly Owner[]> = {
  A1: ['A1'],
  B1: ['B1'],
  sellerA: ['sellerA', 'A1', 'A2'],
  sellerB: ['sellerB', 'B1', 'B2'],
  supervisor: ['supervisor', 'sellerA', 'sellerB', 'A1', 'A2', 'B1', 'B2'],
  admin: owners.filter((owner) => owner !== 'secret'),
  stranger: [],
  'dead session': [],
}
/** Names under which a query may carry an id, a code or a CUIT. */
const QUERY = ['id', 'idcli', 'idusu', 'cod', 'cuit', 'dir', 'code', 'n']
/** Addresses that make a document in a thread: only the names that they could mean, or the run takes an hour. */
const SLOW: Record<string, readonly string[]> = {
  '/api/pedidos/productos/catalogo': [],
  '/api/pedidos/productos/excel': [],
  '/api/pedidos/productos/lista-precios': [],
  '/api/pedidos/productos/catalogo-custom': ['idcli', 'idusu'],
  '/api/pedidos/itemsCarrito/carrito-excel': ['idcli', 'idusu'],
  '/api/pedidos/itemsCarrito/ejemplo': [],
}
/** A supervisor reads every cart (R100), an admin's too: its document names whose cart it is. */
const isAnyCart = (who: string, owner: Owner, url: string) =>
  who === 'supervisor' && owner === 'admin' && /\/(carrito-excel|catalogo-custom)\?/.test(url)
/** An order on paper names the seller whom its client calls, with the telephone (R310). */
const isSellerOnPaper = (who: string, owner: Owner, url: string) =>
  ((who === 'A1' && owner === 'sellerA') || (who === 'B1' && owner === 'sellerB')) &&
  /\/pedidos\/\d+\/(pdf|excel)(\?|$)/.test(url)
/** The second address of a call that has two. */
const isShort = (url: string) => /^\/api\/(itemsCarrito|productos|categorias)/.test(url)

interface Place {
  method: string
  url: string
}

describe('access run', () => {
  withDatabase('embedded', (database) => {
    let app: TestApp
    let world: MarkedWorld
    const places: Place[] = []
    const tokens: Record<string, string | undefined> = {}
    let cells = 0
    const leaks: string[] = []

    beforeAll(async () => {
      const { db } = database()
      world = await makeMarkedWorld(db)
      const listen = (message: unknown) => {
        const { fastify } = message as { fastify: FastifyInstance }
        fastify.addHook('onRoute', ({ method, url }) => {
          for (const name of [method].flat()) places.push({ method: name, url })
        })
      }
      subscribe('fastify.initialization', listen)
      app = await openTestApp(db)
      unsubscribe('fastify.initialization', listen)
      for (const who of Object.keys(mayRead)) {
        const id = world.users[who as keyof MarkedWorld['users']]
        if (id) tokens[who] = (await app.as({ id })).token
      }
      tokens['dead session'] = 'x'.repeat(43)
      await app.upToDate()
    })
    afterAll(async () => {
      await app.close()
      console.log(
        `access run: ${cells} cells, ${places.length} addresses, ${world.marked.length} marked columns, ${leaks.length} leaks`,
      )
    })

    test('every table with texts has an owner or belongs to nobody', async () => {
      const { rows } = await sql<{ name: string }>`
        select distinct table_name::text as name from information_schema.columns
        where table_schema = 'public' and table_name not like 'schema_migration%'`.execute(
        database().db.kysely,
      )
      const known = [...Object.keys(ownerOf), ...Object.keys(nobodys)].sort()
      expect(rows.map(({ name }) => name).sort()).toEqual(known)
      expect(world.marked.length).toBeGreaterThan(40)
    })

    const send = async (who: string, request: InjectOptions) => {
      cells++
      const { body: _, ...rest } = request
      const answer = await app.app.inject({
        ...rest,
        ...(request.body !== undefined && { payload: request.body as string }),
        headers: { ...request.headers, ...(tokens[who] && { authorization: `Bearer ${tokens[who]}` }) },
      })
      return { status: answer.statusCode, text: await textOf(answer) }
    }
    const foreign = (who: string) => owners.filter((owner) => !mayRead[who]?.includes(owner))
    /** Notes a leak where an answer to somebody holds a text of one whom that person may not read. */
    const ask = async (who: string, request: InjectOptions) => {
      const { status, text } = await send(who, request)
      const url = String(request.url)
      for (const owner of foreign(who))
        if (
          text.includes(world.markers[owner]) &&
          !isAnyCart(who, owner, url) &&
          !isSellerOnPaper(who, owner, url)
        )
          leaks.push(`${who} reads ${owner}: ${request.method} ${request.url} (${status})`)
      return { status, text }
    }

    test('each person reads their own texts, in JSON, in PDF and in a workbook', async () => {
      const { A1 } = world.clients
      const own = async (who: string, url: string, headers = {}) =>
        (await send(who, { method: 'GET', url, headers })).text.includes(world.markers.A1)
      const cart = `idcli=${A1.id}&idusu=${world.users.A1}`
      expect({
        orders: await own('A1', '/api/pedidos/productos/pedidos'),
        order: await own('A1', `/api/pedidos/productos/pedidos/${A1.orderId}`),
        cart: await own('A1', '/api/pedidos/itemsCarrito/cliente'),
        profile: await own('A1', `/api/usuarios/${world.users.A1}`),
        clients: await own('sellerA', '/api/usuarios/clientes/all'),
        workbook: await own('sellerA', `/api/pedidos/itemsCarrito/carrito-excel?${cart}`),
        pdf: await own('sellerA', `/api/pedidos/productos/catalogo-custom?${cart}`),
      }).toEqual({
        orders: true,
        order: true,
        cart: true,
        profile: true,
        clients: true,
        workbook: true,
        pdf: true,
      })
    })

    test('no read gives anybody a text of somebody else', async () => {
      const reads = places.filter(({ method, url }) => method === 'GET' && !isShort(url))
      expect(reads.length).toBeGreaterThan(80)
      for (const who of Object.keys(mayRead)) {
        const values = new Set(foreign(who).flatMap((owner) => world.names[owner]))
        // Nobody is foreign to an admin but the secrets; every id is asked about once.
        if (values.size === 0)
          for (const owner of owners) for (const name of world.names[owner]) values.add(name)
        for (const { url } of reads) {
          await ask(who, { method: 'GET', url: url.replace(/:\w+\??/g, '1') })
          const names = SLOW[url] ?? QUERY
          const isSignedIn = tokens[who] !== undefined && who !== 'dead session'
          for (const value of isSignedIn ? values : [...values].slice(0, 3)) {
            if (url.includes(':')) await ask(who, { method: 'GET', url: url.replace(/:\w+\??/g, value) })
            else for (const name of names) await ask(who, { method: 'GET', url: `${url}?${name}=${value}` })
          }
        }
      }
      expect(leaks).toEqual([])
    })

    test('lists as workbooks and the words of every search show nobody else either', async () => {
      const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      const reads = places.filter(({ method, url }) => method === 'GET' && !isShort(url) && !(url in SLOW))
      for (const who of ['A1', 'sellerA', 'supervisor', 'stranger'])
        for (const { url } of reads) {
          const address = url.replace(/:\w+\??/g, '1')
          await ask(who, { method: 'GET', url: address, headers: { accept: sheet } })
          for (const owner of foreign(who)) {
            const word = world.markers[owner].slice(0, 8)
            await ask(who, {
              method: 'GET',
              url: `${address}?n=${word}&b=${word}&q=${word}&nombre=${word}`,
            })
          }
        }
      expect(leaks).toEqual([])
    })

    test('no write changes a row of somebody else, nor answers with one', async () => {
      const { db } = database()
      const writes = places.filter(
        ({ method, url }) => ['POST', 'PUT', 'DELETE'].includes(method) && !isShort(url),
      )
      expect(writes.length).toBeGreaterThan(60)
      for (const who of ['A1', 'B1', 'sellerA', 'sellerB', 'stranger', 'dead session']) {
        for (const owner of foreign(who)) {
          if (world.names[owner].length === 0) continue
          const before = await rowsOf(db, world.markers[owner])
          for (const { method, url } of writes) {
            // Ending one's own session would make the rest of the run a stranger's.
            if (url === '/api/auth/signin') continue
            for (const value of world.names[owner]) {
              const address = url.replace(/:\w+\??/g, value)
              const query = ['id', 'idcli', 'idusu', 'dir'].map((name) => `${name}=${value}`).join('&')
              for (const body of bodiesAbout(value, world))
                await ask(who, {
                  method: method as 'POST',
                  url: `${address}?${query}`,
                  headers: {
                    'content-type': 'application/json',
                    'idempotency-key': `k${value}`.padEnd(24, '0'),
                  },
                  body: JSON.stringify(body),
                })
            }
          }
          const after = await rowsOf(db, world.markers[owner])
          const changed = before.filter((row) => !after.includes(row))
          if (changed.length > 0) leaks.push(`${who} changed ${owner}: ${changed.join('; ').slice(0, 400)}`)
        }
      }
      expect(leaks).toEqual([])
    })
  })
})

/** Bodies that name one thing wherever a body can: of a line, an address, a profile, an import, and of all names at once. */
function bodiesAbout(value: string, { articleId }: MarkedWorld): unknown[] {
  const id = Number(value)
  const names = {
    idcli: id,
    idusu: id,
    usuarios: id,
    ids: [id],
    dir: id,
    iddir: id,
    cuit: value,
    codigo: value,
  }
  const line = { id: null, idart: articleId, cantidad: 2, obs: 'otro' }
  const address = { direccion: 'Mitre 2', provincia: 1, ciudad: 'Lanús' }
  const person = { nombre: 'otro', apellido: 'b', telefono: '1', celular: '2', idexp: 1 }
  return [
    { ...names, ...line, ...address, ...person, id },
    { ...names, ...line, ...address, ...person, id: null },
    [
      {
        cuit: value,
        idcli: id,
        iddir: id,
        condicion: 1,
        items: [{ idart: articleId, cantidad: 1, precio: 0 }],
        id,
      },
    ],
  ]
}

interface Injected {
  headers: Record<string, unknown>
  rawPayload: Buffer
}

/** Everything that can be read in an answer: its headers, its body, the words of a PDF and the cells of a workbook. */
async function textOf({ headers, rawPayload }: Injected): Promise<string> {
  const type = String(headers['content-type'])
  const said = JSON.stringify(headers)
  if (type.includes('pdf')) {
    const pdf = await getDocumentProxy(new Uint8Array(rawPayload))
    return said + (await extractText(pdf, { mergePages: true })).text
  }
  if (type.includes('spreadsheet')) return said + JSON.stringify(await readXlsx(new Uint8Array(rawPayload)))
  return said + rawPayload.toString()
}
