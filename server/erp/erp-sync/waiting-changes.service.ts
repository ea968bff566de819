/** All changes of a feed that waits, as rows and as a workbook (R297): the preview shows the first of them. */
import { noSuchWaiting, type WaitingChange } from '../../../contract/erp.ts'
import type { Db } from '../../db/open.ts'
import { ImportBusyError } from '../../ports/erp/erp.ts'
import { conflict, notFound } from '../../refusal.ts'
import type { ListSheet } from '../../spreadsheets/list-sheet.ts'
import { changesOf } from './erp-sync.service.ts'
import { findWaiting } from './waiting.queries.ts'
import { storedFile } from './waiting.service.ts'

/**
 * What a file would change as the shop is now: prices first, those that move most, then what goes out of use and the rest.
 * @throws Refusal 404 when it waits no more, 409 while an import is running
 */
export async function waitingChanges(db: Db, id: number): Promise<WaitingChange[]> {
  const row = await findWaiting(db.kysely, id)
  if (row?.state !== 'waiting') throw notFound(noSuchWaiting)
  const file = await storedFile(db.kysely, row)
  const preview = await changesOf(db, file).catch((error) => {
    throw error instanceof ImportBusyError ? conflict(error.message) : error
  })
  if (!preview) return []
  const plain = { column: '', before: '', after: '', priceBefore: null, priceAfter: null }
  return [
    ...preview.prices.map(({ code, description, before, after }) => {
      const what = `${code} ${description}`.trim()
      return { ...plain, kind: 'precio' as const, what, priceBefore: before, priceAfter: after }
    }),
    ...preview.gone.map((what) => ({ ...plain, kind: 'sale de uso' as const, what })),
    ...preview.changes.map((change) => ({ ...plain, kind: 'otro' as const, ...change })),
    ...preview.newNames.map((what) => ({ ...plain, kind: 'nombre nuevo' as const, what })),
  ]
}

export const waitingChangesSheet: ListSheet<WaitingChange> = {
  name: 'cambios-en-espera',
  title: 'Cambios del ERP en espera',
  columns: [
    { heading: 'Cambio', kind: 'text', width: 14, value: ({ kind }) => kind },
    { heading: 'Registro', kind: 'text', width: 50, value: ({ what }) => what },
    { heading: 'Columna', kind: 'text', width: 18, value: ({ column }) => column },
    { heading: 'Hoy', kind: 'text', width: 30, value: ({ before }) => before },
    { heading: 'Pasaría a', kind: 'text', width: 30, value: ({ after }) => after },
    { heading: 'Precio hoy', kind: 'money', width: 14, value: ({ priceBefore }) => priceBefore },
    { heading: 'Precio nuevo', kind: 'money', width: 14, value: ({ priceAfter }) => priceAfter },
  ],
}
