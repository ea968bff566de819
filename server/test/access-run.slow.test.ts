/**
 * `npm run test:access`: every id of every row of every table goes into every place where an id goes, by everybody, and the
 * answers are searched for marked texts of those whom the caller may not read. It knows the addresses that the server
 * registered and the names that its description gives them, not who may call. access-matrix.test.ts says who may; this says
 * that nothing leaks whoever asks, whatever for.
 * What a device keeps of the user before is asked in e2e/offline.spec.ts ('another user finds nothing of the one before'),
 * whether a backup shows anything in server/cli/marked-backup.slow.test.ts.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { readXlsx } from 'hucre/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inventoryKeys } from '../../contract/inventory.ts'
import { smallPdf } from '../../testkit/small-pdf.ts'
import { diskFiles } from '../ports/files/disk.ts'
import {
  type CallInputs,
  type Description,
  type Plausible,
  placesOf,
  requestsWith,
  requestWith,
  SHEET,
  type Spot,
  spotsOf,
} from './access-places.ts'
import { endings, endSessions } from './dead-sessions.ts'
import { CERTIFICATE } from './filled-tables.ts'
import {
  clientNames,
  type MarkedWorld,
  makeMarkedWorld,
  nobodys,
  type OwnedRow,
  type Owner,
  ownerOf,
  owners,
  personal,
  rowsOf,
} from './marked-world.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { withDatabase } from './test-database.ts'
import { emptyTables, keepRows, tablesOf } from './world-ids.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 })

/** Whose texts each caller may read. */
const mayRead: Record<string, readonly Owner[]> = {
  A1: ['A1'],
  B1: ['B1'],
  sellerA: ['sellerA', 'A1', 'A2'],
  sellerB: ['sellerB', 'B1', 'B2'],
  supervisor: ['supervisor', 'sellerA', 'sellerB', 'A1', 'A2', 'B1', 'B2'],
  admin: owners.filter((owner) => owner !== 'secret'),
  stranger: [],
  ...Object.fromEntries(endings.map((ending) => [ending, []])),
}
const callers = Object.keys(mayRead)
const isDead = (who: string) => endings.some((ending) => ending === who)
/**
 * Sessions that ended are one row less or one column more, which the same query finds missing: the first of them is sent
 * everywhere, like a stranger; the others carry each id once to each address, in all its places at the same time.
 */
const asksOnce = (who: string, { method }: CallInputs) =>
  // To an admin, who may see and change all, nothing can leak but secrets, whatever place the id stands in.
  (method !== 'GET' && (who === 'admin' || isDead(who))) || (isDead(who) && who !== 'signed out')
/** Addresses that make a document or read a sheet in a thread: only the names that they could mean, or the run takes an hour. */
const SLOW: Record<string, readonly string[]> = {
  '/api/pedidos/productos/catalogo': [],
  '/api/pedidos/productos/excel': [],
  '/api/pedidos/productos/lista-precios': [],
  '/api/pedidos/productos/catalogo-custom': ['idcli', 'idusu'],
  '/api/pedidos/itemsCarrito/carrito-excel': ['idcli', 'idusu'],
  '/api/pedidos/itemsCarrito/ejemplo': [],
  '/api/pedidos/productos/documentos': [],
  '/api/pedidos/itemsCarrito/catalogo-quotation': [],
  '/api/pedidos/itemsCarrito/importar-pedido/revisar': [SHEET],
  '/api/pedidos/itemsCarrito/lista/revisar': ['idcli', SHEET],
  '/api/pedidos/itemsCarrito/sucursales/planilla': ['idcli'],
  '/api/pedidos/itemsCarrito/sucursales/revisar': ['idcli', SHEET],
  '/api/pedidos/productos/lotes/planilla/revisar': [SHEET],
  '/api/pedidos/productos/lotes/planilla': [SHEET],
}
/** They hash what is typed as a password for every CUIT, and ask for no session: a stranger alone sends them ids, or they take half of the run. */
const HASHES = ['/api/auth/signin', '/api/auth/dos-pasos', '/api/auth/dos-pasos/clave']
/** Programs with a key call these, and no person (push.test.ts): a person is refused before anything of the request is read. */
const isForPrograms = (url: string) => url.startsWith('/api/erp/v1/')
/** A supervisor reads every cart (R100), an admin's too: its document names whose cart it is. */
const isAnyCart = (who: string, owner: Owner, url: string) =>
  who === 'supervisor' && owner === 'admin' && /\/(carrito-excel|catalogo-custom)\?/.test(url)
/** An order on paper names the seller whom its client calls, with the telephone (R310). */
const isSellerOnPaper = (who: string, owner: Owner, url: string) =>
  ((who === 'A1' && owner === 'sellerA') || (who === 'B1' && owner === 'sellerB')) &&
  /\/pedidos\/\d+\/(pdf|excel)(\?|$)/.test(url)

describe('access run', () => {
  withDatabase('embedded', (database) => {
    let app: TestApp
    let world: MarkedWorld
    let places: CallInputs[]
    let registered: { method: string; url: string }[]
    let restore: () => Promise<void>
    const tokens: Record<string, string | undefined> = {}
    let cells = 0
    let answered = 0
    const leaks: string[] = []

    beforeAll(async () => {
      const { db } = database()
      world = await makeMarkedWorld(db)
      const listen = (message: unknown) => {
        const { fastify } = message as { fastify: FastifyInstance }
        fastify.addHook('onRoute', ({ method, url }) => {
          for (const name of [method].flat()) registered.push({ method: name, url })
        })
      }
      registered = []
      subscribe('fastify.initialization', listen)
      app = await openTestApp(db)
      unsubscribe('fastify.initialization', listen)
      const description = await app.visitor.request('GET', '/api/openapi.json')
      places = placesOf(registered, description.json as Description)
      const files = diskFiles(app.filesDir)
      await files.put(CERTIFICATE, new Uint8Array(smallPdf('certificado')))
      for (const name of clientNames)
        await files.put(`${world.markers[name]}.pdf`, new Uint8Array(smallPdf(world.markers[name])))
      // The links of the public inventories are made when the application starts; an admin alone reads them.
      const links = await db.kysely.selectFrom('setting').select('value').where('key', 'in', inventoryKeys).execute()
      if (links.length !== 2) throw new Error(`${links.length} links of inventories`)
      for (const { value } of links) {
        world.pool.push(value)
        world.needles.office.push(value)
      }
      Object.assign(tokens, await endSessions(app, db, { userId: world.users.A2, officeId: world.users.supervisor }))
      for (const who of callers) await signIn(who)
      await app.upToDate()
      restore = await keepRows(db)
    })
    afterAll(async () => {
      await app.close()
      console.log(
        `access run: ${cells} cells (${answered} of them not refused), ${registered.length} addresses, ${places.length} calls, ${world.pool.length} ids, ` +
          `${world.marked.length} marked columns, ${leaks.length} leaks`,
      )
    })
    const signIn = async (who: string) => {
      const id = world.users[who as keyof MarkedWorld['users']]
      if (id) tokens[who] = (await app.as({ id })).token
    }

    test('every table has rows, and each that holds texts an owner or belongs to nobody', async () => {
      const { db } = database()
      expect(await emptyTables(db)).toEqual([])
      expect(await tablesOf(db)).toEqual([...Object.keys(ownerOf), ...Object.keys(nobodys)].sort())
      expect(world.marked.length).toBeGreaterThan(40)
    })

    const send = async (who: string, request: InjectOptions) => {
      cells++
      const answer = await app.app.inject({
        ...request,
        // Nobody meets a limit of one address, which would answer 429 in place of what is asked.
        remoteAddress: `10.${(cells >> 16) & 255}.${(cells >> 8) & 255}.${cells & 255}`,
        headers: { ...request.headers, ...(tokens[who] && { authorization: `Bearer ${tokens[who]}` }) },
      })
      if (answer.statusCode < 300) answered++
      return { status: answer.statusCode, text: await textOf(answer) }
    }
    const foreign = (who: string) => owners.filter((owner) => !mayRead[who]?.includes(owner))
    /** Notes a leak where an answer to somebody holds a text of one whom that person may not read. */
    const ask = async (who: string, request: InjectOptions & { url: string }) => {
      const { status, text } = await send(who, request)
      const { url } = request
      for (const owner of foreign(who))
        for (const needle of world.needles[owner])
          if (
            text.includes(needle) &&
            // What the request carried may come back in a sentence about it.
            !url.includes(needle) &&
            !String(request.payload ?? '').includes(needle) &&
            !isAnyCart(who, owner, url) &&
            !isSellerOnPaper(who, owner, url)
          )
            leaks.push(`${who} reads ${owner}: ${request.method} ${url} (${status})`)
      return { status, text }
    }
    /** What a caller names when asked for something of the own; a stranger, what a client could know. */
    const plausibleTo = (who: string): Plausible => {
      const client = world.clients[who.endsWith('B') || who === 'B1' ? 'B1' : 'A1']
      const userId = world.users[who as keyof MarkedWorld['users']] ?? world.users.A1
      const byName: Record<string, number | string> = {
        idcli: client.id,
        bodell: client.id,
        idusu: userId,
        usuarios: userId,
        dir: client.addressId,
        iddir: client.addressId,
        comprobante: client.paperId,
        cuit: client.cuit,
        idart: world.articleId,
        idio: world.articleId,
        cod: world.articleCode,
        // An empty password is none: hashing others would take most of the run.
        contra: '',
        password: '',
        token: '',
        que: 'order',
        IDCON_PED: client.orderId,
      }
      return (name, url) => {
        const id = /\/pedidos\//.test(url.replace('/api/pedidos/', '/'))
          ? client.orderId
          : url.endsWith('/itemsCarrito/:id')
            ? client.lineId
            : /\/(listas-guardadas|avisos\/listas)\//.test(url)
              ? client.listId
              : userId
        return name === 'id' ? String(id) : byName[name]?.toString()
      }
    }
    /** Everything that a caller asks of a call with an id. */
    const askAbout = async (who: string, place: CallInputs, spots: readonly Spot[], value: string) => {
      const plausible = plausibleTo(who)
      const requests =
        asksOnce(who, place) || isForPrograms(place.url)
          ? [await requestWith(place, spots, value, { plausible })]
          : await requestsWith(place, spots, value, plausible)
      for (const request of requests) await ask(who, request)
    }
    const spotsToAsk = (place: CallInputs) =>
      spotsOf(place).filter(({ name }) => SLOW[place.url]?.includes(name) ?? true)
    /**
     * The ids that a caller asks of a call. Before a release all of them; else a third, another one at each caller and call, so that
     * every id is asked by everybody and of every call.
     */
    const idsFor = (who: string, place: CallInputs): readonly string[] => {
      if (process.env.TEST_CASES === 'all') return world.pool
      const turn = callers.indexOf(who) + places.indexOf(place)
      return world.pool.filter((_, at) => (at + turn) % 3 === 0)
    }
    /** A session that ended on the way would make the rest of the run a stranger's. */
    const isSignedIn = async (who: string) =>
      tokens[who] === undefined ||
      isDead(who) ||
      (await send(who, { method: 'GET', url: '/api/auth/sesiones' })).status === 200

    test('each person reads their own texts, in JSON, in PDF and in a workbook; a dead session none', async () => {
      const { A1 } = world.clients
      const own = async (who: string, url: string, headers = {}) =>
        (await send(who, { method: 'GET', url, headers })).text.includes(world.markers.A1)
      const cart = `idcli=${A1.id}&idusu=${world.users.A1}`
      expect({
        orders: await own('A1', '/api/pedidos/productos/pedidos'),
        order: await own('A1', `/api/pedidos/productos/pedidos/${A1.orderId}`),
        paper: await own('A1', `/api/pedidos/productos/pedidos/${A1.orderId}/comprobantes/${A1.paperId}`),
        cart: await own('A1', '/api/pedidos/itemsCarrito/cliente'),
        profile: await own('A1', `/api/usuarios/${world.users.A1}`),
        clients: await own('sellerA', '/api/usuarios/clientes/all'),
        workbook: await own('sellerA', `/api/pedidos/itemsCarrito/carrito-excel?${cart}`),
        pdf: await own('sellerA', `/api/pedidos/productos/catalogo-custom?${cart}`),
      }).toEqual({
        orders: true,
        order: true,
        paper: true,
        cart: true,
        profile: true,
        clients: true,
        workbook: true,
        pdf: true,
      })
      const key = await send('A1', { method: 'GET', url: '/api/auth/llave' })
      expect(world.needles.A1.some((needle) => key.text.includes(needle))).toBe(true)
      const settings = await send('admin', { method: 'GET', url: '/api/config/' })
      expect(world.needles.office.some((needle) => settings.text.includes(needle))).toBe(true)
      const link = world.needles.office.at(-1)
      const inventory = await send('stranger', {
        method: 'GET',
        url: `/api/pedidos/productos/inventario/${link}`,
      })
      expect(inventory).toMatchObject({ status: 200, text: expect.stringContaining(world.articleCode) })
      for (const who of endings)
        expect([who, (await send(who, { method: 'GET', url: '/api/auth/llave' })).status]).toEqual([who, 401])
    })

    test('no read gives anybody a text of somebody else', async () => {
      const reads = places.filter(({ method }) => method === 'GET')
      expect(reads.length).toBeGreaterThan(80)
      for (const who of callers) {
        for (const place of reads) {
          await ask(who, await requestWith(place, [], '', { plausible: plausibleTo(who) }))
          const spots = spotsToAsk(place)
          if (spots.length > 0) for (const value of idsFor(who, place)) await askAbout(who, place, spots, value)
        }
        expect(await isSignedIn(who)).toBe(true)
      }
      expect(leaks).toEqual([])
    })

    test('lists as workbooks and the words of every search show nobody else either', async () => {
      const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      const reads = places.filter(({ method, url }) => method === 'GET' && !(url in SLOW))
      for (const who of ['A1', 'sellerA', 'supervisor', 'stranger'])
        for (const place of reads) {
          const plausible = plausibleTo(who)
          const plain = await requestWith(place, [], '', { plausible })
          await ask(who, { ...plain, headers: { accept: sheet } })
          const words = foreign(who).map((owner) => world.markers[owner].slice(0, 8))
          for (const spot of spotsToAsk(place))
            for (const word of words) await ask(who, await requestWith(place, [spot], word, { plausible }))
        }
      expect(leaks).toEqual([])
    })

    /** An admin may change every row, and of the secrets no row says that it was changed rightly: those are only read. */
    const mayChange = (who: string, { table, owner }: OwnedRow) =>
      who === 'admin' ||
      owner === 'secret' ||
      (personal.has(table) ? owner === who : mayRead[who]?.includes(owner) === true)

    test('a changed row is noticed, and put back', async () => {
      const { db } = database()
      await restore()
      const { lineId } = world.clients.A1
      const line = (await rowsOf(db, world.markers)).find(({ table, owner }) => table === 'cart_line' && owner === 'A1')
      expect(line?.row).toContain(`"id": ${lineId},`)
      await send('A1', { method: 'DELETE', url: `/api/pedidos/itemsCarrito/${lineId}` })
      expect(await rowsOf(db, world.markers)).not.toContainEqual(line)
      await restore()
      expect(await rowsOf(db, world.markers)).toContainEqual(line)
    })

    test('no write changes a row of somebody else, nor answers with one', async () => {
      const { db } = database()
      const writes = places.filter(({ method }) => method !== 'GET')
      expect(writes.length).toBeGreaterThan(60)
      for (const who of callers) {
        const rowsBefore = await rowsOf(db, world.markers)
        expect(rowsBefore.length).toBeGreaterThan(100)
        let before = rowsBefore.filter((row) => !mayChange(who, row))
        for (const place of writes) {
          const spots = spotsToAsk(place)
          const answeredBefore = answered
          await ask(who, await requestWith(place, [], '', { plausible: plausibleTo(who) }))
          const values = HASHES.includes(place.url) && who !== 'stranger' ? [] : idsFor(who, place)
          for (const value of values) {
            if (spots.length > 0) await askAbout(who, place, spots, value)
            if (!place.json || asksOnce(who, place) || isForPrograms(place.url)) continue
            const all = await requestWith(place, spots, value, { plausible: plausibleTo(who) })
            // An array in place of an object is refused whatever it holds, and the other way round.
            const isList = place.json.type === 'array'
            for (const body of bodiesAbout(value, world).filter((body) => Array.isArray(body) === isList))
              await ask(who, { ...all, payload: JSON.stringify(body) })
          }
          const isRefused = answered === answeredBefore
          expect([place.url, await isSignedIn(who)]).toEqual([place.url, true])
          // What refused calls changed is found by the next comparison: looking after each would take a tenth of the run.
          if (isRefused && place !== writes.at(-1)) continue
          const after = await rowsOf(db, world.markers)
          const afterRows = new Set(after.map(({ row }) => row))
          const changed = before.filter(({ row }) => !afterRows.has(row))
          for (const { table, owner, row } of changed)
            leaks.push(
              `${who} changes ${owner} by ${place.method} ${place.url} or a refused call before: ${table} ${row.slice(0, 300)}`,
            )
          before = before.filter((row) => !changed.includes(row))
        }
        await restore()
      }
      expect(leaks).toEqual([])
    })
  })
})

/** Bodies that name one thing wherever a body can, by hand: of a line, an address, a profile, an import, and of all at once. */
function bodiesAbout(value: string, { articleId }: MarkedWorld): unknown[] {
  const id = Number(value) || 1
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
