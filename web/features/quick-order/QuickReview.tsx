import { lineAmount } from '../../../contract/rules.ts'
import { formatCount } from '../../lib/format.ts'
import { lineColumns } from '../../shop/sheets/line-columns.tsx'
import sheets from '../../shop/sheets/sheets.module.css'
import { Money } from '../../ui/Money.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { QuickFailure } from './QuickFailure.tsx'
import { QuickQuestion } from './QuickQuestion.tsx'
import styles from './quick-order.module.css'
import type { OpenEntry, QuickOrderState } from './use-quick-order.ts'

type CertainLine = ReturnType<typeof certainLine>[number]

/** A certain line as the table shows it; nothing for other parts of the text. */
function certainLine(entry: OpenEntry) {
  const [article] = entry.articles
  const { kind, quantity, askedQuantity, lines } = entry
  if (kind !== 'line' || !article || quantity === null || askedQuantity === null) return []
  return [
    { ...article, ...{ entry, article, quantity, askedQuantity, note: entry.note, row: lines[0] ?? 0 } },
  ]
}

const typed: Column<CertainLine> = {
  name: 'typed',
  label: 'Escrito',
  kind: 'long',
  show: ({ entry }) => entry.text,
}
const [row, ...others] = lineColumns<CertainLine>({
  quantity: ({ quantity, askedQuantity, multiple, entry: { inCart } }) =>
    [
      quantity !== askedQuantity && multiple > 1 && `se vende de a ${formatCount(multiple)}`,
      inCart > 0 && `hoy en el carrito: ${formatCount(inCart)}`,
    ]
      .filter(Boolean)
      .join(' · '),
})
const columns = [row, typed, ...others].filter((column) => column !== undefined)

const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

interface QuickReviewProps {
  order: QuickOrderState
  onCorrect: () => void
}

/** Everything that was read and is not in the cart: what is certain, what is asked, and what is no line. */
export function QuickReview({ order, onCorrect }: QuickReviewProps) {
  const { open, isAdding } = order
  const lines = open.flatMap(certainLine)
  const questions = open.filter(({ kind }) => kind === 'question')
  const nothing = open.filter(({ kind }) => kind === 'other')
  const asked = questions.filter(({ discarded }) => !discarded)
  const total = lines.reduce((sum, { unitPrice, quantity }) => sum + lineAmount(unitPrice, quantity), 0)
  return (
    <>
      <p role="status" className="visually-hidden">
        {open.length > 0 &&
          `${counted(lines.length, 'renglón entendido', 'renglones entendidos')}, ${counted(asked.length, 'pregunta', 'preguntas')}`}
      </p>
      {lines.length > 0 && (
        <section className={`panel ${styles.part}`} aria-labelledby="renglones-entendidos">
          <h2 id="renglones-entendidos">Renglones entendidos</h2>
          <DataTable
            label="Renglones entendidos"
            columns={columns}
            rows={lines}
            keyOf={({ entry }) => entry.id}
            nameOf={({ code }) => code}
            dense
          />
          <QuickFailure text={order.failureOf('lines')} />
          <div className={`panel ${sheets.foot}`}>
            <p>
              <span>{counted(lines.length, 'renglón', 'renglones')}</span>
              <strong>
                <Money cents={total} />
              </strong>
            </p>
            <span className={sheets.space} />
            <button
              type="button"
              id="agregar-todo"
              className="button button--ok"
              aria-disabled={isAdding}
              onClick={() =>
                void order.add(
                  lines.map(({ entry, article, askedQuantity }) => ({
                    ...{ entry, article },
                    quantity: askedQuantity,
                  })),
                  'lines',
                )
              }
            >
              {isAdding ? 'Agregando…' : `Agregar ${counted(lines.length, 'renglón', 'renglones')}`}
            </button>
          </div>
        </section>
      )}
      {questions.length > 0 && (
        <section className={`panel ${styles.part}`} aria-labelledby="preguntas">
          <h2 id="preguntas">Para responder</h2>
          <ul className={styles.questions}>
            {questions.map((entry) => (
              <li key={entry.id} data-discarded={entry.discarded}>
                {entry.discarded ? (
                  <>
                    <span>
                      Descartado: <q>{entry.text}</q>
                    </span>
                    <button
                      type="button"
                      className="button button--small button--plain"
                      onClick={() => order.discard(entry.id, false)}
                    >
                      Recuperar
                    </button>
                  </>
                ) : (
                  <QuickQuestion entry={entry} order={order} onCorrect={onCorrect} />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {nothing.length > 0 && (
        <section className={`panel ${styles.part}`} aria-labelledby="no-son-renglones">
          <h2 id="no-son-renglones">No se agrega</h2>
          <ul className={styles.others}>
            {nothing.map(({ id, text, reason, lines: [first] }) => (
              <li key={id}>
                <span>Línea {first}</span>
                <q>{text.length > 200 ? `${text.slice(0, 200)}…` : text}</q>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          <div className={styles.ways}>
            <button type="button" className="button button--small button--plain" onClick={order.clearOthers}>
              Limpiar
            </button>
          </div>
        </section>
      )}
    </>
  )
}
