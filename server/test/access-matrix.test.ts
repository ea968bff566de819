/**
 * Who reaches what: every call of the application has a row here, and the table below is the answer expected
 * for each caller and each owner. A call without a row fails the test. Adding one:
 *
 *     'GET /api/…': noId,                                                it takes nothing of anybody's
 *     'GET /api/…/:id': [of(ownClients, ({ mine }) => `/api/…/${mine.clientId}`)],
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Belongings, type CallerName, callers, makeWorld, owners, type World } from './access-world.ts'
import { type Answer, openTestApp, type TestApp } from './test-app.ts'
import { withDatabase } from './test-database.ts'
import { postFile } from './upload.ts'

type Table = Record<CallerName, readonly (number | 'ok')[]>
const ok = 'ok'
const nobody = [401, 401, 401, 401]

// Columns: things of A1, A2, B1, B2. 'ok' is the answer of a call that may be made.

/** What belongs to a client: the client's own user, its seller, supervisors and admins. */
const ownClients: Table = {
  sellerA: [ok, ok, 403, 403],
  sellerB: [403, 403, ok, ok],
  supervisor: [ok, ok, ok, ok],
  admin: [ok, ok, ok, ok],
  client: [ok, 403, 403, 403],
  visitor: nobody,
}
/** The same for calls that only staff makes. */
const staffForClients: Table = { ...ownClients, client: [403, 403, 403, 403] }
/** Staff's look-ups by something that is no id in the address: what is another's is not there. */
const staffLooksUp: Table = {
  ...staffForClients,
  sellerA: [ok, ok, 404, 404],
  sellerB: [404, 404, ok, ok],
}
/** What is a user's own, for the user and an admin: the whole account, and every change of it. */
const ownUser: Table = {
  sellerA: [403, 403, 403, 403],
  sellerB: [403, 403, 403, 403],
  supervisor: [403, 403, 403, 403],
  admin: [ok, ok, ok, ok],
  client: [ok, 403, 403, 403],
  visitor: nobody,
}
const admins: Table = { ...ownUser, client: [403, 403, 403, 403] }
/** Another's address is no address of the client the call is for, whoever calls. */
const strangersAddress: Table = {
  sellerA: [400, 400, 403, 403],
  sellerB: [403, 403, 400, 400],
  supervisor: [400, 400, 400, 400],
  admin: [400, 400, 400, 400],
  client: [400, 403, 403, 403],
  visitor: nobody,
}
/** An order into a cart for A1: both have to be reached. */
const intoA1: Table = {
  ...ownClients,
  sellerB: [403, 403, 403, 403],
}

interface Request {
  url?: string
  body?: unknown
  file?: string
}
interface About {
  world: World
  caller: CallerName
  /** User id of the caller; 0 for a visitor. */
  me: number
  mine: Belongings
  /** Somebody else's, of the other seller. */
  others: Belongings
}
interface Row {
  table: Table
  request: (about: About) => Request | string | Promise<Request | string>
  /** Answer of a call that may be made. */
  ok: number
  /** Reads the outcome where 200 may mean 'not found'. */
  outcome: (answer: Pick<Answer<unknown>, 'status' | 'json'>) => number
}

const of = (table: Table, request: Row['request'], more: Partial<Row> = {}): Row => ({
  table,
  request,
  ok: 200,
  outcome: ({ status }) => status,
  ...more,
})
/** 404 when the answer says that there is nothing. */
const unless =
  (nothing: (json: Answer<unknown>['json']) => boolean): Row['outcome'] =>
  ({ status, json }) =>
    status === 200 && nothing(json) ? 404 : status
/** A call that takes no client, user, cart, order or address. */
const noId = 'no id'

const cart = '/api/pedidos/itemsCarrito'
const products = '/api/pedidos/productos'
const cartReads = (address: string): Row[] => [
  of(ownClients, ({ mine }) => `${address}?id=${mine.userId}&idcli=${mine.clientId}`),
  of(ownClients, ({ mine }) => `${address}?idcli=${mine.clientId}`),
  of(ownClients, ({ mine }) => `${address}?id=${mine.userId}`),
]
const exports = (address: string): Row[] => [
  of(staffForClients, ({ mine }) => `${address}?idusu=${mine.userId}&idcli=${mine.clientId}`),
  of(staffForClients, ({ mine }) => `${address}?idcli=${mine.clientId}`),
  of(staffForClients, ({ mine }) => `${address}?idusu=${mine.userId}`),
]
const imported = ({ world, mine }: About, iddir: number) => ({
  body: [
    { cuit: mine.cuit, iddir, condicion: 1, items: [{ cod: world.articleCode, cantidad: 1, precio: 0 }] },
  ],
})

const matrix: Record<string, readonly Row[] | typeof noId> = {
  'GET /api/pedidos/itemsCarrito/cliente': cartReads(`${cart}/cliente`),
  'GET /api/pedidos/itemsCarrito/cliente/simple': cartReads(`${cart}/cliente/simple`),
  'GET /api/pedidos/itemsCarrito/cantidad': cartReads(`${cart}/cantidad`),
  'POST /api/pedidos/itemsCarrito': [
    of(ownClients, ({ world, mine }) => ({
      body: { id: null, idart: world.articleId, cantidad: 1, obs: '', idcli: mine.clientId },
    })),
  ],
  'DELETE /api/pedidos/itemsCarrito/:id': [
    of(ownUser, async ({ world, mine }) => `${cart}/${await world.fillCart(mine.userId, mine.clientId)}`),
  ],
  'DELETE /api/pedidos/itemsCarrito/:idusu/:idcli': [
    of(ownUser, ({ mine }) => `${cart}/${mine.userId}/${mine.clientId}`),
    of(ownClients, ({ me, mine }) => `${cart}/${me}/${mine.clientId}`),
  ],
  'GET /api/pedidos/itemsCarrito/carrito-excel': exports(`${cart}/carrito-excel`),
  'GET /api/pedidos/productos/catalogo-custom': exports(`${products}/catalogo-custom`),

  'POST /api/pedidos/productos/pedido': [
    of(ownClients, async ({ world, me, mine }) => {
      if (me) await world.fillCart(me, mine.clientId)
      return `${products}/pedido?idcli=${mine.clientId}&dir=${mine.addressId}`
    }),
    of(strangersAddress, async ({ world, me, mine, others }) => {
      if (me) await world.fillCart(me, mine.clientId)
      return `${products}/pedido?idcli=${mine.clientId}&dir=${others.addressId}`
    }),
  ],
  'GET /api/pedidos/productos/pedidos': noId,
  'GET /api/pedidos/productos/pedidos/:id': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}`),
  ],
  'POST /api/pedidos/productos/pedidos/:id/repetir': [
    of(ownClients, ({ mine }) => ({
      url: `${products}/pedidos/${mine.orderId}/repetir`,
      body: { idcli: mine.clientId },
    })),
    of(intoA1, ({ world, mine }) => ({
      url: `${products}/pedidos/${mine.orderId}/repetir`,
      body: { idcli: world.belongings.A1.clientId },
    })),
  ],
  'GET /api/config/numped': noId,
  'GET /api/config/numped/cli': [
    of(ownClients, ({ mine }) => `/api/config/numped/cli?idcli=${mine.clientId}`),
  ],

  'GET /api/pedidos/itemsCarrito/ejemplo': noId,
  'PUT /api/pedidos/productos/code': noId,
  'POST /api/pedidos/itemsCarrito/importar-pedido/revisar': [
    of(staffLooksUp, ({ mine }) => ({ file: `${mine.cuit};1;X;1\n` }), {
      outcome: unless((json) => json.pedidos[0].idcli === null),
    }),
  ],
  'POST /api/pedidos/itemsCarrito/importar-pedido': [
    of(staffLooksUp, (about) => imported(about, about.mine.addressId), {
      outcome: unless(([made]) => made.IDCON_PED === null),
    }),
    of(
      {
        ...staffLooksUp,
        sellerA: [400, 400, 404, 404],
        sellerB: [404, 404, 400, 400],
        supervisor: [400, 400, 400, 400],
        admin: [400, 400, 400, 400],
      },
      (about) => imported(about, about.others.addressId),
      { outcome: unless(([made]) => made.IDCON_PED === null) },
    ),
  ],

  'GET /api/usuarios/clientes': [
    of(staffForClients, ({ mine }) => `/api/usuarios/clientes?id=${mine.sellerUserId}`),
  ],
  'GET /api/usuarios/clientes/carrito': [
    of(staffForClients, ({ mine }) => `/api/usuarios/clientes/carrito?id=${mine.sellerUserId}`),
  ],
  // These answer a vendedor's own clients alone: server/features/clients/clients.test.ts.
  'GET /api/usuarios/clientes/all': noId,
  'GET /api/usuarios/clientes/carrito/all': noId,
  'GET /api/usuarios/buscador/cliente': noId,
  'GET /api/usuarios/cliente': [
    of(staffLooksUp, ({ mine }) => `/api/usuarios/cliente?cod=${mine.code}`, {
      outcome: unless((json) => json === null),
    }),
  ],
  'GET /api/usuarios/cliente/id': [
    of(staffForClients, ({ mine }) => `/api/usuarios/cliente/id?id=${mine.clientId}`),
  ],
  'GET /api/usuarios/cliente/zona': [
    of(staffForClients, ({ mine }) => `/api/usuarios/cliente/zona?id=${mine.clientId}`),
  ],
  'GET /api/usuarios/direcciones-bodell/:id': [
    of(ownClients, ({ mine }) => `/api/usuarios/direcciones-bodell/${mine.clientId}`),
  ],
  'GET /api/usuarios/cuit/direcciones': [
    of(ownClients, ({ mine }) => `/api/usuarios/cuit/direcciones?idcli=${mine.clientId}`),
  ],
  'GET /api/usuarios/cdv-bodell/:id': [
    of(staffForClients, ({ mine }) => `/api/usuarios/cdv-bodell/${mine.clientId}`),
  ],

  'GET /api/usuarios/admin/:id': [of(ownClients, ({ mine }) => `/api/usuarios/admin/${mine.userId}`)],
  'GET /api/usuarios/:id': [of(ownUser, ({ mine }) => `/api/usuarios/${mine.userId}`)],
  'GET /api/usuarios/direcciones/:id': [
    of(ownClients, ({ mine }) => `/api/usuarios/direcciones/${mine.userId}`),
  ],
  'POST /api/usuarios/direcciones': [
    of(ownUser, ({ mine }) => ({
      body: { id: null, direccion: 'Mitre 2', provincia: 1, ciudad: 'Lanús', obs: '', idusu: mine.userId },
    })),
    of(ownUser, ({ mine }) => ({
      body: {
        ...{ id: mine.typedAddressId, direccion: 'Mitre 2', provincia: 1, ciudad: 'Lanús', obs: '' },
        idusu: mine.userId,
      },
    })),
    // One's own user, but an address that is another's.
    of(
      {
        sellerA: [404, 404, 404, 404],
        sellerB: [404, 404, 404, 404],
        supervisor: [404, 404, 404, 404],
        admin: [404, 404, 404, 404],
        client: [404, 404, 404, 404],
        visitor: nobody,
      },
      ({ me, others }) => ({
        body: {
          ...{ id: others.typedAddressId, direccion: 'Mitre 2', provincia: 1, ciudad: 'Lanús', obs: '' },
          idusu: me,
        },
      }),
    ),
  ],
  'PUT /api/usuarios/update-perfil': [
    of(
      ownUser,
      ({ mine }) => ({
        body: { id: mine.userId, nombre: 'a', apellido: 'b', telefono: '1', celular: '2', idexp: 9_999 },
      }),
      // No such carrier, but that is only asked of who may change the profile.
      { ok: 400 },
    ),
  ],
  'GET /api/usuarios/bodell/:id': [of(admins, ({ mine }) => `/api/usuarios/bodell/${mine.userId}`)],
  'PUT /api/usuarios/bodell': [of(admins, ({ mine }) => ({ body: { usuarios: mine.userId } }), { ok: 400 })],
  'PUT /api/usuarios/zona': [
    of(admins, ({ mine }) => `/api/usuarios/zona?id=${mine.userId}&zona=9999`, { ok: 400 }),
  ],
  'PUT /api/usuarios': [of(admins, ({ mine }) => ({ body: { id: mine.userId } }), { ok: 400 })],
}

for (const call of [
  'POST /api/auth/signin',
  'POST /api/auth/',
  'GET /api/auth/cambiarContra',
  'PUT /api/auth/cambiarContra',
  'GET /api/auth/padron',
  'GET /api/auth/lugares',
  'GET /api/auth/lugares/:id',
  'GET /api/auth/localidades',
  'GET /api/auth/expresos',
  'GET /api/auth/zonas',
  'GET /api/pedidos/productos',
  'GET /api/pedidos/productos/filtros',
  'GET /api/pedidos/productos/buscador',
  'GET /api/pedidos/productos/rango',
  'GET /api/pedidos/productos/ordenPrecio',
  'GET /api/pedidos/productos/categoria',
  'GET /api/pedidos/productos/exacto',
  'GET /api/pedidos/productos/code',
  'GET /api/pedidos/productos/imagen/:idart',
  'GET /api/pedidos/productos/pedidos/nuevos',
  'GET /api/pedidos/categorias',
  'GET /api/pedidos/categorias/marcas',
  'GET /api/usuarios/all',
  'GET /api/usuarios/filtro',
  'GET /api/usuarios/clientes/no-habilitados',
  'GET /api/usuarios/cuit',
  'GET /api/usuarios/vendedores',
  'GET /api/usuarios/bodell/ivas',
  'POST /api/usuarios',
  'GET /api/config/notif-ped',
  'PUT /api/config/notif-ped',
  'GET /api/config/anuncio',
  'GET /api/config/carousel',
  'GET /api/config/valor-carousel',
  'GET /api/config/habilitado',
  'GET /api/config/contacto',
  'GET /api/config/terminos',
  'GET /api/config/bannerhab',
  'GET /api/config/banner',
  'GET /api/carousel',
  'GET /api/carousel/fotos',
  'GET /api/openapi.json',
])
  matrix[call] = noId

describe('access matrix', () => {
  withDatabase('embedded', (database) => {
    let app: TestApp
    let world: World

    beforeAll(async () => {
      app = await openTestApp(database().db)
      world = await makeWorld(database().db, app)
    })
    afterAll(() => app.close())

    test('every call of the application has a row, and every row is a call', () => {
      const registered = app.endpoints.map(({ method, path }) => `${method} ${path}`)
      expect(Object.keys(matrix).sort()).toEqual([...new Set(registered)].sort())
    })

    test('what the declaration says is about somebody has its answers in the table', () => {
      const unanswered = app.endpoints
        .filter(({ access }) => access.client !== undefined || access.user !== undefined)
        .map(({ method, path }) => `${method} ${path}`)
        .filter((call) => matrix[call] === noId)
      expect(unanswered).toEqual([])
    })

    const answered = Object.entries(matrix).filter((entry): entry is [string, Row[]] => entry[1] !== noId)
    test.each(answered)('%s', async (call, rows) => {
      const [method, path = ''] = call.split(' ')
      for (const row of rows) {
        const outcomes = {} as Record<CallerName, number[]>
        const expected = {} as Record<CallerName, number[]>
        for (const caller of callers) {
          expected[caller] = row.table[caller].map((status) => (status === ok ? row.ok : status))
          outcomes[caller] = []
          for (const owner of owners) {
            const others = world.belongings[owner.startsWith('A') ? 'B2' : 'A2']
            const about = { world, caller, me: world.userIds[caller], mine: world.belongings[owner], others }
            const given = await row.request(about)
            const { url = path, body, file } = typeof given === 'string' ? { url: given } : given
            const answer =
              file === undefined
                ? await world.callers[caller].request(method as 'GET', url, body)
                : await postFile(app.app, world.callers[caller], url, file)
            outcomes[caller].push(row.outcome(answer))
          }
        }
        expect(outcomes).toEqual(expected)
      }
    })
  })
})
