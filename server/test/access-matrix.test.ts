/**
 * Which caller reaches which records. Every call of the application stands in access-table.ts under its audience, and is
 * made here by every caller. A call that takes an id of somebody's record has rows here, too: the answer that is expected
 * for each caller and each owner.
 *
 *     'GET /api/…/:id': [of(ownClients, ({ mine }) => `/api/…/${mine.clientId}`)],
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../../contract/endpoint.ts'
import type { Audience } from '../../contract/roles.ts'
import { accessTable, members, type Role } from './access-table.ts'
import { type Belongings, type CallerName, callers, makeWorld, owners, type World } from './access-world.ts'
import { nextNumber, PASSWORD } from './make.ts'
import { type Answer, openTestApp, type TestApp } from './test-app.ts'
import { withDatabase } from './test-database.ts'
import { postFile } from './upload.ts'

type Table = Record<CallerName, readonly (number | 'ok')[]>
const ok = 'ok'
const nobody = [401, 401, 401, 401]

// Columns: things of A1, A2, B1, B2. 'ok' is the answer of a call that may be made.

/** Records of a client, open to the client's own user, its seller, supervisors and admins. */
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
/** Staff's look-ups by a value that is no id in the address: a record of another seller's is not found. */
const staffLooksUp: Table = {
  ...staffForClients,
  sellerA: [ok, ok, 404, 404],
  sellerB: [404, 404, ok, ok],
}
/** A user's own account, and every change of it: open to that user and to an admin. */
const ownUser: Table = {
  sellerA: [403, 403, 403, 403],
  sellerB: [403, 403, 403, 403],
  supervisor: [403, 403, 403, 403],
  admin: [ok, ok, ok, ok],
  client: [ok, 403, 403, 403],
  visitor: nobody,
}
const admins: Table = { ...ownUser, client: [403, 403, 403, 403] }
const supervisors: Table = { ...admins, supervisor: [ok, ok, ok, ok] }
/** Something of another client's in a call for a client whom the caller reaches: refused with a status of its own. */
const strangers = (status: number): Table => ({
  sellerA: [status, status, 403, 403],
  sellerB: [403, 403, status, status],
  supervisor: [status, status, status, status],
  admin: [status, status, status, status],
  client: [status, 403, 403, 403],
  visitor: nobody,
})
/** Another's address is no address of the client the call is for, whoever calls. */
const strangersAddress = strangers(400)
/** A paper of another order is no paper of one's own; another client's list is not there. */
const strangersRecord = strangers(404)
/** An order into a cart for A1: both have to be reached. */
const intoA1: Table = {
  ...ownClients,
  sellerB: [403, 403, 403, 403],
}

/** What waits for who confirms is there for the client's own buyers alone. */
const ownBuyer: Table = { ...strangersRecord, client: [ok, 403, 403, 403] }
/** Whoever may order for a client, and confirms by itself: there is nothing to send. */
const nobodySends = strangers(409)

/** Another's cart put aside for a client whom the caller reaches. */
const staffFindsNone: Table = {
  sellerA: [404, 404, 403, 403],
  sellerB: [403, 403, 404, 404],
  supervisor: [404, 404, 404, 404],
  admin: [404, 404, 404, 404],
  client: [403, 403, 403, 403],
  visitor: nobody,
}
/** Links for a client: there for who made them, and for staff that reaches the client. */
const ownLinks: Table = {
  ...ownClients,
  sellerA: [ok, ok, 404, 404],
  sellerB: [404, 404, ok, ok],
  client: [ok, 404, 404, 404],
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
  /** Records of a client of the other seller. */
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

const cart = '/api/pedidos/itemsCarrito'
/** An order of one branch, at the price of the world's article. */
const branchOrder = (world: World, clientId: number, addressId: number) => ({
  ...{ idcli: clientId, obs: '' },
  pedidos: [{ ID_DIR: addressId, renglones: [{ idart: world.articleId, cantidad: 1, obs: '', precio: 100 }] }],
})
const products = '/api/pedidos/productos'
const lists = '/api/pedidos/listas-guardadas'
const links = '/api/pedidos/enlaces'
const substitutes = '/api/pedidos/reemplazos'
const notices = '/api/pedidos/avisos'
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
const histories = (address: string): Row[] => [
  of(staffForClients, ({ mine }) => `${address}?idcli=${mine.clientId}`),
  of(staffForClients, ({ mine }) => `${address}?idusu=${mine.userId}`),
]
const imported = ({ world, mine }: About, iddir: number) => ({
  body: [{ cuit: mine.cuit, iddir, condicion: 1, items: [{ cod: world.articleCode, cantidad: 1, precio: 0 }] }],
})

/** Whose prices a call of the catalogue shows. */
const pricesOf = (address: string, query = ''): Row[] => [
  of(ownClients, ({ mine }) => `${address}?${query}idcli=${mine.clientId}`),
]

const matrix: Record<string, readonly Row[]> = {
  'GET /api/pedidos/productos/filtros': pricesOf(`${products}/filtros`, 'index=0&'),
  'GET /api/pedidos/productos/filtros/opciones': pricesOf(`${products}/filtros/opciones`, 'llevado=si&'),
  'GET /api/pedidos/productos/sugerencias': pricesOf(`${products}/sugerencias`, 'n=oso&'),
  'GET /api/pedidos/productos': pricesOf(products, 'index=0&'),
  'GET /api/pedidos/productos/buscador': pricesOf(`${products}/buscador`, 'index=0&t=&'),
  'GET /api/pedidos/productos/rango': pricesOf(`${products}/rango`, 'index=0&'),
  'GET /api/pedidos/productos/ordenPrecio': pricesOf(`${products}/ordenPrecio`, 'index=0&o=1&'),
  'GET /api/pedidos/productos/categoria': pricesOf(`${products}/categoria`, 'index=0&'),
  'GET /api/pedidos/productos/proximos': pricesOf(`${products}/proximos`, 'ids=1&'),
  'GET /api/pedidos/productos/exacto': pricesOf(`${products}/exacto`, 'num=1&'),
  'GET /api/pedidos/productos/code': pricesOf(`${products}/code`, 'code=1&'),
  'GET /api/pedidos/categorias': pricesOf('/api/pedidos/categorias'),
  'GET /api/pedidos/productos/catalogo': pricesOf(`${products}/catalogo`),
  'GET /api/pedidos/productos/excel': pricesOf(`${products}/excel`),
  'GET /api/pedidos/productos/lista-precios': pricesOf(`${products}/lista-precios`),
  'POST /api/pedidos/itemsCarrito/catalogo-quotation': [
    // Without articles it is refused, once the caller is let in.
    of(
      { ...admins, admin: [400, 400, 400, 400], supervisor: [400, 400, 400, 400] },
      ({ mine }) => `${cart}/catalogo-quotation?idcli=${mine.clientId}`,
    ),
  ],
  'POST /api/pedidos/productos/documentos': [
    of(ownClients, ({ mine }) => ({ body: { tipo: 'excel', idcli: mine.clientId } })),
  ],
  'GET /api/listas/cliente/:idcli': [of(supervisors, ({ mine }) => `/api/listas/cliente/${mine.clientId}`)],
  'GET /api/listas/cliente/:idcli/especiales': [
    of(supervisors, ({ mine }) => `/api/listas/cliente/${mine.clientId}/especiales`),
  ],
  'GET /api/listas/dia': [
    of(supervisors, ({ mine }) => `/api/listas/dia?dia=2099-01-05&index=0&idcli=${mine.clientId}`),
  ],
  // Without an article it is refused, once the caller is let in.
  'POST /api/promociones/revisar': [
    of({ ...admins, admin: [400, 400, 400, 400] }, ({ mine }) => ({
      body: {
        ...{ nombre: 'Verano', porcentaje: 10, alcance: 'articulos', marca: null, categoria: null, subcategoria: null },
        ...{ articulos: '', listas: null, desde: '2026-01-01', hasta: '2099-12-31', idcli: mine.clientId },
      },
    })),
  ],
  // A mail that is the client's already: to nobody else's can a seller point.
  'PUT /api/recibidos/:id/cliente': [
    of(staffForClients, async ({ world, mine }) => ({
      url: `/api/recibidos/${await world.receiveMail(mine.clientId)}/cliente`,
      body: { idcli: mine.clientId },
    })),
  ],
  'GET /api/pedidos/itemsCarrito/cliente': cartReads(`${cart}/cliente`),
  'GET /api/pedidos/itemsCarrito/cliente/simple': cartReads(`${cart}/cliente/simple`),
  'GET /api/pedidos/itemsCarrito/cantidad': cartReads(`${cart}/cantidad`),
  'POST /api/pedidos/itemsCarrito': [
    of(ownClients, ({ world, mine }) => ({
      body: { id: null, idart: world.articleId, cantidad: 1, obs: '', idcli: mine.clientId },
    })),
  ],
  'POST /api/pedidos/itemsCarrito/lista/revisar': [
    of(ownClients, ({ world, mine }) => ({
      url: `${cart}/lista/revisar?idcli=${mine.clientId}`,
      file: `Código;Cantidad\n${world.articleCode};1\n`,
    })),
  ],
  'GET /api/pedidos/itemsCarrito/sucursales/planilla': [
    of(ownClients, ({ mine }) => `${cart}/sucursales/planilla?idcli=${mine.clientId}`),
  ],
  'POST /api/pedidos/itemsCarrito/sucursales/revisar': [
    of(ownClients, ({ world, mine }) => ({
      url: `${cart}/sucursales/revisar?idcli=${mine.clientId}`,
      file: `Código;${mine.addressId}\n${world.articleCode};1\n`,
    })),
  ],
  'POST /api/pedidos/itemsCarrito/sucursales': [
    of(ownClients, ({ world, mine }) => ({ body: branchOrder(world, mine.clientId, mine.addressId) })),
    of(strangers(409), ({ world, mine, others }) => ({ body: branchOrder(world, mine.clientId, others.addressId) })),
  ],
  'PUT /api/usuarios/sucursales/:id': [
    of(ownClients, ({ mine }) => ({
      url: `/api/usuarios/sucursales/${mine.addressId}`,
      body: { idcli: mine.clientId, nombre: 'Centro' },
    })),
    of(strangersRecord, ({ mine, others }) => ({
      url: `/api/usuarios/sucursales/${others.addressId}`,
      body: { idcli: mine.clientId, nombre: 'Centro' },
    })),
  ],
  'POST /api/pedidos/itemsCarrito/lista': [
    of(ownClients, ({ world, mine }) => ({
      body: { idcli: mine.clientId, renglones: [{ fila: 2, cod: world.articleCode, cantidad: 1 }] },
    })),
  ],
  'POST /api/pedidos/itemsCarrito/rapido/revisar': [
    of(ownClients, ({ world, mine }) => ({
      body: { idcli: mine.clientId, texto: `${world.articleCode} 1` },
    })),
  ],
  'DELETE /api/pedidos/itemsCarrito/:id': [
    of(ownUser, async ({ world, mine }) => `${cart}/${await world.fillCart(mine.userId, mine.clientId)}`),
  ],
  'DELETE /api/pedidos/itemsCarrito/:idusu/:idcli': [
    of(ownUser, ({ mine }) => `${cart}/${mine.userId}/${mine.clientId}`),
    of(ownClients, ({ me, mine }) => `${cart}/${me}/${mine.clientId}`),
  ],
  'GET /api/pedidos/listas-guardadas': [of(ownClients, ({ mine }) => `${lists}?idcli=${mine.clientId}`)],
  // A list that is shared with all who order for its client; asked for another client, it is not there.
  'GET /api/pedidos/listas-guardadas/:id/pdf': [
    of(ownClients, async ({ world, mine }) => `${lists}/${await world.saveList(mine)}/pdf?idcli=${mine.clientId}`),
    of(
      strangersRecord,
      async ({ world, mine, others }) => `${lists}/${await world.saveList(others)}/pdf?idcli=${mine.clientId}`,
    ),
  ],
  // Of orders see server/papers/shared-papers/shared-papers.test.ts.
  'POST /api/pedidos/enlaces/papeles': [
    of(ownClients, async ({ world, mine }) => ({
      url: `${links}/papeles`,
      body: { abre: 'lista', idabre: await world.saveList(mine), idcli: mine.clientId },
    })),
    of(strangersRecord, async ({ world, mine, others }) => ({
      url: `${links}/papeles`,
      body: { abre: 'lista', idabre: await world.saveList(others), idcli: mine.clientId },
    })),
  ],
  'GET /api/pedidos/listas-guardadas/:id': [
    of(ownClients, async ({ world, mine }) => `${lists}/${await world.saveList(mine)}?idcli=${mine.clientId}`),
    of(
      strangersRecord,
      async ({ world, mine, others }) => `${lists}/${await world.saveList(others)}?idcli=${mine.clientId}`,
    ),
  ],
  'POST /api/pedidos/listas-guardadas': [
    of(ownClients, ({ world, mine }) => ({
      body: {
        ...{ idcli: mine.clientId, nombre: `Lista ${nextNumber()}`, compartida: 0 },
        renglones: [{ idart: world.articleId, cantidad: 1, obs: '' }],
      },
    })),
  ],
  'PUT /api/pedidos/listas-guardadas/:id': [
    of(ownClients, async ({ world, mine }) => ({
      url: `${lists}/${await world.saveList(mine)}`,
      body: { idcli: mine.clientId, archivada: 1 },
    })),
    of(strangersRecord, async ({ world, mine, others }) => ({
      url: `${lists}/${await world.saveList(others)}`,
      body: { idcli: mine.clientId, archivada: 1 },
    })),
  ],
  'DELETE /api/pedidos/listas-guardadas/:id': [
    of(ownClients, async ({ world, mine }) => `${lists}/${await world.saveList(mine)}?idcli=${mine.clientId}`),
    of(
      strangersRecord,
      async ({ world, mine, others }) => `${lists}/${await world.saveList(others)}?idcli=${mine.clientId}`,
    ),
  ],
  'POST /api/pedidos/listas-guardadas/:id/cargar': [
    of(ownClients, async ({ world, mine }) => ({
      url: `${lists}/${await world.saveList(mine)}/cargar`,
      body: { idcli: mine.clientId },
    })),
    of(strangersRecord, async ({ world, mine, others }) => ({
      url: `${lists}/${await world.saveList(others)}/cargar`,
      body: { idcli: mine.clientId },
    })),
  ],
  'GET /api/pedidos/reemplazos': [
    of(ownClients, ({ world, mine }) => `${substitutes}?idcli=${mine.clientId}&idart=${world.articleId}`),
  ],
  'PUT /api/pedidos/reemplazos/:idart': [
    of(ownClients, ({ world, mine }) => ({
      url: `${substitutes}/${world.otherArticleId}`,
      body: { idcli: mine.clientId, por: world.articleId },
    })),
  ],
  'DELETE /api/pedidos/reemplazos/:idart': [
    of(ownClients, ({ world, mine }) => `${substitutes}/${world.otherArticleId}?idcli=${mine.clientId}`),
  ],
  'GET /api/pedidos/enlaces': [of(ownClients, ({ mine }) => `${links}?idcli=${mine.clientId}`)],
  // A link that the client's own user made; staff withdraws it too.
  'DELETE /api/pedidos/enlaces/:id': [
    of(ownLinks, async ({ world, mine }) => `${links}/${await world.makeLink(mine)}`),
  ],
  'GET /api/pedidos/ofertas': [of(staffForClients, ({ mine }) => `/api/pedidos/ofertas?idcli=${mine.clientId}`)],
  // A cart of the caller's own that was put aside for the client; another's is not there.
  'POST /api/pedidos/ofertas': [
    of(staffForClients, async ({ world, me, mine }) => ({
      body: world.offering(mine, await world.putAside({ userId: me, clientId: mine.clientId })),
    })),
    of(staffFindsNone, async ({ world, mine }) => ({ body: world.offering(mine, await world.putAside(mine)) })),
  ],
  'POST /api/pedidos/ofertas/cotizacion': [
    of(staffForClients, async ({ world, me, mine }) => {
      if (me > 0) await world.fillCart(me, mine.clientId)
      return { body: { idcli: mine.clientId, dir: 0, obs: '' } }
    }),
  ],
  'GET /api/pedidos/avisos': [of(ownClients, ({ mine }) => `${notices}?idcli=${mine.clientId}`)],
  'PUT /api/pedidos/avisos/articulos/:idart': [
    of(ownClients, ({ world, mine }) => ({
      url: `${notices}/articulos/${world.unpricedArticleId}`,
      body: { idcli: mine.clientId },
    })),
  ],
  'DELETE /api/pedidos/avisos/articulos/:idart': [
    of(ownClients, ({ world, mine }) => `${notices}/articulos/${world.unpricedArticleId}?idcli=${mine.clientId}`),
  ],
  'PUT /api/pedidos/avisos/listas/:id': [
    of(ownClients, async ({ world, mine }) => ({
      url: `${notices}/listas/${await world.saveList(mine)}`,
      body: { idcli: mine.clientId },
    })),
    of(strangersRecord, async ({ world, mine, others }) => ({
      url: `${notices}/listas/${await world.saveList(others)}`,
      body: { idcli: mine.clientId },
    })),
  ],
  'DELETE /api/pedidos/avisos/listas/:id': [
    of(ownClients, async ({ world, mine }) => `${notices}/listas/${await world.saveList(mine)}?idcli=${mine.clientId}`),
  ],
  // Buyers send to each other: of the staff nobody does, and who confirms sends nothing.
  'POST /api/pedidos/listas-guardadas/enviar': [
    of(nobodySends, ({ mine }) => ({ body: { idcli: mine.clientId, nombre: 'x', dir: 0, obs: '' } })),
  ],
  'POST /api/pedidos/listas-guardadas/:id/confirmar': [
    of(ownBuyer, async ({ world, mine }) => ({
      url: `${lists}/${await world.sendList(mine)}/confirmar`,
      body: world.confirming(mine),
    })),
    of(strangersRecord, async ({ world, mine, others }) => ({
      url: `${lists}/${await world.sendList(others)}/confirmar`,
      body: world.confirming(mine),
    })),
  ],
  'POST /api/pedidos/listas-guardadas/:id/devolver': [
    of(ownBuyer, async ({ world, mine }) => ({
      url: `${lists}/${await world.sendList(mine)}/devolver`,
      body: { idcli: mine.clientId, palabra: 'x' },
    })),
    of(strangersRecord, async ({ world, mine, others }) => ({
      url: `${lists}/${await world.sendList(others)}/devolver`,
      body: { idcli: mine.clientId, palabra: 'x' },
    })),
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
  'GET /api/pedidos/productos/pedidos': [of(ownClients, ({ mine }) => `${products}/pedidos?idcli=${mine.clientId}`)],
  'GET /api/pedidos/productos/pedido/reglas': [
    of(ownClients, ({ mine }) => `${products}/pedido/reglas?idcli=${mine.clientId}`),
  ],
  'GET /api/pedidos/productos/habitual': [of(ownClients, ({ mine }) => `${products}/habitual?idcli=${mine.clientId}`)],
  'GET /api/pedidos/productos/habitual/pedido': [
    of(ownClients, ({ mine }) => `${products}/habitual/pedido?idcli=${mine.clientId}`),
  ],
  'GET /api/pedidos/productos/pedidos/:id': [of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}`)],
  'GET /api/pedidos/productos/pedidos/:id/datos': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/datos`),
  ],
  'GET /api/pedidos/productos/pedidos/:id/curso': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/curso`),
  ],
  'GET /api/pedidos/productos/pedidos/:id/comprobantes/:comprobante': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/comprobantes/${mine.paperId}`),
    // Another order's paper is no paper of this one.
    of(strangersRecord, ({ mine, others }) => `${products}/pedidos/${mine.orderId}/comprobantes/${others.paperId}`),
  ],
  'GET /api/pedidos/productos/pedidos/pendientes': [
    of(ownClients, ({ mine }) => `${products}/pedidos/pendientes?idcli=${mine.clientId}`),
  ],
  'GET /api/pedidos/productos/anteriores': [
    of(ownClients, ({ mine }) => `${products}/anteriores?idcli=${mine.clientId}`),
  ],
  'GET /api/pedidos/productos/anteriores/:id': [of(ownClients, ({ mine }) => `${products}/anteriores/${mine.pastId}`)],
  'POST /api/pedidos/productos/anteriores/:id/repetir': [
    of(ownClients, ({ mine }) => ({
      url: `${products}/anteriores/${mine.pastId}/repetir`,
      body: { idcli: mine.clientId },
    })),
    of(intoA1, ({ world, mine }) => ({
      url: `${products}/anteriores/${mine.pastId}/repetir`,
      body: { idcli: world.belongings.A1.clientId },
    })),
  ],
  'GET /api/pedidos/productos/cuenta/pdf': [
    of(ownClients, ({ mine }) => `${products}/cuenta/pdf?idcli=${mine.clientId}`),
  ],
  'GET /api/pedidos/productos/cuenta': [of(ownClients, ({ mine }) => `${products}/cuenta?idcli=${mine.clientId}`)],
  'GET /api/pedidos/productos/pedidos/:id/certificados': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/certificados`),
  ],
  'GET /api/pedidos/productos/pedidos/:id/pdf': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/pdf`),
  ],
  'GET /api/pedidos/productos/pedidos/:id/excel': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/excel`),
  ],
  'GET /api/pedidos/productos/pedidos/:id/preparacion': [
    of(staffForClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/preparacion`),
  ],
  'POST /api/pedidos/productos/pedidos/:id/cancelar': [
    of(ownClients, ({ mine }) => ({ url: `${products}/pedidos/${mine.orderId}/cancelar`, body: { motivo: '' } }), {
      // It was handed over at once: whoever may cancel it is told that it is too late.
      ok: 409,
    }),
  ],
  // As cancelling: it was handed over at once, which whoever may change it is told.
  'GET /api/pedidos/productos/pedidos/:id/para-cambiar': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/para-cambiar`, { ok: 409 }),
  ],
  'POST /api/pedidos/productos/pedidos/:id/cambiar': [
    of(
      ownClients,
      ({ mine }) => ({
        url: `${products}/pedidos/${mine.orderId}/cambiar`,
        body: { VERSION_PED: 1, renglones: [], total: 0 },
      }),
      { ok: 409 },
    ),
  ],
  'GET /api/pedidos/productos/pedidos/:id/versiones': [
    of(ownClients, ({ mine }) => `${products}/pedidos/${mine.orderId}/versiones`),
  ],
  'POST /api/pedidos/productos/pedidos/:id/liberar': [
    of(
      staffForClients,
      ({ mine }) => ({ url: `${products}/pedidos/${mine.orderId}/liberar`, body: { motivo: 'Pagó' } }),
      {
        // It is not held: whoever reaches it is told that. Which sellers may let one go, held-orders.test.ts says.
        ok: 409,
      },
    ),
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
  'GET /api/pedidos/productos/pedidos/historicos': histories(`${products}/pedidos/historicos`),
  'GET /api/pedidos/productos/pedidos/historicos/clientes': histories(`${products}/pedidos/historicos/clientes`),
  'GET /api/pedidos/productos/pedidos/historicos/articulos': histories(`${products}/pedidos/historicos/articulos`),
  'GET /api/config/numped/cli': [of(ownClients, ({ mine }) => `/api/config/numped/cli?idcli=${mine.clientId}`)],

  'GET /api/pedidos/productos/pedido/direccion': [
    of(ownClients, ({ mine }) => `${products}/pedido/direccion?idcli=${mine.clientId}`),
  ],

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

  'GET /api/usuarios/clientes': [of(staffForClients, ({ mine }) => `/api/usuarios/clientes?id=${mine.sellerUserId}`)],
  'GET /api/usuarios/clientes/carrito': [
    of(staffForClients, ({ mine }) => `/api/usuarios/clientes/carrito?id=${mine.sellerUserId}`),
  ],
  'GET /api/usuarios/cliente': [
    of(staffLooksUp, ({ mine }) => `/api/usuarios/cliente?cod=${mine.code}`, {
      outcome: unless((json) => json === null),
    }),
  ],
  'GET /api/usuarios/cliente/id': [of(staffForClients, ({ mine }) => `/api/usuarios/cliente/id?id=${mine.clientId}`)],
  'GET /api/usuarios/cliente/zona': [
    of(staffForClients, ({ mine }) => `/api/usuarios/cliente/zona?id=${mine.clientId}`),
  ],
  'GET /api/usuarios/direcciones-bodell/:id': [
    of(ownClients, ({ mine }) => `/api/usuarios/direcciones-bodell/${mine.clientId}`),
  ],
  'GET /api/usuarios/cuit/direcciones': [
    of(ownClients, ({ mine }) => `/api/usuarios/cuit/direcciones?idcli=${mine.clientId}`),
  ],
  'GET /api/usuarios/cdv-bodell/:id': [of(staffForClients, ({ mine }) => `/api/usuarios/cdv-bodell/${mine.clientId}`)],

  'GET /api/usuarios/admin/:id': [of(ownClients, ({ mine }) => `/api/usuarios/admin/${mine.userId}`)],
  'GET /api/usuarios/:id': [of(ownUser, ({ mine }) => `/api/usuarios/${mine.userId}`)],
  'GET /api/usuarios/direcciones/:id': [of(ownClients, ({ mine }) => `/api/usuarios/direcciones/${mine.userId}`)],
  'POST /api/usuarios/direcciones': [
    of(ownUser, ({ mine }) => ({
      body: { id: null, direccion: 'Mitre 2', provincia: 1, ciudad: 'Lanús', obs: '', idusu: mine.userId },
    })),
    of(ownUser, ({ mine }) => ({
      body: {
        id: mine.typedAddressId,
        direccion: 'Mitre 2',
        provincia: 1,
        ciudad: 'Lanús',
        obs: '',
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
        body: { id: others.typedAddressId, direccion: 'Mitre 2', provincia: 1, ciudad: 'Lanús', obs: '', idusu: me },
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
  'PUT /api/usuarios/zona': [of(admins, ({ mine }) => `/api/usuarios/zona?id=${mine.userId}&zona=9999`, { ok: 400 })],
  'GET /api/usuarios/:id/habilitacion': [of(admins, ({ mine }) => `/api/usuarios/${mine.userId}/habilitacion`)],
  'PUT /api/usuarios/:id/habilitacion': [
    of(admins, ({ mine }) => ({ url: `/api/usuarios/${mine.userId}/habilitacion`, body: {} }), { ok: 400 }),
  ],
  'PUT /api/usuarios/:id/rechazo': [of(admins, ({ mine }) => `/api/usuarios/${mine.userId}/rechazo`, { ok: 409 })],
  'PUT /api/usuarios/:id/dos-pasos/baja': [
    of(admins, ({ mine }) => ({ url: `/api/usuarios/${mine.userId}/dos-pasos/baja`, body: { contra: PASSWORD } })),
  ],
  'POST /api/usuarios/:id/verificar': [of(admins, ({ mine }) => `/api/usuarios/${mine.userId}/verificar`)],
  'PUT /api/usuarios': [of(admins, ({ mine }) => ({ body: { id: mine.userId } }), { ok: 400 })],
}

const catalogueCalls = [
  'productos',
  'productos/buscador',
  'productos/categoria',
  'productos/code',
  'productos/exacto',
  'productos/filtros',
  'productos/filtros/opciones',
  'productos/ordenPrecio',
  'productos/rango',
  'productos/sugerencias',
  'categorias',
  'categorias/marcas',
]

describe('access matrix', () => {
  withDatabase('embedded', (database) => {
    let app: TestApp
    let world: World

    beforeAll(async () => {
      app = await openTestApp(database().db)
      world = await makeWorld(database().db, app)
    })
    afterAll(() => app.close())

    test('every call of the application stands in the access table, once, and every line of it is a call', () => {
      const registered = app.endpoints.map(({ method, path }) => `${method} ${path}`)
      expect(Object.values(accessTable).flat().sort()).toEqual([...new Set(registered)].sort())
    })

    test('what the declaration says is about somebody has its rows', () => {
      const unanswered = app.endpoints
        .filter(({ access }) => access.client !== undefined || access.user !== undefined)
        .map(({ method, path }) => `${method} ${path}`)
        .filter((call) => matrix[call] === undefined)
      expect(unanswered).toEqual([])
    })

    const make = async (call: string, caller: CallerName, given: Request | string) => {
      const [method, path = ''] = call.split(' ')
      const { url = path, body, file } = typeof given === 'string' ? { url: given } : given
      return file === undefined
        ? await world.callers[caller].request(method as 'GET', url, body)
        : await postFile(app.app, world.callers[caller], url, file)
    }

    /** A call about the caller's own things: with an own id where it takes one, else nothing that a schema would take. */
    const ownRequest = async (call: string, caller: CallerName): Promise<Request> => {
      const [method, path = ''] = call.split(' ')
      const [row] = matrix[call] ?? []
      if (!row) return { url: path.replace(/:\w+/g, '1'), ...(method !== 'GET' && { body: '{' }) }
      const owner = caller === 'sellerB' ? 'B1' : 'A1'
      const me = world.userIds[caller]
      const mine = { ...world.belongings[owner], ...(me && { userId: me }) }
      const others = world.belongings[owner === 'A1' ? 'B2' : 'A2']
      const given = await row.request({ world, caller, me, mine, others })
      if (typeof given === 'string') return { url: given }
      return given.file === undefined ? { url: path, ...given } : { url: path, body: '{' }
    }

    /** The answers that all callers get at both addresses of a call, and those that they should get. */
    const audienceOf = async (call: string, role: Role) => {
      const outcomes: Record<string, unknown> = {}
      const expected: Record<string, unknown> = {}
      for (const caller of callers) {
        const { url = '', ...request } = await ownRequest(call, caller)
        for (const address of addressesOf(url)) {
          const { status } = await make(call, caller, { ...request, url: address })
          const who = `${caller}: ${call} (${address})`
          outcomes[who] = status === 401 || status === 403 || status >= 500 ? status : 'let in'
          expected[who] = members[role].includes(caller) ? 'let in' : caller === 'visitor' ? 401 : 403
        }
      }
      return { outcomes, expected }
    }

    const audiences = Object.entries(accessTable).flatMap(([role, calls]) =>
      calls.map((call) => [call, role as Role] as const),
    )
    test.each(audiences)('%s is for: %s', async (call, role) => {
      const { outcomes, expected } = await audienceOf(call, role)
      expect(outcomes).toEqual(expected)
    })

    test('only the catalogue may be kept, to ask whether it changed; whatever else a call answers is not', async () => {
      const kept: Record<string, unknown> = {}
      for (const [call] of audiences) {
        for (const caller of ['client', 'admin'] as const) {
          const { headers } = await make(call, caller, await ownRequest(call, caller))
          if (headers['cache-control'] !== 'no-store') kept[call] = headers['cache-control']
        }
      }
      expect(kept).toEqual(
        Object.fromEntries(catalogueCalls.map((call) => [`GET /api/pedidos/${call}`, 'private, no-cache'])),
      )
    })

    test('a word where an id stands names no call, and every call declares that (R43)', async () => {
      const unexpected: Record<string, number> = {}
      for (const { method, path } of app.endpoints.filter(({ params }) => params !== undefined)) {
        const { status } = await make(`${method} ${path}`, 'admin', { url: path.replace(/:\w+/g, 'palabra'), body: {} })
        if (status !== 404 && status !== 403) unexpected[`${method} ${path}`] = status
      }
      // A place of the map service is known by a text.
      expect(unexpected).toEqual({ 'GET /api/auth/lugares/:id': 200 })
    })

    test('an admin call that is opened to everybody signed in is noticed', async () => {
      const opened = app.endpoints.filter(({ access }) => access.who === 'admin')
      const declarations = [...new Set(opened.map(({ access }) => access))] as { who: Audience }[]
      const noticed: string[] = []
      try {
        for (const declaration of declarations) declaration.who = 'signedIn'
        for (const call of accessTable.admin) {
          const { outcomes, expected } = await audienceOf(call, 'admin')
          const wrong = Object.keys(expected).filter((who) => outcomes[who] !== expected[who])
          if (wrong.some((who) => who.startsWith(`client: ${call}`))) noticed.push(call)
        }
      } finally {
        for (const declaration of declarations) declaration.who = 'admin'
      }
      expect(noticed).toEqual(accessTable.admin)
    })

    test.each(Object.entries(matrix))(
      '%s',
      async (call, rows) => {
        for (const row of rows) {
          const outcomes = {} as Record<CallerName, number[]>
          const expected = {} as Record<CallerName, number[]>
          for (const caller of callers) {
            expected[caller] = row.table[caller].map((status) => (status === ok ? row.ok : status))
            outcomes[caller] = []
            for (const owner of owners) {
              const others = world.belongings[owner.startsWith('A') ? 'B2' : 'A2']
              const about = {
                world,
                caller,
                me: world.userIds[caller],
                mine: world.belongings[owner],
                others,
              }
              outcomes[caller].push(row.outcome(await make(call, caller, await row.request(about))))
            }
          }
          expect(outcomes).toEqual(expected)
        }
        // Each caller of a call that makes a document has one made in a thread of its own.
      },
      180_000,
    )
  })
})
