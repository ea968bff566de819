/** The history of one record: its changes, and for an order its making and its mails. */
import { type AuditEntry, HISTORY_SIZE, type WithHistory } from '../../contract/audit.ts'
import type { Queryable } from '../db/open.ts'
import { notFound } from '../refusal.ts'
import type { RecordIds, StoredEntry } from './audit-list.queries.ts'
import { inWords } from './audit-list.service.ts'
import { findBelongings, findOrder, isThere, listMailsAbout, listRowsAbout } from './history.queries.ts'

/** Kinds of entries that carry the id of the record. */
const ENTITIES = { user: ['user', 'cart'], product: ['product', 'media'], order: ['order'] } as const

/** The latest HISTORY_SIZE entries of a record, the newest first. @throws Refusal 404 when there is none */
export async function historyOf(db: Queryable, entity: WithHistory, id: number): Promise<AuditEntry[]> {
  const record: RecordIds = { entities: ENTITIES[entity], ids: [String(id)] }
  if (entity === 'order') return orderHistory(db, id, record)
  if (!(await isThere(db, entity === 'user' ? 'app_user' : 'article', id))) throw notFound()
  const belongings = entity === 'user' ? await findBelongings(db, id) : []
  return inWords(db, await listRowsAbout(db, [record, ...belongings], HISTORY_SIZE))
}

/** An order is never changed: how it was made, the mails about it, its number in the ERP, and what the log has. */
async function orderHistory(db: Queryable, id: number, record: RecordIds): Promise<AuditEntry[]> {
  const order = await findOrder(db, id)
  if (!order) throw notFound()
  const { created_at, created_by, user_id, import_cuit, import_number, erp_number, ...told } = order
  const imported = import_cuit === null ? {} : { cuit: import_cuit, import_number }
  const creation: StoredEntry = {
    id: 0,
    at: created_at,
    userId: created_by,
    action: 'create',
    entity: 'order',
    entityId: String(id),
    before: null,
    // For whom the order was made, when somebody else made it.
    after: { ...told, ...(user_id !== created_by && { user_id }), ...imported, erp_number },
    batchId: null,
    rows: 1,
    kind: '',
    undoneAt: null,
  }
  const mails = (await listMailsAbout(db, id)).map(
    (mail): StoredEntry => ({
      ...creation,
      id: -mail.id,
      at: mail.at,
      userId: null,
      action: mailActions[mail.state] ?? 'mail-pending',
      after: { to_mail: mail.to },
    }),
  )
  const logged = await listRowsAbout(db, [record], HISTORY_SIZE)
  const entries = await inWords(db, [...logged, ...mails.toReversed(), creation])
  return entries.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

const mailActions: Readonly<Record<string, string>> = { done: 'mail-sent', dead: 'mail-failed' }
