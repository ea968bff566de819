/** Papers of an order that somebody of the office uploads, where no ERP links them (R305). */
import { paperTexts } from '../../../contract/fulfilment.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { fulfilmentChanged, remakeFulfilments } from '../../erp/erp.ts'
import { dayInArgentina } from '../../lib/dates.ts'
import { holdFiles, storePdf } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound, refuseProblems } from '../../refusal.ts'
import { deletePaper, insertPaper, lockStates } from './fulfilment.queries.ts'

interface Upload {
  kind: string
  number: string
  /** yyyy-mm-dd; undefined: today. */
  day?: string | undefined
  /** Cents. */
  amount?: number | undefined
  bytes: Buffer
}

/**
 * Stores a PDF about an order, audited; answers the paper's id.
 * @throws Refusal 400 without kind or number, WRONG_TYPE for what is no PDF or more than pages, 404 for no such order
 */
export async function addPaper(
  { db, files }: { db: Db; files: Files },
  caller: Caller,
  orderId: number,
  { kind, number, day, amount, bytes }: Upload,
): Promise<number> {
  refuseProblems([
    ...(kind.trim() ? [] : [{ field: 'kind', message: paperTexts.kind }]),
    ...(number.trim() ? [] : [{ field: 'number', message: paperTexts.number }]),
  ])
  const file = await storePdf(files, bytes)
  return db.tx(async (t, publish) => {
    // The same PDF may have been removed, and may be cleared away just now.
    await holdFiles(t, files, [file])
    const [order] = await lockStates(t, [orderId])
    if (!order) throw notFound()
    const paper = { kind: kind.trim().slice(0, 40), number: number.trim().slice(0, 40) }
    const stored = { ...paper, order_id: orderId, day: day ?? dayInArgentina(new Date()), amount: amount ?? null, file }
    const id = await insertPaper(t, stored)
    const after = { paper: `${paper.kind} ${paper.number}` }
    await audit(t, { userId: caller.userId, action: 'update', entity: 'order', entityId: orderId, after })
    await fulfilmentChanged(t, await remakeFulfilments(t, [orderId]))
    publish('job')
    return id
  })
}

/** Removes a paper that was uploaded, audited. @throws Refusal 404 for none, and for one of the ERP's */
export async function removePaper(db: Db, caller: Caller, orderId: number, paperId: number): Promise<void> {
  await db.tx(async (t, publish) => {
    await lockStates(t, [orderId])
    const removed = await deletePaper(t, orderId, paperId)
    if (!removed) throw notFound()
    const before = { paper: `${removed.kind} ${removed.number}` }
    await audit(t, { userId: caller.userId, action: 'update', entity: 'order', entityId: orderId, before })
    await fulfilmentChanged(t, await remakeFulfilments(t, [orderId]))
    publish('job')
  })
}
