/** Clients where no ERP is connected: the shop keeps them itself, and a feed never touches them. */
import { sql } from 'kysely'
import { clientSearchText } from '../../lib/search-text.ts'
import type { ErpClients } from './port.ts'

/** Own ids begin here, far above what an ERP numbers with. */
const FIRST_OWN_ID = 1_000_000_000

export const ownClients: ErpClients = {
  async create(t, client) {
    // With the lock two clients that are made at once get two ids; there is no sequence for ids that a feed sets, too.
    await sql`select pg_advisory_xact_lock(hashtext('own_clients'))`.execute(t)
    const { id } = await t
      .selectFrom('client')
      .select(sql<number>`greatest(max(id) + 1, ${FIRST_OWN_ID}::int)`.as('id'))
      .where('id', '>=', FIRST_OWN_ID)
      .executeTakeFirstOrThrow()
    const code = `W${id - FIRST_OWN_ID + 1}`
    await t
      .insertInto('client')
      .values({
        id,
        code,
        business_name: client.businessName,
        contact_name: client.name,
        cuit: client.cuit,
        email: client.email,
        seller_id: client.sellerId,
        sale_condition: client.saleCondition,
        bonus: client.bonus,
        vat_condition_id: client.vatConditionId,
        zone_id: client.zoneId,
        search_text: clientSearchText({ ...client, code }),
        from_erp: false,
      })
      .execute()
    const { street, locality, postalCode, provinceId, carrierId } = client.address
    if (street) {
      const address = await t
        .selectFrom('client_address')
        .select(sql<number>`greatest(max(id) + 1, ${FIRST_OWN_ID}::int)`.as('id'))
        .where('id', '>=', FIRST_OWN_ID)
        .executeTakeFirstOrThrow()
      await t
        .insertInto('client_address')
        .values({
          id: address.id,
          client_id: id,
          street,
          locality,
          postal_code: postalCode,
          province_id: provinceId,
          carrier_id: carrierId,
          from_erp: false,
        })
        .execute()
    }
    return id
  },
  async update(t, clientId, terms) {
    await t
      .updateTable('client')
      .set({
        seller_id: terms.sellerId,
        sale_condition: terms.saleCondition,
        bonus: terms.bonus,
        vat_condition_id: terms.vatConditionId,
        zone_id: terms.zoneId,
      })
      .where('id', '=', clientId)
      .execute()
  },
}
