/** Makes the rows that tests need, with sensible values; a test gives only the values that it is about. */

import type { Insertable } from 'kysely'
import type { UserType } from '../../contract/roles.ts'
import { raiseCatalogueVersion } from '../db/catalogue-version.ts'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { hashPassword } from '../people/auth/password.ts'

/** The password of every made user. */
export const PASSWORD = 'una-clave-larga'
let passwordHash: Promise<string> | undefined

let last = 0
/** A number that no other made row of the test file has. */
export const nextNumber = (): number => ++last
/** Counts from 1 again, so that a file's rows have the same numbers whatever ran before it. */
export const restartNumbers = (): void => {
  last = 0
}

export interface MadeArticle {
  id: number
  code: string
}

/** An article on sale: article, price and listing. */
export async function makeArticle(
  db: Db,
  given: Partial<
    Insertable<Tables['article']> & { listPrice: number } & Pick<
        Insertable<Tables['listing']>,
        'brand_id' | 'category_id' | 'subcategory_id' | 'discount' | 'position' | 'hint' | 'promo'
      > & { listed: boolean }
  > = {},
): Promise<MadeArticle> {
  const number = nextNumber()
  const { listPrice = 100_00, brand_id = null, category_id = null, subcategory_id = null, listed = true } = given
  const { discount = 0, position = number, hint = '', promo = false, ...rest } = given
  const article = {
    id: rest.id ?? number,
    code: rest.code ?? String(number).padStart(5, '0'),
    description: rest.description ?? `Artículo ${number}`,
    alias: rest.alias ?? '',
    multiple: rest.multiple ?? 1,
    units_per_pack: rest.units_per_pack ?? 24,
    inner_pack: rest.inner_pack ?? 6,
    vat_rate: rest.vat_rate ?? null,
    active: rest.active ?? true,
  }
  await db.tx(async (t, publish) => {
    await t.insertInto('article').values(article).execute()
    await t.insertInto('price').values({ article_id: article.id, list_price: listPrice }).execute()
    await t
      .insertInto('listing')
      .values({
        article_id: article.id,
        brand_id,
        category_id,
        subcategory_id,
        discount,
        position,
        hint,
        promo,
        active: listed,
      })
      .execute()
    await raiseCatalogueVersion(t, publish)
  })
  return { id: article.id, code: article.code }
}

/** A seller of the ERP. */
export async function makeSeller(db: Db): Promise<number> {
  const id = nextNumber()
  await db.kysely
    .insertInto('seller')
    .values({ id, name: `Vendedor ${id}` })
    .execute()
  return id
}

export interface MadeClient {
  id: number
  /** ID_DIR of each address. */
  addresses: number[]
}

/** An ERP client with `addresses` delivery addresses. */
export async function makeClient(
  db: Db,
  { addresses = 1, ...given }: Partial<Insertable<Tables['client']>> & { addresses?: number } = {},
): Promise<MadeClient> {
  const id = given.id ?? nextNumber()
  await db.kysely
    .insertInto('client')
    .values({ code: `C${id}`, business_name: `Juguetería ${id}`, sale_condition: 1, ...given, id })
    .execute()
  const made: number[] = []
  for (let i = 0; i < addresses; i++) {
    const address = nextNumber()
    await db.kysely
      .insertInto('client_address')
      .values({ id: address, client_id: id, street: `Calle ${address} 123`, locality: 'Salta' })
      .execute()
    made.push(address)
  }
  return { id, addresses: made }
}

export interface MadeUser {
  id: number
  cuit: string
}

/** A received mail. */
export const makeMail = (db: Db, given: Partial<Insertable<Tables['received_mail']>> = {}): Promise<{ id: number }> =>
  db.kysely
    .insertInto('received_mail')
    .values({
      ...{ key: `correo-${nextNumber()}`, message_id: '<a@sol.example>', thread: '', subject: 'Pedido' },
      ...{ sender: 'compras@sol.example', sender_name: 'Ana Sol', text: '1009 x 12', quoted: '', sent_at: null },
      ...{ files: '[]', remarks: '[]', file: '', client_id: null, taken_by: null, carted_at: null },
      ...{ order_id: null, answered_at: null },
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A user that may sign in with PASSWORD. */
export async function makeUser(
  db: Db,
  type: UserType = 'cliente',
  given: Partial<Insertable<Tables['app_user']>> = {},
): Promise<MadeUser> {
  passwordHash ??= hashPassword(PASSWORD)
  const number = nextNumber()
  const cuit = given.cuit ?? `20${String(number).padStart(8, '0')}0`
  const { id } = await db.kysely
    .insertInto('app_user')
    .values({
      email: `usuario${number}@example.test`,
      password_hash: await passwordHash,
      type,
      first_name: `Nombre ${number}`,
      business_name: `Comercio ${number}`,
      enabled: true,
      ...given,
      cuit,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, cuit }
}
