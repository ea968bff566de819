import { useQuery } from '@tanstack/react-query'
import { type KeptRow, undoBatch } from '../../../../contract/bulk-edit.ts'
import { useAction } from '../../../lib/action.ts'
import { queryOf } from '../../../lib/query.ts'
import { articlesText } from '../../../shop/bulk-review/articles-text.ts'
import { Changes } from '../../../shop/bulk-review/Changes.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { tellUndone, undoAndShow } from './undo.ts'

const columns: readonly Column<KeptRow>[] = [
  {
    name: 'code',
    label: 'Artículo',
    show: ({ code, description }) => (
      <>
        <strong>{code}</strong> <small>{description}</small>
      </>
    ),
  },
  { name: 'reason', label: 'Por qué quedó', show: ({ reason }) => reason },
  {
    name: 'changes',
    label: 'Si se deshace',
    kind: 'long',
    show: ({ changes }) => <Changes changes={changes} />,
  },
]

/** The articles that an undo left because somebody changed them since, and the way to undo them all the same. */
export function KeptDialog({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  // With no article confirmed the call undoes nothing more: it only answers the rows that were left.
  const asked = useQuery({
    ...queryOf(undoBatch, { params: { id: batchId }, body: { confirmed: [] } }),
    gcTime: 0,
  })
  const undoable = (asked.data?.kept ?? []).filter((row) => row.possible)
  const undo = useAction(
    () =>
      undoAndShow(
        batchId,
        undoable.map(({ articleId, version }) => ({ articleId, version })),
      ),
    {
      outdates: [undoBatch],
      onDone: (undone) => {
        tellUndone(batchId, undone)
        onClose()
      },
    },
  )
  return (
    <Modal
      title="Lo que quedó sin deshacer"
      size="large"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Dejar como está
          </button>
          {undoable.length > 0 && (
            <button type="button" className="button" aria-disabled={undo.busy} onClick={() => void undo.run()}>
              {undo.busy ? 'Deshaciendo…' : `Deshacer también ${articlesText(undoable.length)}`}
            </button>
          )}
        </>
      }
    >
      <Waiting for={asked} rows={4} height={40}>
        {({ kept }) =>
          kept.length === 0 ? (
            <p>No quedó nada: todo está como antes del cambio.</p>
          ) : (
            <DataTable
              label="Lo que quedó sin deshacer"
              columns={columns}
              rows={kept}
              keyOf={({ articleId }) => articleId}
              nameOf={({ code }) => code}
            />
          )
        }
      </Waiting>
    </Modal>
  )
}
