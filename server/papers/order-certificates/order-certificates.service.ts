/** The certificates of an order as one PDF: its content, and the key under which it is shared. */
import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/open.ts'
import { dayText } from '../../lib/dates.ts'
import type { Face } from '../../lib/face.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { readStored } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound } from '../../refusal.ts'
import type { Interest, MadeFiles } from '../made-files/made-files.service.ts'
import { findOrderHead, listCertificatesOfOrder } from '../quotation/documents.queries.ts'
import type { OrderCertificatesTask } from './order-certificates.types.ts'

export interface OrderCertificatesParts {
  db: Queryable
  files: Files
  madeFiles: MadeFiles
  face: () => Face
}

/** To be raised when the same certificates are joined in another way: files in the old design are made anew then. */
const DESIGN = 3

/**
 * Asks for the PDF of an order's certificates; a replaced certificate, or another day, makes a new PDF.
 * @throws Refusal 404 when there is no such order
 */
export async function askForOrderCertificates(
  { db, files, madeFiles, face }: OrderCertificatesParts,
  orderId: number,
  asker: Asker['key'],
): Promise<Interest> {
  const head = await findOrderHead(db, orderId)
  if (!head) throw notFound()
  const task: OrderCertificatesTask = {
    face: face(),
    orderId,
    erpNumber: head.erpNumber,
    client: head.client,
    orderedOn: dayText(new Date(head.createdAt)),
    date: dayText(new Date()),
    lines: await listCertificatesOfOrder(db, orderId),
  }
  const key = createHash('sha256')
    .update(JSON.stringify([DESIGN, task]))
    .digest('hex')
    .slice(0, 40)
  return madeFiles.ask<OrderCertificatesTask>(
    {
      key: `certificados-${key}`,
      worker: workerUrl(import.meta.url, 'order-certificates-worker'),
      read: async () => task,
      file: (name) => readStored(files, name),
    },
    asker,
  )
}
