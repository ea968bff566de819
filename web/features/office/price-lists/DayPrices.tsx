import { IconFileDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DAY_PRICES_PAGE, type DayPrice, listDayPrices } from '../../../../contract/prices-ahead.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { isDay } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import { exportList } from '../../../lib/download.ts'
import { formatCount, formatPrice } from '../../../lib/format.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { articlesText } from '../../../shop/bulk-review/articles-text.ts'
import { ClientPicker } from '../../../shop/ClientPicker.tsx'
import { DayBox } from '../../../ui/DayBox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './price-lists.module.css'

const columns: readonly Column<DayPrice>[] = [
  { name: 'code', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  { name: 'description', label: 'Descripción', kind: 'long', phone: 'title', show: ({ description }) => description },
  { name: 'before', label: 'Hoy', kind: 'figure', show: ({ before }) => formatPrice(before) },
  {
    name: 'after',
    label: 'Ese día',
    kind: 'figure',
    phone: 'end',
    show: ({ before, after }) => (
      <>
        <strong>{formatPrice(after)}</strong> {after > before && <Mark kind="warning">sube</Mark>}
      </>
    ),
  },
  { name: 'reason', label: 'Por qué', kind: 'long', show: ({ reason }) => reason },
]

interface DayPricesProps {
  /** Null: who has no client. */
  readonly clientId: number | null
  /** yyyy-mm-dd; '' while none is chosen. */
  readonly day: string
  readonly page: number
  readonly onAsk: (asked: { day?: string; dayClient?: number }) => void
  readonly onPage: (page: number) => void
}

/** What costs a client something else on a day to come (R360). */
export function DayPrices({ clientId, day, page, onAsk, onPage }: DayPricesProps) {
  const [pickerId, dayId] = [useId(), useId()]
  const [typed, setTyped] = useState(day)
  const asked = { day, clientId: clientId ?? NO_CLIENT }
  const list = useQuery(pageQueryOf(listDayPrices, isDay(day) ? { query: { ...asked, page } } : null))
  const exporting = useAction(() =>
    exportList(listDayPrices, { query: { ...asked, page: 0 } }, 'precios-de-un-dia.xlsx'),
  )
  return (
    <>
      <div className={styles.tools}>
        <Field id={dayId} label="Día" className={styles.day}>
          {(control) => (
            <DayBox
              control={control}
              label="Día"
              value={typed}
              onChange={(next) => {
                setTyped(next)
                if (isDay(next)) onAsk({ day: next })
              }}
            />
          )}
        </Field>
        <ClientPicker
          id={pickerId}
          label="Cliente"
          className={styles.box}
          clientId={clientId ?? NO_CLIENT}
          onChoose={(client) => onAsk({ dayClient: client.id })}
        />
      </div>
      {isDay(day) && (
        <Waiting for={list} rows={4} height={44}>
          {({ rows, total }) =>
            total === 0 ? (
              <p>Ese día todo cuesta lo mismo que hoy.</p>
            ) : (
              <>
                <div className={styles.tools}>
                  <p className={styles.found}>
                    <strong>{articlesText(total)}</strong> {total === 1 ? 'cuesta' : 'cuestan'} otra cosa.
                  </p>
                  <button
                    type="button"
                    className="button button--quiet"
                    aria-disabled={exporting.busy}
                    onClick={() => void exporting.run()}
                  >
                    <IconFileDownload size={17} aria-hidden />
                    {exporting.busy ? 'Preparando…' : 'Exportar a Excel'}
                  </button>
                </div>
                <DataTable
                  label="Precios de ese día"
                  columns={columns}
                  rows={rows}
                  busy={list.isPlaceholderData}
                  keyOf={({ articleId }) => articleId}
                  nameOf={({ code }) => code}
                />
                {total > DAY_PRICES_PAGE && (
                  <Pager
                    page={page}
                    hasNext={(page + 1) * DAY_PRICES_PAGE < total}
                    onPage={onPage}
                    note={`${formatCount(total)} artículos`}
                  />
                )}
              </>
            )
          }
        </Waiting>
      )}
    </>
  )
}
