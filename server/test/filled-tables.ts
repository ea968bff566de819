/** Rows for the marked world's tables that no person's order, cart or account fills: with them no table is empty. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../db/open.ts'

/** A day on which nothing that the run makes has ended. */
const LATER = new Date(Date.now() + 86_400_000)

/** What a person has besides: sessions, codes, keys, a document that is being made. Answers the key of their devices. */
export async function fillPerson({ kysely }: Db, userId: number, clientId: number | null): Promise<Buffer> {
  const key = randomBytes(32)
  await kysely
    .insertInto('session')
    .values({ token_hash: randomBytes(32), user_id: userId, expires_at: LATER, user_agent: 'x' })
    .execute()
  await kysely.insertInto('device_key').values({ user_id: userId, key }).execute()
  await kysely
    .insertInto('known_browser')
    .values({ user_id: userId, mark_hash: randomBytes(32) })
    .execute()
  // Begun and never confirmed: the person signs in without a code.
  await kysely
    .insertInto('second_factor')
    .values({ user_id: userId, secret: randomBytes(20), recovery_hashes: [] })
    .execute()
  await kysely
    .insertInto('password_reset')
    .values({ user_id: userId, code_hash: randomBytes(32), expires_at: LATER })
    .execute()
  await kysely
    .insertInto('notice_link')
    .values({ hash: randomBytes(32).toString('base64url'), user_id: userId })
    .execute()
  await kysely.insertInto('message_consent').values({ user_id: userId, phone: 'x' }).execute()
  await kysely
    .insertInto('document_ticket')
    .values({ user_id: userId, asked: '{"kind":"excel"}', seen_at: LATER })
    .execute()
  if (clientId !== null)
    await kysely
      .insertInto('erp_outbox')
      .values({ kind: 'client', record_id: clientId, key: `alta-${clientId}` })
      .execute()
  return key
}

/** The lists, the catalogue's pictures and documents, and what the shop knows of itself. */
export async function fillShop({ kysely }: Db, { id, code }: { id: number; code: string }): Promise<void> {
  const listed = [{ id: 1, name: 'Uno' }]
  await kysely.insertInto('zone').values(listed).execute()
  await kysely.insertInto('carrier').values(listed).execute()
  await kysely.insertInto('vat_condition').values(listed).execute()
  const brand = await kysely
    .insertInto('brand')
    .values({ name: 'Tuki', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const category = await kysely
    .insertInto('category')
    .values({ brand_id: brand.id, parent_id: null, name: 'Autos', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .updateTable('listing')
    .set({ brand_id: brand.id, category_id: category.id })
    .where('article_id', '=', id)
    .execute()
  await kysely
    .insertInto('price_step')
    .values({ id: 1, article_id: id, brand_id: null, category_id: null, units: 24, percent: 500 })
    .execute()
  await kysely.insertInto('price_list').values(listed).execute()
  await kysely
    .insertInto('list_price')
    .values({ id: `1/${id}/`, list_id: 1, article_id: id, list_price: 90_00 })
    .execute()
  await kysely.insertInto('price_ahead').values({ article_id: id, since: '2099-01-04', list_price: 99_00 }).execute()
  await kysely.insertInto('old_address').values({ path: '/producto/oso', article_code: 'OSO' }).execute()
  await kysely.insertInto('synonym').values({ words: 'nenuco', meaning: 'bebote', key: 'nenuco > bebote' }).execute()
  await kysely.insertInto('order_rule').values({ scope: 'all', target_id: null, free_from: 1_00 }).execute()
  await kysely
    .insertInto('promotion')
    .values({ name: 'Verano', percent: 500, covers: 'articles', begins_at: new Date(), ends_at: LATER })
    .execute()
  await kysely
    .insertInto('promotion_article')
    .columns(['promotion_id', 'article_id'])
    .expression(kysely.selectFrom('promotion').select(({ val }) => ['id', val(id).as('article_id')]))
    .execute()
  await kysely
    .insertInto('media')
    .values({ article_id: id, slot: 1, kind: 'image', file: 'foto.jpg', content_type: 'image/jpeg' })
    .execute()
  await kysely
    .insertInto('certificate')
    .values({ name: `${code}.pdf`, file: CERTIFICATE })
    .execute()
  await kysely.insertInto('quotation').values({ content_key: 'x' }).execute()
  await kysely.insertInto('made_document').values({ key: 'x', file: 'x.doc', bytes: 1, articles: 1 }).execute()
  await kysely
    .insertInto('last_backup')
    .values({ at: LATER, host: 'x', file: 'x', bytes: 1, encrypted: true })
    .execute()
  await kysely.insertInto('erp_taken').values({ kind: 'zones', row_count: 1 }).execute()
  await kysely.insertInto('erp_cursor').values({ file: 'x', since: 'x', full_at: null }).execute()
  await kysely.insertInto('feed_mapping').values({ mapping: '{}', kept_at: LATER }).execute()
  await kysely.insertInto('feed_key').values({ kind: 'zones', key: 'x', id: 1 }).execute()
  await kysely.insertInto('drill').defaultValues().execute()
  await kysely.insertInto('demo_fill').defaultValues().execute()
  await kysely
    .insertInto('counted_try')
    .values({ key: randomBytes(32), counted: [], running: [], admitted: true, until: LATER })
    .execute()
}

/** The stored name of the article's certificate. */
export const CERTIFICATE = 'certificado-de-prueba.pdf'
