import { IconEdit, IconFileDownload, IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ListChange,
  listOwnPrices,
  OWN_PRICES_PAGE,
  type OwnPriceRow,
  undoListChange,
} from '../../../../contract/own-lists.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { beginningText } from '../../../lib/beginnings.ts'
import { exportList } from '../../../lib/download.ts'
import { formatCount, formatPrice } from '../../../lib/format.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { OwnListSheet } from './OwnListSheet.tsx'
import { OwnPriceForm } from './OwnPriceForm.tsx'
import { outdatedByPrices } from './outdated.ts'
import { articleColumns, PagedPrices } from './PagedPrices.tsx'
import styles from './price-lists.module.css'

const columns: readonly Column<OwnPriceRow>[] = [
  ...articleColumns,
  { name: 'base', label: 'Lista base', kind: 'figure', show: ({ base }) => formatPrice(base) },
  {
    name: 'price',
    label: 'En la lista',
    kind: 'figure',
    phone: 'end',
    show: ({ listPrice }) => listPrice !== null && <strong>{formatPrice(listPrice)}</strong>,
  },
  {
    name: 'next',
    label: 'Próximo precio',
    show: ({ next, nextPrice }) =>
      next !== null && `${nextPrice === null ? 'Sin precio' : formatPrice(nextPrice)} ${beginningText(next)}`,
  },
]

/** Letters of the search box. */
const LONGEST_TEXT = 100

interface OwnListPricesProps {
  readonly id: number
  readonly changes: readonly ListChange[]
  readonly page: number
  readonly onPage: (page: number) => void
}

/** The prices of a list of the shop's own: each by itself, all by a sheet out and in, and what was changed last (R359). */
export function OwnListPrices({ id, changes, page, onPage }: OwnListPricesProps) {
  const [typed, setTyped] = useState('')
  const [edited, setEdited] = useState<OwnPriceRow | null>(null)
  const [bringsSheet, setBringsSheet] = useState(false)
  const text = useDebounced(typed, 300).trim()
  const params = { id }
  const list = useQuery(pageQueryOf(listOwnPrices, { params, query: { page, text: text || undefined } }))
  const exporting = useAction(() => exportList(listOwnPrices, { params, query: { page: 0 } }, 'lista-de-precios.xlsx'))
  return (
    <>
      <div className={styles.tools}>
        <input
          className="input"
          type="search"
          aria-label="Buscar en la lista"
          placeholder="Código o descripción"
          maxLength={LONGEST_TEXT}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            if (page > 0) onPage(0)
          }}
        />
        <button
          type="button"
          className="button button--quiet"
          aria-disabled={exporting.busy}
          onClick={() => void exporting.run()}
        >
          <IconFileDownload size={17} aria-hidden />
          {exporting.busy ? 'Preparando…' : 'Bajar la planilla'}
        </button>
        <button
          type="button"
          className="button button--quiet"
          aria-expanded={bringsSheet}
          onClick={() => setBringsSheet(!bringsSheet)}
        >
          <IconFileUpload size={17} aria-hidden />
          Traer la planilla
        </button>
      </div>
      {bringsSheet ? (
        <OwnListSheet id={id} onDone={() => setBringsSheet(false)} />
      ) : (
        <Waiting for={list} rows={5} height={44}>
          {({ rows, total }) =>
            total === 0 ? (
              <p>Ningún artículo tiene esas palabras.</p>
            ) : (
              <PagedPrices
                label="Precios de la lista"
                columns={columns}
                {...{ rows, total, page, onPage }}
                busy={list.isPlaceholderData}
                keyOf={({ articleId }) => articleId}
                size={OWN_PRICES_PAGE}
                noun="artículos"
                actions={(row) => (
                  <RowButton
                    label="Cambiar precio"
                    of={row.code}
                    icon={<IconEdit size={17} aria-hidden />}
                    onClick={() => setEdited(row)}
                  />
                )}
              />
            )
          }
        </Waiting>
      )}
      <LastChanges id={id} changes={changes} />
      {edited && (
        <FormDrawer title="Precio en la lista" placement="centre" onClose={() => setEdited(null)}>
          {() => <OwnPriceForm listId={id} row={edited} />}
        </FormDrawer>
      )}
    </>
  )
}

const changeText = ({ priced, removed }: ListChange): string =>
  [
    priced > 0 && `${formatCount(priced)} ${priced === 1 ? 'precio' : 'precios'}`,
    removed > 0 && `${formatCount(removed)} sin precio`,
  ]
    .filter(Boolean)
    .join(', ')

/** What was changed last, each moment with its way back. */
function LastChanges({ id, changes }: Pick<OwnListPricesProps, 'id' | 'changes'>) {
  const [asked, setAsked] = useState<ListChange | null>(null)
  const undo = useAction(({ since }: ListChange) => call(undoListChange, { params: { id }, body: { since } }), {
    outdates: outdatedByPrices,
    success: 'Precios como estaban',
    onDone: () => setAsked(null),
  })
  if (changes.length === 0) return null
  return (
    <>
      <h3>Últimos cambios</h3>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change.since}>
            <span>
              {change.hasBegun ? 'Rige' : 'Va a regir'} {beginningText(change.since)}:{' '}
              <strong>{changeText(change)}</strong>
            </span>
            <button type="button" className="button button--plain" onClick={() => setAsked(change)}>
              {change.hasBegun ? 'Deshacer' : 'Quitar'}
              <span className="visually-hidden"> {changeText(change)}</span>
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={asked.hasBegun ? 'Deshacer el cambio' : 'Quitar estos precios'}
          text={
            asked.hasBegun
              ? `Se quita lo que rige ${beginningText(asked.since)} (${changeText(asked)}): vuelve a regir lo anterior.`
              : `No van a empezar (${changeText(asked)}).`
          }
          confirm={asked.hasBegun ? 'Deshacer' : 'Quitar'}
          busy={undo.busy}
          onConfirm={() => void undo.run(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
