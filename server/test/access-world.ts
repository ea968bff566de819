/** The people and things of the access matrix: two sellers with two clients each, a supervisor, an admin, a client. */

import { randomBytes } from 'node:crypto'
import { smallPdf } from '../../testkit/small-pdf.ts'
import type { Db } from '../db/open.ts'
import { diskFiles } from '../ports/files/disk.ts'
import { makeArticle, makeClient, makeMail, makeSeller, makeUser } from './make.ts'
import type { TestApp, TestCaller } from './test-app.ts'

export const callers = ['sellerA', 'sellerB', 'supervisor', 'admin', 'client', 'visitor'] as const
export type CallerName = (typeof callers)[number]
/** Whose things a call is about; `client` is the user of A1. */
export const owners = ['A1', 'A2', 'B1', 'B2'] as const
export type Owner = (typeof owners)[number]

/** The records that belong to somebody. */
export interface Belongings {
  clientId: number
  code: string
  cuit: string
  addressId: number
  /** The client's own user, and the delivery address that user typed. */
  userId: number
  typedAddressId: number
  /** User of the client's seller. */
  sellerUserId: number
  /** An order the client's user made, and a paper of the ERP about it, a PDF. */
  orderId: number
  /** An order of the past. */
  pastId: number
  paperId: number
}

export interface World {
  db: Db
  articleId: number
  otherArticleId: number
  /** One without a price. */
  unpricedArticleId: number
  articleCode: string
  belongings: Record<Owner, Belongings>
  callers: Record<CallerName, TestCaller>
  /** User ids; a visitor has none. */
  userIds: Record<CallerName, number>
  /** Puts a line into a cart, so that there is something to take out or to order; answers its id. */
  fillCart(userId: number, clientId: number): Promise<number>
  /** Saves an empty list of a user's, shared with all who order for a client; answers its id. */
  saveList(whose: Pick<Belongings, 'userId' | 'clientId'>): Promise<number>
  /** Shares an order of a user for a client by a link; answers the link's id. */
  makeLink(whose: Pick<Belongings, 'userId' | 'clientId'>): Promise<number>
  /** Puts a cart with one line aside for a client; answers its list's id. */
  putAside(whose: Pick<Belongings, 'userId' | 'clientId'>): Promise<number>
  /** The body that sends such a cart to be accepted. */
  offering(whose: Pick<Belongings, 'clientId'>, listId: number): object
  /** Sends a cart to be confirmed, of a buyer of a client; answers its list's id. */
  sendList(whose: Pick<Belongings, 'userId' | 'clientId'>): Promise<number>
  /** The body that confirms such a list for a client. */
  confirming(whose: Pick<Belongings, 'clientId'>): object
  /** A mail of a client; answers its id. */
  receiveMail(clientId: number): Promise<number>
}

/** The stored PDF of every order's paper. */
export const PAPER = 'comprobante-de-prueba.pdf'

export async function makeWorld(db: Db, app: TestApp): Promise<World> {
  const article = await makeArticle(db)
  // A user without a zone is not enabled in a shop that has one.
  await db.kysely.insertInto('zone').values({ id: 1, name: 'Norte' }).execute()
  await diskFiles(app.filesDir).put(PAPER, new Uint8Array(smallPdf('comprobante')))
  await makeArticle(db)
  const sellers = { A: await makeSeller(db), B: await makeSeller(db) }
  const sellerUsers = {
    A: (await makeUser(db, 'vendedor', { seller_id: sellers.A })).id,
    B: (await makeUser(db, 'vendedor', { seller_id: sellers.B })).id,
  }
  const belongings = {} as Record<Owner, Belongings>
  for (const [n, owner] of owners.entries()) {
    const side = owner[0] as 'A' | 'B'
    const cuit = `3070000000${n}`
    const client = await makeClient(db, { code: `CLI-${owner}`, cuit, seller_id: sellers[side] })
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    const address = await db.kysely
      .insertInto('user_address')
      .values({ user_id: user.id, street: 'Sarmiento 1', province_id: 1, city: 'Lanús' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = await db.kysely
      .insertInto('sales_order')
      .values({
        user_id: user.id,
        created_by: user.id,
        client_id: client.id,
        business_name: 'x',
        address: '',
        address_id: 0,
        sale_condition: 1,
        total: 0,
        line_count: 0,
        channel: 'web',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const paper = await db.kysely
      .insertInto('order_paper')
      .values({
        erp_id: order.id,
        order_id: order.id,
        kind: 'factura',
        number: `A-${owner}`,
        day: '2026-03-01',
        amount: 100,
        file: PAPER,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.kysely
      .insertInto('client_account')
      .values({ client_id: client.id, at: '2026-03-01T03:00:00Z', balance: n, credit_limit: null })
      .execute()
    await db.kysely
      .insertInto('past_order')
      .values({
        id: 7000 + n,
        client_id: client.id,
        at: '2025-03-01T03:00:00Z',
        total: n,
        lines_total: null,
        shop_order_id: null,
      })
      .execute()
    belongings[owner] = {
      clientId: client.id,
      pastId: 7000 + n,
      code: `CLI-${owner}`,
      cuit,
      addressId: client.addresses[0] ?? 0,
      userId: user.id,
      typedAddressId: address.id,
      orderId: order.id,
      paperId: paper.id,
      sellerUserId: sellerUsers[side],
    }
  }
  const userIds = {
    sellerA: sellerUsers.A,
    sellerB: sellerUsers.B,
    supervisor: (await makeUser(db, 'supervisor')).id,
    admin: (await makeUser(db, 'admin')).id,
    client: belongings.A1.userId,
    visitor: 0,
  }
  const signedIn = {} as Record<CallerName, TestCaller>
  for (const name of callers) signedIn[name] = name === 'visitor' ? app.visitor : await app.as({ id: userIds[name] })
  await app.upToDate()

  return {
    db,
    belongings,
    userIds,
    callers: signedIn,
    articleId: article.id,
    otherArticleId: (await makeArticle(db)).id,
    unpricedArticleId: (await makeArticle(db, { listPrice: 0 })).id,
    articleCode: article.code,
    async fillCart(userId, clientId) {
      const line = {
        user_id: userId,
        client_id: clientId,
        article_id: article.id,
        quantity: 1,
        channel: 'web' as const,
        created_by: userId,
      }
      const { id } = await db.kysely
        .insertInto('cart_line')
        .values(line)
        .onConflict((conflict) => conflict.columns(['user_id', 'client_id', 'article_id']).doUpdateSet({ quantity: 1 }))
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async saveList({ userId, clientId }) {
      const list = { user_id: userId, client_id: clientId, kind: 'list' as const, name: 'x', shared: true }
      const { id } = await db.kysely.insertInto('saved_list').values(list).returning('id').executeTakeFirstOrThrow()
      return id
    },
    async putAside({ userId, clientId }) {
      const user_id = userId || userIds.admin
      const list = { user_id, client_id: clientId, kind: 'aside' as const, name: 'x', shared: false }
      const { id } = await db.kysely.insertInto('saved_list').values(list).returning('id').executeTakeFirstOrThrow()
      const line = { list_id: id, place: 0, article_id: article.id, quantity: 1, note: '', shown_price: 100_00 }
      await db.kysely.insertInto('saved_list_line').values(line).execute()
      return id
    },
    offering: ({ clientId }, listId) => ({
      ...{ idcli: clientId, dir: 0, obs: '', lista: listId },
      hastaDia: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
    }),
    async makeLink({ userId, clientId }) {
      const link = { kind: 'paper', opens: 'order', client_id: clientId, user_id: userId } as const
      const rest = { token_hash: randomBytes(32).toString('base64url'), ends_at: new Date(Date.now() + 86_400_000) }
      const { id } = await db.kysely
        .insertInto('shared_link')
        .values({ ...link, ...rest })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async sendList({ userId, clientId }) {
      const list = { user_id: userId, client_id: clientId, kind: 'aside' as const, name: 'x', shared: false }
      const { id } = await db.kysely.insertInto('saved_list').values(list).returning('id').executeTakeFirstOrThrow()
      const sent = { list_id: id, user_id: userId, client_id: clientId, address_id: 0 }
      await db.kysely.insertInto('sent_cart').values(sent).execute()
      return id
    },
    confirming: ({ clientId }) => ({
      ...{ idcli: clientId, dir: 0, obs: '', total: 100, version: 1 },
      renglones: [{ idart: article.id, cantidad: 1, obs: '', precio: 100 }],
    }),
    async receiveMail(clientId) {
      return (await makeMail(db, { client_id: clientId })).id
    },
  }
}
