/**
 * The audit's rows that each writing call must leave, written by hand: every change of users, products, categories,
 * settings, media and deleted carts. A writing call that is missing here fails the test; so does one that leaves others.
 */
import * as z from 'zod/mini'
import { feedPreview } from '../../contract/erp.ts'
import { smallPdf } from '../../testkit/small-pdf.ts'
import type { Db } from '../db/open.ts'
import { makeArticle, makeClient, makeUser, PASSWORD } from './make.ts'
import { makeFilm, makePicture } from './media-files.ts'
import type { TestApp, TestCaller } from './test-app.ts'
import { postFile } from './upload.ts'

/** A shop with one record of each kind, and an admin who changes it call by call, in the order of the table. */
export interface AuditWorld {
  db: Db
  app: TestApp
  admin: TestCaller
  adminId: number
  /** A client's user, the ERP client behind it, and a user without one. */
  userId: number
  clientId: number
  newUserId: number
  articles: readonly { id: number; code: string; listingId: number }[]
  unlisted: number
  /** Answers of earlier calls that later calls of the table need. */
  made: Record<string, number>
  texts: Record<string, string>
}

type Answer = { status: number; json: unknown }

/** `leaves`: the audit's new rows as 'action entity', each kind once, sorted; `none`: why the call leaves no row. */
export type Line =
  | {
      leaves: readonly string[]
      /** Whose call it is, where it is not the admin's; null for a visitor's. */
      by?: (world: AuditWorld) => number | null
      /** Makes the records that the call needs, by calls of its own. */
      prepare?: (world: AuditWorld) => Promise<unknown>
      make: (world: AuditWorld) => Promise<Answer>
    }
  | { none: string }

export async function makeAuditWorld(db: Db, app: TestApp): Promise<AuditWorld> {
  const { kysely } = db
  await kysely
    .insertInto('zone')
    .values([
      { id: 1, name: 'Norte' },
      { id: 2, name: 'Sur' },
    ])
    .execute()
  await kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
  await kysely.insertInto('vat_condition').values({ id: 1, name: 'Responsable Inscripto' }).execute()
  const admin = await makeUser(db, 'admin')
  const client = await makeClient(db, { cuit: '30712345671' })
  const user = await makeUser(db, 'cliente', { client_id: client.id })
  const newUser = await makeUser(db, 'cliente', { enabled: false, verified: false, cuit: '27990000021' })
  const brand = await kysely
    .insertInto('brand')
    .values({ name: 'Tuki', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const articles = []
  for (let at = 0; at < 3; at++) {
    const article = await makeArticle(db, { brand_id: brand.id })
    const { id } = await kysely
      .selectFrom('listing')
      .select('id')
      .where('article_id', '=', article.id)
      .executeTakeFirstOrThrow()
    articles.push({ ...article, listingId: id })
  }
  const unlisted = await makeArticle(db)
  await kysely.deleteFrom('listing').where('article_id', '=', unlisted.id).execute()
  return {
    db,
    app,
    admin: await app.as(admin),
    adminId: admin.id,
    userId: user.id,
    clientId: client.id,
    newUserId: newUser.id,
    articles,
    unlisted: unlisted.id,
    made: { brand: brand.id },
    texts: {},
  }
}

const productPath = '/api/pedidos/productos'
const treePath = '/api/pedidos/categorias'

/** A call of the admin. */
const call = (
  method: 'POST' | 'PUT' | 'DELETE',
  url: string | ((world: AuditWorld) => string),
  leaves: readonly string[],
  body?: (world: AuditWorld) => unknown,
  keep?: (json: never, world: AuditWorld) => void,
): Line => ({
  leaves,
  make: async (world) => {
    const address = typeof url === 'string' ? url : url(world)
    const answer = await world.admin.request(method, address, body?.(world))
    if (answer.status < 400) keep?.(answer.json as never, world)
    return answer
  },
})
const upload = (
  url: (world: AuditWorld) => string,
  leaves: readonly string[],
  file: (world: AuditWorld) => Promise<Uint8Array<ArrayBuffer> | string>,
  name = 'archivo',
): Line => ({
  leaves,
  make: async (world) => postFile(world.app.app, world.admin, url(world), await file(world), { name }),
})
const picture = async () => new Uint8Array(await makePicture(80).png().toBuffer())
const film = async () => new Uint8Array(await makeFilm('mp4'))

const person = {
  nombre: 'Ana',
  apellido: 'Paz',
  razonSocial: 'Juguetes del Norte',
  telefono: '',
  celular: '',
  idexp: 1,
  zona: 1,
  direccion: 'Mitre 1',
  provincia: 9,
  ciudad: 'Salta',
  obs: '',
  idven: null,
  activo: 1,
}
const first = ({ articles }: AuditWorld) => articles[0] ?? { id: 0, code: '', listingId: 0 }
const promotionOf = (world: AuditWorld) => ({
  ...{ nombre: 'Verano', porcentaje: 10, alcance: 'articulos', marca: null, categoria: null, subcategoria: null },
  ...{ articulos: first(world).code, listas: null, desde: '2026-01-01', hasta: '2099-12-31' },
})
const orderRule = { alcance: 'zona', destino: 1, PEDIDO_MINIMO: null, ENVIO_SIN_CARGO: 300, DIAS_ENTREGA: [2, 4] }
const slotOf = (world: AuditWorld) => `?idio=${first(world).listingId}&nro=1`
const storedId = async (world: AuditWorld, table: 'brand' | 'category', name: string) =>
  (await world.db.kysely.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
/** The fingerprint that the review of a change of many rows answers. */
async function reviewed(world: AuditWorld, url: string, body: unknown): Promise<string> {
  const { json } = await world.admin.request('POST', url, body)
  return (json as { huella: string }).huella
}
/** A person's answer to a feed that waits. */
const answeredFeed = (word: string, action: string): Line => ({
  leaves: [`${action} feed`],
  prepare: async ({ db, made }) => {
    const { id } = await db.kysely
      .insertInto('erp_waiting')
      .values({
        kind: 'zones',
        source: 'REST',
        file: 'zonas (REST)',
        digest: word,
        shown: waitingPreview,
        head: JSON.stringify({ complete: false, gone: [], headings: {}, rowCount: 0 }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made[word] = id
  },
  make: async ({ db, admin, made }) => {
    const answer = await admin.request('POST', `/api/erp/espera/${made[word]}/${word}`)
    await db.kysely.deleteFrom('erp_waiting').execute()
    return answer
  },
})
const waitingPreview = JSON.stringify(
  z.encode(feedPreview, {
    guards: [{ code: 'BAJAS', message: 'x' }],
    read: 0,
    inserted: 0,
    changed: 0,
    unchanged: 0,
    deactivated: 0,
    priceMoves: 0,
    prices: [],
    lost: 0,
    gone: [],
    changes: [],
    newNames: [],
  }),
)
async function fillCart({ db, userId, clientId, articles }: AuditWorld): Promise<void> {
  await db.kysely
    .insertInto('cart_line')
    .values({
      user_id: userId,
      client_id: clientId,
      article_id: articles[0]?.id ?? 0,
      quantity: 2,
      channel: 'web',
      created_by: userId,
    })
    .onConflict((twice) => twice.doNothing())
    .execute()
}
const saveList = ({ admin, clientId, articles }: AuditWorld, nombre: string) =>
  admin.request('POST', '/api/pedidos/listas-guardadas', {
    ...{ idcli: clientId, nombre, compartida: 1 },
    renglones: [{ idart: articles[0]?.id, cantidad: 2, obs: '' }],
  })
/** Has another buyer of the client send a cart to be confirmed. */
async function sendCart(world: AuditWorld): Promise<Answer> {
  const { db, app, clientId, made, articles } = world
  made.preparer ??= (await makeUser(db, 'cliente', { client_id: clientId, order_right: 'prepare' })).id
  const buyer = await app.as({ id: made.preparer })
  await buyer.request('POST', '/api/pedidos/itemsCarrito/lista', {
    ...{ idcli: clientId, renglones: [{ fila: 0, idart: articles[0]?.id, cantidad: 2, obs: '' }] },
  })
  const answer = await buyer.request('POST', '/api/pedidos/listas-guardadas/enviar', {
    ...{ idcli: clientId, nombre: 'Del lunes', dir: 0, obs: '' },
  })
  made.sentList = (answer.json as { id: number }).id
  const opened = await buyer.request('GET', `/api/pedidos/listas-guardadas/${made.sentList}?idcli=${clientId}`)
  made.sentTotal =
    2 * ((opened.json as { articulos?: { precioUnitario: number }[] }).articulos?.[0]?.precioUnitario ?? 0)
  return answer
}
/** The admin's own cart for the client, and the same put aside. */
const fillOwn = ({ admin, clientId, articles }: AuditWorld) =>
  admin.request('POST', '/api/pedidos/itemsCarrito/lista', {
    ...{ idcli: clientId, renglones: [{ fila: 0, idart: articles[0]?.id, cantidad: 2, obs: '' }] },
  })
async function putAside(world: AuditWorld): Promise<void> {
  await fillOwn(world)
  const body = { idcli: world.clientId, nombre: 'Para aceptar', compartida: 0 }
  const { json } = await world.admin.request('POST', '/api/pedidos/listas-guardadas', body)
  world.made.offered = (json as { id: number }).id
}
const makeOffer = ({ admin, clientId, made }: AuditWorld) =>
  admin.request('POST', '/api/pedidos/ofertas', {
    ...{ idcli: clientId, lista: made.offered, dir: 0, obs: '' },
    hastaDia: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
  })
/** Has the client sent a link to accept. */
async function sendOffer(world: AuditWorld): Promise<void> {
  await putAside(world)
  world.texts.offerKey = ((await makeOffer(world)).json as { clave: string }).clave
}
const bulk = (world: AuditWorld, discount: number) => ({
  ids: world.articles.map(({ id }) => id),
  cambios: { DESCUENTO_IO: discount },
})

const OWN_CART = 'the own cart, which its lines tell of'
const ORDER = 'an order is its own record: who made it, when, for whom, by which channel'
const MAIL = 'a received mail is its own record: who took it, its order, when it was answered'
const LOOKS = 'it only looks'
const OWN_NOTICE = 'what one wants to be told oneself, and nothing else changes by it'

/** The program of the ERP has a key and no user: server/erp/push/push.test.ts. */
const byKey = { none: "made with a key: an import, whose changes are the ERP's" }

export const auditTable: Readonly<Record<string, Line>> = {
  'PUT /api/recibidos/:id/cliente': { none: MAIL },
  'PUT /api/recibidos/:id/estado': { none: MAIL },
  'POST /api/recibidos/:id/responder': { none: MAIL },
  'POST /api/auth/signin': { none: 'a session is no record' },
  'POST /api/auth/sesiones/cerrar': {
    leaves: ['end-sessions user'],
    prepare: ({ app, adminId }) => app.as({ id: adminId }),
    make: ({ admin }) => admin.request('POST', '/api/auth/sesiones/cerrar', { contra: PASSWORD }),
  },
  'POST /api/auth/': {
    leaves: ['register user'],
    make: ({ app }) =>
      app.visitor.request('POST', '/api/auth/', {
        ...person,
        idexp: 1,
        zona: 1,
        cuit: '30-79000002-8',
        email: 'luz@example.test',
        contra: 'tren-de-madera-9',
        confirmar: 'tren-de-madera-9',
        tipo: 'cliente',
        terminos: 1,
      }),
  },
  'PUT /api/auth/cambiarContra': {
    none: 'not made here: its code is in a mail alone. It writes password-reset user',
  },
  'POST /api/auth/dos-pasos/clave': { none: 'the secret counts once it is switched on' },
  'POST /api/auth/dos-pasos': {
    none: 'not made here: it takes a code of the moment. It writes second-factor user',
  },
  'PUT /api/auth/dos-pasos/codigos': {
    none: 'not made here: needs a second factor. It writes recovery-codes user',
  },
  'PUT /api/auth/dos-pasos/baja': {
    none: 'not made here: needs a second factor. It writes second-factor user',
  },
  'PUT /api/usuarios/:id/dos-pasos/baja': {
    none: 'not made here: needs a second factor. It writes second-factor user',
  },
  'PUT /api/usuarios/update-perfil': call('PUT', '/api/usuarios/update-perfil', ['profile user'], ({ adminId }) => ({
    id: adminId,
    nombre: 'Rita',
    apellido: 'Paz',
    telefono: '1',
    celular: '2',
    idexp: 1,
  })),
  'PUT /api/usuarios/avisos-whatsapp': call('PUT', '/api/usuarios/avisos-whatsapp', ['order-messages user'], () => ({
    telefono: '387 400-0000',
  })),
  'DELETE /api/usuarios/avisos-whatsapp': call('DELETE', '/api/usuarios/avisos-whatsapp', ['order-messages user']),
  'POST /api/usuarios/direcciones': call(
    'POST',
    '/api/usuarios/direcciones',
    ['create user-address'],
    ({ userId }) => ({
      id: null,
      direccion: 'Mitre 2',
      provincia: 1,
      ciudad: 'Lanús',
      obs: '',
      idusu: userId,
    }),
  ),
  'POST /api/usuarios/compradores': {
    leaves: ['invite user'],
    by: ({ userId }) => userId,
    make: async (world) => {
      const answer = await (await world.app.as({ id: world.userId })).request('POST', '/api/usuarios/compradores', {
        ...{ email: 'compras@example.test', nombre: 'Lola', apellido: '', permiso: 'arma' },
      })
      world.made.buyer = (answer.json as { id: number }).id
      return answer
    },
  },
  'PUT /api/usuarios/compradores/:id': {
    leaves: ['update user'],
    by: ({ userId }) => userId,
    make: async ({ app, userId, made }) =>
      (await app.as({ id: userId })).request('PUT', `/api/usuarios/compradores/${made.buyer}`, { permiso: 'confirma' }),
  },
  'DELETE /api/usuarios/compradores/:id': {
    leaves: ['update user'],
    by: ({ userId }) => userId,
    make: async ({ app, userId, made }) =>
      (await app.as({ id: userId })).request('DELETE', `/api/usuarios/compradores/${made.buyer}`),
  },
  'POST /api/usuarios': call('POST', '/api/usuarios', ['create user'], () => ({
    ...person,
    cuit: '20-11111111-2',
    email: 'nueva@example.test',
    contra: 'tres tristes tigres',
    tipo: 'cliente',
    idcli: null,
    habilitado: 0,
  })),
  'PUT /api/usuarios': call('PUT', '/api/usuarios', ['update user', 'update user-address'], ({ userId, clientId }) => ({
    ...person,
    id: userId,
    email: 'otro@example.test',
    contra: '',
    contraPropia: PASSWORD,
    tipo: 'cliente',
    idcli: clientId,
    habilitado: 1,
    direccion: 'Belgrano 3',
  })),
  'PUT /api/usuarios/:id/rechazo': call('PUT', ({ newUserId }) => `/api/usuarios/${newUserId}/rechazo`, [
    'update user',
  ]),
  'PUT /api/usuarios/:id/habilitacion': call(
    'PUT',
    ({ newUserId }) => `/api/usuarios/${newUserId}/habilitacion`,
    ['create user-address', 'update user'],
    () => ({ ...person, nombre: 'Luz' }),
  ),
  'POST /api/usuarios/:id/verificar': call('POST', ({ newUserId }) => `/api/usuarios/${newUserId}/verificar`, [
    'verify user',
  ]),
  'PUT /api/usuarios/zona': call('PUT', ({ userId }) => `/api/usuarios/zona?id=${userId}&zona=2`, ['update user']),
  'PUT /api/usuarios/bodell': call('PUT', '/api/usuarios/bodell', ['update client'], ({ userId }) => ({
    usuarios: userId,
    vendedor: null,
    condicion: 2,
    bonif: 5,
    iva: 1,
    zona: 1,
  })),

  'PUT /api/config/notif-ped': call('PUT', '/api/config/notif-ped?mails=ventas@example.test', ['create setting']),
  'PUT /api/config/utils': call('PUT', '/api/config/utils', ['create setting'], () => [
    { clave: 'CONTACTO_TEL', valor: '+54 11 5555-0100', aux: '' },
  ]),
  'POST /api/config/inventario/renovar': call('POST', '/api/config/inventario/renovar', ['update setting'], () => ({
    clave: 'INVENTARIO_CON_PRECIO',
  })),
  'POST /api/config/webhooks': call(
    'POST',
    '/api/config/webhooks',
    ['create webhook'],
    () => ({ url: 'https://avisos.example/bulto', avisos: ['pedido.creado'] }),
    ({ id }: { id: number }, { made }) => {
      made.webhook = id
    },
  ),
  'PUT /api/config/webhooks/:id': call(
    'PUT',
    ({ made }) => `/api/config/webhooks/${made.webhook}`,
    ['update webhook'],
    () => ({ url: 'https://avisos.example/bulto', avisos: ['pedido.estado'], activo: 0 }),
  ),
  'POST /api/config/webhooks/:id/secreto': call('POST', ({ made }) => `/api/config/webhooks/${made.webhook}/secreto`, [
    'update webhook',
  ]),
  'POST /api/config/webhooks/:id/probar': { none: 'sends a sample and changes nothing' },
  'DELETE /api/config/webhooks/:id': call('DELETE', ({ made }) => `/api/config/webhooks/${made.webhook}`, [
    'delete webhook',
  ]),
  'POST /api/config/claves-erp': call(
    'POST',
    '/api/config/claves-erp',
    ['create erp-key'],
    () => ({ nombre: 'Tango', permisos: ['articulos:escribir'], contra: PASSWORD }),
    ({ id }: { id: number }, { made }) => {
      made.erpKey = id
    },
  ),
  'DELETE /api/config/claves-erp/:id': call('DELETE', ({ made }) => `/api/config/claves-erp/${made.erpKey}`, [
    'delete erp-key',
  ]),
  'POST /api/reglas-pedido': call(
    'POST',
    '/api/reglas-pedido',
    ['create order-rule'],
    () => orderRule,
    ({ id }, { made }) => {
      made.orderRule = id
    },
  ),
  'PUT /api/reglas-pedido/:id': call(
    'PUT',
    ({ made }) => `/api/reglas-pedido/${made.orderRule}`,
    ['update order-rule'],
    () => ({ ...orderRule, ENVIO_SIN_CARGO: 500 }),
  ),
  'DELETE /api/reglas-pedido/:id': call('DELETE', ({ made }) => `/api/reglas-pedido/${made.orderRule}`, [
    'delete order-rule',
  ]),
  'POST /api/sinonimos': call(
    'POST',
    '/api/sinonimos',
    ['create synonym'],
    () => ({ palabras: 'otra palabra', tambien: 'Art' }),
    ({ id }, { made }) => {
      made.synonym = id
    },
  ),
  'DELETE /api/sinonimos/:id': call('DELETE', ({ made }) => `/api/sinonimos/${made.synonym}`, ['delete synonym']),
  'POST /api/promociones/revisar': { none: 'says what a promotion would do and stores nothing' },
  'POST /api/promociones': call(
    'POST',
    '/api/promociones',
    ['create promotion'],
    (world) => promotionOf(world),
    ({ id }: { id: number }, { made }) => {
      made.promotion = id
    },
  ),
  'PUT /api/promociones/:id': call(
    'PUT',
    ({ made }) => `/api/promociones/${made.promotion}`,
    ['update promotion'],
    (world) => ({ ...promotionOf(world), porcentaje: 20 }),
  ),
  'POST /api/promociones/:id/terminar': call(
    'POST',
    ({ made }) => `/api/promociones/${made.promotion}/terminar`,
    ['update promotion'],
    () => ({}),
  ),
  'POST /api/listas/propias': call(
    'POST',
    '/api/listas/propias',
    ['create price-list'],
    () => ({ nombre: 'Revendedores', activa: 1, clientes: '' }),
    ({ id }: { id: number }, { made }) => {
      made.priceList = id
    },
  ),
  'PUT /api/listas/propias/:id': call(
    'PUT',
    ({ made }) => `/api/listas/propias/${made.priceList}`,
    ['update price-list'],
    () => ({ nombre: 'Grandes revendedores', activa: 1, clientes: '' }),
  ),
  'PUT /api/listas/propias/:id/precios/:idart': call(
    'PUT',
    (world) => `/api/listas/propias/${world.made.priceList}/precios/${first(world).id}`,
    ['update price-list'],
    () => ({ precio: 10 }),
  ),
  'POST /api/listas/propias/:id/planilla/revisar': { none: LOOKS },
  'POST /api/listas/propias/:id/planilla': {
    leaves: ['update price-list'],
    make: async (world) => {
      const file = `Código;Precio en la lista\n${first(world).code};44\n`
      const list = `/api/listas/propias/${world.made.priceList}`
      const send = (url: string) => postFile(world.app.app, world.admin, `${list}/${url}`, file, { name: 'lista.csv' })
      const { huella } = (await send('planilla/revisar?desde=2099-01-05')).json as { huella: string }
      return send(`planilla?desde=2099-01-05&huella=${huella}`)
    },
  },
  'POST /api/listas/propias/:id/deshacer': call(
    'POST',
    ({ made }) => `/api/listas/propias/${made.priceList}/deshacer`,
    ['undo price-list'],
    () => ({ desde: '2099-01-05T03:00:00.000Z' }),
  ),
  'POST /api/erp/v1/corridas': byKey,
  'POST /api/erp/v1/corridas/:id/fin': byKey,
  'POST /api/erp/v1/vendedores': byKey,
  'POST /api/erp/v1/respuestas': byKey,
  'POST /api/erp/v1/respuestas_clientes': byKey,
  'POST /api/erp/v1/fotos': byKey,
  'POST /api/erp/v1/zonas': byKey,
  'POST /api/erp/v1/expresos': byKey,
  'POST /api/erp/v1/ivas': byKey,
  'POST /api/erp/v1/clientes': byKey,
  'POST /api/erp/v1/direcciones': byKey,
  'POST /api/erp/v1/articulos': byKey,
  'POST /api/erp/v1/precios': byKey,
  'POST /api/erp/v1/asignaciones': byKey,
  'POST /api/erp/v1/escalas': byKey,
  'POST /api/erp/v1/listas': byKey,
  'POST /api/erp/v1/precios_listas': byKey,
  'POST /api/erp/v1/precios_clientes': byKey,
  'POST /api/erp/v1/estados': byKey,
  'POST /api/erp/v1/renglones': byKey,
  'POST /api/erp/v1/despachos': byKey,
  'POST /api/erp/v1/comprobantes': byKey,
  'POST /api/erp/v1/cuentas': byKey,
  'POST /api/erp/v1/saldos': byKey,
  'POST /api/erp/v1/pedidos_anteriores': byKey,
  'POST /api/erp/v1/renglones_anteriores': byKey,
  'POST /api/config/banner': upload(() => '/api/config/banner', ['create setting'], picture),
  'DELETE /api/config/banner': call('DELETE', '/api/config/banner', ['update setting']),
  'POST /api/config/marca': upload(() => '/api/config/marca?cual=logo', ['create setting'], picture),
  'DELETE /api/config/marca': call('DELETE', '/api/config/marca', ['update setting']),
  'POST /api/carousel/imagen': upload(() => '/api/carousel/imagen?idcar=1', ['update slide'], picture),
  'POST /api/carousel/video': upload(() => '/api/carousel/video?idcar=2', ['update slide'], film),
  'PUT /api/carousel': call('PUT', '/api/carousel', ['update slide'], () =>
    Array.from({ length: 10 }, (_, at) => ({ id: at + 1, aux: at === 0 ? 'Novedad' : '', aux2: 1 })),
  ),

  'POST /api/pedidos/categorias/marca': call('POST', `${treePath}/marca?nombre=Rasti`, ['create brand']),
  'PUT /api/pedidos/categorias/marca': {
    leaves: ['update brand'],
    make: async (world) =>
      world.admin.request('PUT', `${treePath}/marca?id=${await storedId(world, 'brand', 'Rasti')}&nombre=Rasti%20SA`),
  },
  'POST /api/pedidos/categorias': call('POST', treePath, ['create category'], ({ made }) => ({
    nombre: 'Autos',
    idPadre: 0,
    orden: made.brand,
    activo: 1,
    destacada: 0,
    peso: 0,
  })),
  'PUT /api/pedidos/categorias': {
    leaves: ['update category'],
    make: async (world) =>
      world.admin.request('PUT', `${treePath}?id=${await storedId(world, 'category', 'Autos')}&nombre=Pistas`),
  },
  'PUT /api/pedidos/categorias/orden': {
    leaves: ['reorder brand'],
    make: async (world) => {
      const rasti = await storedId(world, 'brand', 'Rasti SA')
      return world.admin.request('PUT', `${treePath}/orden`, [
        { id: rasti, orden: 1 },
        { id: world.made.brand, orden: 2 },
      ])
    },
  },
  'PUT /api/pedidos/categorias/orden/cats': {
    leaves: ['reorder category'],
    prepare: ({ admin, made }) => admin.request('POST', treePath, { nombre: 'Trenes', idPadre: 0, orden: made.brand }),
    make: async (world) => {
      const [one, two] = [await storedId(world, 'category', 'Trenes'), await storedId(world, 'category', 'Pistas')]
      return world.admin.request('PUT', `${treePath}/orden/cats`, [
        { id: one, orden: 1 },
        { id: two, orden: 2 },
      ])
    },
  },
  'PUT /api/pedidos/categorias/orden/subcats': {
    leaves: ['reorder category'],
    prepare: async (world) => {
      const idPadre = await storedId(world, 'category', 'Trenes')
      for (const nombre of ['A pila', 'A cuerda'])
        await world.admin.request('POST', treePath, { nombre, idPadre, orden: world.made.brand })
    },
    make: async (world) => {
      const [one, two] = [await storedId(world, 'category', 'A cuerda'), await storedId(world, 'category', 'A pila')]
      return world.admin.request('PUT', `${treePath}/orden/subcats`, [
        { id: one, orden: 1 },
        { id: two, orden: 2 },
      ])
    },
  },
  'DELETE /api/pedidos/categorias': {
    leaves: ['delete category'],
    make: async (world) =>
      world.admin.request('DELETE', `${treePath}?id=${await storedId(world, 'category', 'Pistas')}`),
  },
  'DELETE /api/pedidos/categorias/marca': {
    // The others close up.
    leaves: ['delete brand', 'reorder brand'],
    make: async (world) => {
      const id = await storedId(world, 'brand', 'Rasti SA')
      const answer = await world.admin.request('DELETE', `${treePath}/marca?id=${id}`)
      world.made.deletion = (answer.json as { id: number }).id
      return answer
    },
  },
  'POST /api/pedidos/categorias/borradas/:id/restaurar': call(
    'POST',
    ({ made }) => `${treePath}/borradas/${made.deletion}/restaurar`,
    ['reorder brand', 'undo brand'],
  ),

  'POST /api/pedidos/productos/pedidos/:id/reenviar': {
    leaves: ['retry order'],
    prepare: async ({ db, made, adminId }) => {
      const order = await db.kysely
        .insertInto('sales_order')
        .values({
          user_id: adminId,
          created_by: adminId,
          client_id: -1,
          business_name: '',
          address_id: 0,
          address: '',
          sale_condition: 1,
          total: 0,
          line_count: 0,
          channel: 'web',
          erp_state: 'rejected',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.refusedOrder = order.id
    },
    make: ({ admin, made }) => admin.request('POST', `/api/pedidos/productos/pedidos/${made.refusedOrder}/reenviar`),
  },
  'POST /api/pedidos/productos/pedidos/curso': {
    leaves: ['update order'],
    prepare: async ({ db, made, userId }) => {
      const order = await db.kysely
        .insertInto('sales_order')
        .values({
          user_id: userId,
          created_by: userId,
          client_id: -1,
          business_name: '',
          address_id: 0,
          address: '',
          sale_condition: 1,
          total: 0,
          line_count: 0,
          channel: 'web',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.fulfilmentOrder = order.id
    },
    make: async ({ admin, made }) => {
      const answer = await admin.request('POST', '/api/pedidos/productos/pedidos/curso', {
        pedidos: [{ IDCON_PED: made.fulfilmentOrder }],
        ESTADO: 'despachado',
      })
      made.fulfilmentBatch = (answer.json as { id: number }).id
      return answer
    },
  },
  'POST /api/pedidos/productos/pedidos/:id/comprobantes': {
    leaves: ['update order'],
    make: async (world) => {
      const address = `/api/pedidos/productos/pedidos/${world.made.fulfilmentOrder}/comprobantes?tipo=factura&numero=A-1`
      const file = new Uint8Array(smallPdf('A-1'))
      const answer = await postFile(world.app.app, world.admin, address, file, { name: 'A-1.pdf' })
      world.made.paper = answer.json as number
      return answer
    },
  },
  'DELETE /api/pedidos/productos/pedidos/:id/comprobantes/:comprobante': call(
    'DELETE',
    ({ made }) => `/api/pedidos/productos/pedidos/${made.fulfilmentOrder}/comprobantes/${made.paper}`,
    ['update order'],
  ),
  'POST /api/pedidos/productos/pedidos/curso/:id/deshacer': call(
    'POST',
    ({ made }) => `/api/pedidos/productos/pedidos/curso/${made.fulfilmentBatch}/deshacer`,
    ['undo order'],
  ),
  'PUT /api/pedidos/productos/pedidos/:id/atendido': {
    leaves: ['update order'],
    prepare: async ({ db, made, userId }) => {
      const order = await db.kysely
        .insertInto('sales_order')
        .values({
          user_id: userId,
          created_by: userId,
          client_id: -1,
          business_name: '',
          new_user: true,
          address_id: 0,
          address: '',
          sale_condition: 1,
          total: 0,
          line_count: 0,
          channel: 'web',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.newUserOrder = order.id
    },
    make: ({ admin, made }) =>
      admin.request('PUT', `/api/pedidos/productos/pedidos/${made.newUserOrder}/atendido`, { atendido: 1 }),
  },
  'POST /api/tablero/actualizar': { none: 'computes figures, and changes nothing' },
  'POST /api/erp/mapeo/propuesta': { none: 'finds out what files hold, and changes nothing' },
  'PUT /api/erp/mapeo': {
    leaves: ['update feed-mapping'],
    make: ({ admin }) => admin.request('PUT', '/api/erp/mapeo', { respuestas: {} }),
  },
  'DELETE /api/erp/mapeo': {
    leaves: ['delete feed-mapping'],
    make: ({ admin }) => admin.request('DELETE', '/api/erp/mapeo'),
  },
  'POST /api/erp/ensayo': { none: 'finds out what would change, and changes nothing' },
  'POST /api/erp/espera/:id/aceptar': answeredFeed('aceptar', 'accept'),
  'POST /api/erp/espera/:id/rechazar': answeredFeed('rechazar', 'reject'),
  'POST /api/erp/tareas/:id/reintentar': {
    leaves: ['retry job'],
    prepare: async ({ db, made }) => {
      const job = await db.kysely
        .insertInto('job')
        .values({ kind: 'enabledMail', payload: '{"userId":1}', state: 'dead' })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.job = job.id
    },
    make: ({ admin, made }) => admin.request('POST', `/api/erp/tareas/${made.job}/reintentar`),
  },

  'POST /api/pedidos/productos/item': call('POST', `${productPath}/item`, ['create product'], ({ unlisted, made }) => ({
    IDART_IO: unlisted,
    IDMARCA_IO: made.brand,
    IDCATEGORIA_IO: null,
    IDSUBCATEGORIA_IO: null,
    INDICACION_IO: '',
    DESCUENTO_IO: 10,
    OFERTA_IO: 0,
    DESTACADO_IO: 0,
    ACTIVO_IO: 1,
  })),
  'PUT /api/pedidos/productos/item/:id': call(
    'PUT',
    (world) => `${productPath}/item/${first(world).listingId}`,
    ['update product'],
    ({ made }) => ({
      ORDEN_IO: 1,
      IDMARCA_IO: made.brand,
      IDCATEGORIA_IO: null,
      IDSUBCATEGORIA_IO: null,
      INDICACION_IO: '',
      DESCUENTO_IO: 15,
      OFERTA_IO: 1,
      DESTACADO_IO: 0,
      ACTIVO_IO: 1,
    }),
  ),
  'PUT /api/pedidos/productos/subcat': {
    leaves: ['reorder product'],
    make: async (world) => {
      const listings = await world.db.kysely
        .selectFrom('listing')
        .select('id')
        .where('brand_id', '=', world.made.brand ?? 0)
        .orderBy('position', 'desc')
        .orderBy('id', 'desc')
        .execute()
      const places = listings.map(({ id }, at) => ({ id, orden: at + 1 }))
      return world.admin.request('PUT', `${productPath}/subcat`, places)
    },
  },
  'POST /api/pedidos/productos/imagen': upload(
    (world) => `${productPath}/imagen${slotOf(world)}`,
    ['create media'],
    picture,
  ),
  'POST /api/pedidos/productos/video': upload(
    (world) => `${productPath}/video${slotOf(world)}`,
    ['update media'],
    film,
  ),
  'DELETE /api/pedidos/productos/imagen': call('DELETE', (world) => `${productPath}/imagen${slotOf(world)}`, [
    'delete media',
  ]),
  'PUT /api/pedidos/productos/imagen': call('PUT', (world) => `${productPath}/imagen${slotOf(world)}`, [
    'restore media',
  ]),
  'POST /api/pedidos/productos/lotes/revisar': { none: LOOKS },
  'POST /api/pedidos/productos/lotes': {
    leaves: ['update product'],
    make: async (world) => {
      const body = bulk(world, 20)
      const huella = await reviewed(world, `${productPath}/lotes/revisar`, body)
      const answer = await world.admin.request('POST', `${productPath}/lotes`, { ...body, huella })
      world.made.batch = (answer.json as { id: number }).id
      return answer
    },
  },
  'POST /api/pedidos/productos/lotes/:id/deshacer': call(
    'POST',
    ({ made }) => `${productPath}/lotes/${made.batch}/deshacer`,
    ['update product'],
    () => ({}),
  ),
  'POST /api/pedidos/productos/lotes/columna/revisar': { none: LOOKS },
  'POST /api/pedidos/productos/lotes/columna': {
    leaves: ['update product'],
    make: async (world) => {
      const body = { columna: 'descuento', texto: `${first(world).code}\t33` }
      const huella = await reviewed(world, `${productPath}/lotes/columna/revisar`, body)
      return world.admin.request('POST', `${productPath}/lotes/columna`, { ...body, huella })
    },
  },
  'POST /api/pedidos/productos/lotes/planilla/revisar': { none: LOOKS },
  'POST /api/pedidos/productos/lotes/planilla': {
    leaves: ['update product'],
    make: async (world) => {
      const file = `Código;Descuento %\n${first(world).code};44\n`
      const send = (url: string) =>
        postFile(world.app.app, world.admin, `${productPath}/lotes/${url}`, file, { name: 'articles.csv' })
      const { huella } = (await send('planilla/revisar')).json as { huella: string }
      return send(`planilla?huella=${huella}`)
    },
  },
  'PUT /api/pedidos/productos/code': { none: LOOKS },

  'POST /api/pedidos/productos/certificados': {
    leaves: ['create certificate'],
    make: async (world) => {
      const address = '/api/pedidos/productos/certificados'
      const file = new Uint8Array(smallPdf('A1'))
      const answer = await postFile(world.app.app, world.admin, address, file, { name: 'A1.pdf' })
      const { id } = await world.db.kysely
        .selectFrom('certificate')
        .select('id')
        .where('name', '=', 'A1.pdf')
        .executeTakeFirstOrThrow()
      world.made.certificate = id
      return answer
    },
  },
  'DELETE /api/pedidos/productos/certificados/:id': call(
    'DELETE',
    ({ made }) => `/api/pedidos/productos/certificados/${made.certificate}`,
    ['delete certificate'],
  ),

  'POST /api/pedidos/itemsCarrito': { none: OWN_CART },
  'POST /api/pedidos/itemsCarrito/lista/revisar': { none: LOOKS },
  'POST /api/pedidos/itemsCarrito/sucursales/revisar': { none: LOOKS },
  'POST /api/pedidos/itemsCarrito/sucursales': { none: ORDER },
  'PUT /api/usuarios/sucursales/:id': {
    leaves: ['update client-address'],
    make: async ({ db, admin, clientId }) => {
      const { id } = await db.kysely
        .selectFrom('client_address')
        .select('id')
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow()
      return admin.request('PUT', `/api/usuarios/sucursales/${id}`, { idcli: clientId, nombre: 'Vidriera' })
    },
  },
  'POST /api/pedidos/itemsCarrito/lista': { none: OWN_CART },
  'POST /api/pedidos/itemsCarrito/rapido/revisar': { none: LOOKS },
  'POST /api/pedidos/listas-guardadas': {
    leaves: ['create saved-list'],
    make: async (world) => {
      const answer = await saveList(world, 'Vidriera')
      world.made.savedList = (answer.json as { id: number }).id
      return answer
    },
  },
  'PUT /api/pedidos/listas-guardadas/:id': call(
    'PUT',
    ({ made }) => `/api/pedidos/listas-guardadas/${made.savedList}`,
    ['update saved-list'],
    ({ clientId }) => ({ idcli: clientId, nombre: 'Vidriera de marzo' }),
  ),
  'DELETE /api/pedidos/listas-guardadas/:id': call(
    'DELETE',
    ({ made, clientId }) => `/api/pedidos/listas-guardadas/${made.savedList}?idcli=${clientId}`,
    ['delete saved-list'],
  ),
  'POST /api/pedidos/listas-guardadas/:id/cargar': { none: OWN_CART },
  'POST /api/pedidos/aceptar/ver': { none: LOOKS },
  'POST /api/pedidos/ofertas': {
    leaves: ['create link'],
    prepare: putAside,
    make: makeOffer,
  },
  'POST /api/pedidos/ofertas/cotizacion': {
    leaves: ['create link'],
    prepare: fillOwn,
    make: ({ admin, clientId }) =>
      admin.request('POST', '/api/pedidos/ofertas/cotizacion', { idcli: clientId, dir: 0, obs: '' }),
  },
  // Whoever has the link has no account: nobody's call.
  'POST /api/pedidos/aceptar': {
    leaves: ['accept link', 'confirm saved-list'],
    by: () => null,
    prepare: sendOffer,
    make: async ({ app, texts, articles }) => {
      const key = texts.offerKey
      const { json } = await app.visitor.request('POST', '/api/pedidos/aceptar/ver', { clave: key })
      const price = (json as { renglones: { precioUnitario: number }[] }).renglones[0]?.precioUnitario ?? 0
      return app.visitor.request('POST', '/api/pedidos/aceptar', {
        ...{ clave: key, total: 2 * price },
        renglones: [{ idart: articles[0]?.id, cantidad: 2, precio: price }],
      })
    },
  },
  'POST /api/pedidos/aceptar/no': {
    leaves: ['reject link'],
    by: () => null,
    prepare: sendOffer,
    make: ({ app, texts }) =>
      app.visitor.request('POST', '/api/pedidos/aceptar/no', { clave: texts.offerKey, palabra: 'No' }),
  },
  'POST /api/pedidos/enlaces/papeles': call('POST', '/api/pedidos/enlaces/papeles', ['create link'], () => ({
    abre: 'catalogo',
  })),
  'POST /api/pedidos/enlaces/papel': { none: 'it reads' },
  'DELETE /api/pedidos/enlaces/:id': {
    leaves: ['withdraw link'],
    make: async ({ db, admin, adminId, clientId }) => {
      const link = { kind: 'paper', opens: 'order', client_id: clientId, user_id: adminId } as const
      const { id } = await db.kysely
        .insertInto('shared_link')
        .values({ ...link, token_hash: 'x', ends_at: new Date(Date.now() + 86_400_000) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return admin.request('DELETE', `/api/pedidos/enlaces/${id}`)
    },
  },
  'PUT /api/pedidos/avisos/articulos/:idart': { none: OWN_NOTICE },
  'DELETE /api/pedidos/avisos/articulos/:idart': { none: OWN_NOTICE },
  'PUT /api/pedidos/avisos/listas/:id': { none: OWN_NOTICE },
  'DELETE /api/pedidos/avisos/listas/:id': { none: OWN_NOTICE },
  'POST /api/pedidos/avisos/terminar': { none: OWN_NOTICE },
  'PUT /api/pedidos/reemplazos/:idart': call(
    'PUT',
    ({ articles }) => `/api/pedidos/reemplazos/${articles[0]?.id}`,
    ['create substitute'],
    ({ articles, clientId }) => ({ idcli: clientId, por: articles[1]?.id }),
  ),
  'DELETE /api/pedidos/reemplazos/:idart': call(
    'DELETE',
    ({ articles, clientId }) => `/api/pedidos/reemplazos/${articles[0]?.id}?idcli=${clientId}`,
    ['delete substitute'],
  ),
  'PUT /api/pedidos/productos/articulo/:idart/reemplazo': call(
    'PUT',
    ({ articles }) => `/api/pedidos/productos/articulo/${articles[0]?.id}/reemplazo`,
    ['create substitute'],
    ({ articles }) => ({ cod: articles[1]?.code }),
  ),
  'POST /api/pedidos/listas-guardadas/enviar': {
    leaves: ['send saved-list'],
    by: ({ made }) => made.preparer as number,
    make: sendCart,
  },
  'POST /api/pedidos/listas-guardadas/:id/devolver': {
    leaves: ['return saved-list', 'update saved-list'],
    by: ({ userId }) => userId,
    make: async ({ app, userId, clientId, made }) =>
      (await app.as({ id: userId })).request('POST', `/api/pedidos/listas-guardadas/${made.sentList}/devolver`, {
        ...{ idcli: clientId, palabra: 'Faltan muñecas' },
      }),
  },
  'POST /api/pedidos/listas-guardadas/:id/confirmar': {
    leaves: ['confirm saved-list'],
    by: ({ userId }) => userId,
    prepare: sendCart,
    make: async ({ app, userId, clientId, made, articles }) =>
      (await app.as({ id: userId })).request('POST', `/api/pedidos/listas-guardadas/${made.sentList}/confirmar`, {
        ...{ idcli: clientId, dir: 0, obs: '', total: made.sentTotal, version: 1 },
        renglones: [{ idart: articles[0]?.id, cantidad: 2, obs: '', precio: (made.sentTotal ?? 0) / 2 }],
      }),
  },
  'DELETE /api/pedidos/itemsCarrito/:id': {
    leaves: ['delete cart'],
    make: async (world) => {
      await fillCart(world)
      const { id } = await world.db.kysely.selectFrom('cart_line').select('id').executeTakeFirstOrThrow()
      return world.admin.request('DELETE', `/api/pedidos/itemsCarrito/${id}`)
    },
  },
  'DELETE /api/pedidos/itemsCarrito/:idusu/:idcli': {
    leaves: ['delete cart'],
    make: async (world) => {
      await fillCart(world)
      return world.admin.request('DELETE', `/api/pedidos/itemsCarrito/${world.userId}/${world.clientId}`)
    },
  },
  'DELETE /api/pedidos/itemsCarrito/all': {
    leaves: ['delete cart'],
    make: async (world) => {
      await fillCart(world)
      return world.admin.request('DELETE', '/api/pedidos/itemsCarrito/all')
    },
  },
  'POST /api/pedidos/itemsCarrito/all/restaurar': call('POST', '/api/pedidos/itemsCarrito/all/restaurar', [
    'restore cart',
  ]),
  'POST /api/pedidos/productos/pedido': { none: ORDER },
  'POST /api/pedidos/productos/pedidos/:id/cancelar': {
    leaves: ['cancel order'],
    prepare: async ({ db, made, userId, clientId }) => {
      const order = await db.kysely
        .insertInto('sales_order')
        .values({
          ...{
            user_id: userId,
            created_by: userId,
            client_id: clientId,
            business_name: '',
            address_id: 0,
            address: '',
          },
          ...{ sale_condition: 1, total: 0, line_count: 0, channel: 'web' },
          hand_over_at: new Date(Date.now() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.cancelledOrder = order.id
    },
    make: ({ admin, made }) =>
      admin.request('POST', `/api/pedidos/productos/pedidos/${made.cancelledOrder}/cancelar`, { motivo: 'Repetido' }),
  },
  'POST /api/pedidos/productos/pedidos/:id/cambiar': {
    leaves: ['change order'],
    prepare: async ({ db, made, userId, clientId, articles }) => {
      const [article] = articles
      const order = await db.kysely
        .insertInto('sales_order')
        .values({
          ...{
            user_id: userId,
            created_by: userId,
            client_id: clientId,
            business_name: '',
            address_id: 0,
            address: '',
          },
          ...{ sale_condition: 1, total: 10, line_count: 1, channel: 'web' },
          hand_over_at: new Date(Date.now() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.kysely
        .insertInto('sales_order_line')
        .values({
          ...{ order_id: order.id, article_id: article?.id ?? 0, code: 'x', description: 'x', list_price: 10 },
          ...{ discount: 0, unit_price: 10, multiple: 1, quantity: 1, created_by: userId, channel: 'web' },
        })
        .execute()
      made.changedOrder = order.id
    },
    make: ({ admin, made, articles }) =>
      admin.request('POST', `/api/pedidos/productos/pedidos/${made.changedOrder}/cambiar`, {
        VERSION_PED: 1,
        renglones: [{ idart: articles[0]?.id, cantidad: 1, obs: 'rojo', precio: 0.1 }],
        total: 0.1,
      }),
  },
  'POST /api/pedidos/productos/pedidos/:id/liberar': {
    leaves: ['let-go order'],
    prepare: async ({ db, made, userId, clientId }) => {
      const order = await db.kysely
        .insertInto('sales_order')
        .values({
          ...{
            user_id: userId,
            created_by: userId,
            client_id: clientId,
            business_name: '',
            address_id: 0,
            address: '',
          },
          ...{ sale_condition: 1, total: 0, line_count: 0, channel: 'web' },
          ...{ held_at: new Date(), held_reason: 'la cuenta tiene vencido $ 1,00, 1 día' },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.heldOrder = order.id
    },
    make: ({ admin, made }) =>
      admin.request('POST', `/api/pedidos/productos/pedidos/${made.heldOrder}/liberar`, { motivo: 'Pagó' }),
  },
  'POST /api/pedidos/productos/pedidos/:id/repetir': { none: OWN_CART },
  'POST /api/pedidos/productos/anteriores/:id/repetir': { none: OWN_CART },
  'POST /api/pedidos/itemsCarrito/importar-pedido/revisar': { none: LOOKS },
  'POST /api/pedidos/itemsCarrito/importar-pedido': { none: ORDER },
  'POST /api/pedidos/itemsCarrito/catalogo-quotation': { none: LOOKS },
  'POST /api/pedidos/productos/documentos': { none: 'a file made to be downloaded' },
  'DELETE /api/pedidos/productos/documentos/:id': { none: 'a file made to be downloaded' },
}
