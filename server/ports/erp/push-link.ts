/** The link to an ERP that fetches by itself (R295): what is handed over lies in the database until the ERP acknowledges it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { ErpLink } from './port.ts'

/** Hands orders and clients over by putting them where GET pedidos and GET altas find them. */
export function pushLink(db: Kysely<Tables>): ErpLink {
  const put = async (kind: 'order' | 'client', id: number, key: string) => {
    await db
      .insertInto('erp_outbox')
      .values({ kind, record_id: id, key })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  }
  return {
    async sendOrder({ id, key }) {
      await put('order', id, key)
      return { orderId: id, state: 'exported', number: null, reason: '' }
    },
    async sendClient({ id, key }) {
      await put('client', id, key)
      return { clientId: id, state: 'exported', erpId: null, reason: '' }
    },
    // The ERP sends its answers by itself.
    readAnswers: async () => '',
  }
}
