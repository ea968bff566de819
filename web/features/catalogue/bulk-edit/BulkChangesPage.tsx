import { IconArrowBackUp, IconClipboardText, IconFileSpreadsheet, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BATCHES_PAGE_SIZE, type BatchRow, listBatches } from '../../../../contract/bulk-edit.ts'
import { roles } from '../../../../contract/roles.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import { choiceInAddress, idInAddress, pageInAddress, useAddressState } from '../../../lib/address-state.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { articlesText } from '../../../shop/bulk-review/articles-text.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { batchColumns, nameOfBatch } from './batch-columns.tsx'
import { KeptDialog } from './KeptDialog.tsx'
import { PastePanel } from './PastePanel.tsx'
import { SheetPanel } from './SheetPanel.tsx'
import { tellUndone, undoAndShow } from './undo.ts'

const address = wireObject({
  bringing: ['traer', choiceInAddress(['columna', 'planilla'])],
  /** The bulk change of which the rows that its undo left are shown. */
  batch: ['lote', idInAddress],
  page: ['pag', pageInAddress],
})

/** Bulk changes: the last ones, each with its undo; and two ways to make one, a pasted column or a sheet (R34, R42). */
export function BulkChangesPage() {
  const place = useAddressState(address)
  const { page, batch, bringing } = place.value
  const isAdmin = roles[useUser().type].administers
  const pageSize = usePageSize(BATCHES_PAGE_SIZE)
  const list = useQuery(pageQueryOf(listBatches, { query: { page, size: pageSize.asked } }))
  const [asking, setAsking] = useState<BatchRow | null>(null)
  const undo = useAction(({ id }: BatchRow) => undoAndShow(id), {
    onDone: (undone, { id }) => {
      setAsking(null)
      tellUndone(id, undone)
      if (undone.keptCount > 0) place.open({ batch: id })
    },
  })
  const closePanel = () => place.close({ bringing: '' })
  const toggle = (source: 'columna' | 'planilla') => () =>
    bringing === source ? closePanel() : place.open({ bringing: source })
  return (
    <ListPage
      title="Cambios masivos"
      nouns={['cambio', 'cambios']}
      empty="Todavía no hay cambios masivos"
      list={list}
      place={place}
      filters={{}}
      pageSize={pageSize}
      columns={batchColumns}
      keyOf={({ id }) => id}
      nameOf={nameOfBatch}
      back={
        <BackLink to={isAdmin ? paths.adminProducts : paths.articles}>
          {isAdmin ? 'Productos' : 'Consulta de artículos'}
        </BackLink>
      }
      actions={(row) => (
        <>
          {isAdmin && (
            // Its rows stand in the audit, which only an admin reads (R42).
            <Link
              to={paths.audit}
              search={{ lote: row.id }}
              className="button button--small button--quiet"
              aria-label={`Ver filas de ${nameOfBatch(row)}`}
            >
              <IconListDetails size={17} aria-hidden />
              Ver filas
            </Link>
          )}
          {row.undoneAt === null && (
            <RowButton
              label="Deshacer"
              of={nameOfBatch(row)}
              icon={<IconArrowBackUp size={17} aria-hidden />}
              onClick={() => setAsking(row)}
            />
          )}
        </>
      )}
      head={
        <>
          <button
            type="button"
            className="button button--plain"
            aria-pressed={bringing === 'columna'}
            onClick={toggle('columna')}
          >
            <IconClipboardText size={18} aria-hidden />
            Pegar una columna
          </button>
          <button
            type="button"
            className="button button--plain"
            aria-pressed={bringing === 'planilla'}
            onClick={toggle('planilla')}
          >
            <IconFileSpreadsheet size={18} aria-hidden />
            Traer una planilla
          </button>
        </>
      }
      notice={
        bringing === 'columna' ? (
          <PastePanel onDone={closePanel} />
        ) : bringing === 'planilla' ? (
          <SheetPanel onDone={closePanel} />
        ) : null
      }
    >
      {asking && (
        <ConfirmDialog
          title="¿Deshacer este cambio?"
          text={`${articlesText(asking.changed)}: lo que sigue como lo dejó este cambio vuelve a como estaba. Lo que otra persona cambió después queda.`}
          harmless
          confirm={undo.busy ? 'Deshaciendo…' : 'Deshacer'}
          busy={undo.busy}
          onConfirm={() => void undo.run(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
      {batch !== null && <KeptDialog key={batch} batchId={batch} onClose={() => place.close({ batch: null })} />}
    </ListPage>
  )
}
