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
import type { Column } from '../../../ui/table/columns.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { articleColumns, PagedPrices } from './PagedPrices.tsx'
import styles from './price-lists.module.css'

const columns: readonly Column<DayPrice>[] = [
  ...articleColumns,
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

/** ' Suben 3 de precio.'; '' where none does. */
const dearerText = (dearer = 0): string =>
  dearer > 0 ? ` ${dearer === 1 ? 'Sube 1' : `Suben ${formatCount(dearer)}`} de precio.` : ''

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
                    {dearerText(rows[0]?.dearer)}
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
                <PagedPrices
                  label="Precios de ese día"
                  columns={columns}
                  {...{ rows, total, page, onPage }}
                  busy={list.isPlaceholderData}
                  keyOf={({ articleId }) => articleId}
                  size={DAY_PRICES_PAGE}
                  noun="artículos"
                />
              </>
            )
          }
        </Waiting>
      )}
    </>
  )
}
