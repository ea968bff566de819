import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { BodyOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { type changeOrder, changeTexts, getOrderToChange, storedVersion } from '../../../../contract/order-changes.ts'
import { changedLine, type OrderDetail } from '../../../../contract/orders.ts'
import { lineAmount, MAX_NOTE } from '../../../../contract/rules.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, messageOf } from '../../../lib/api.ts'
import { dropDraft, keepDraft, keptDraft, useKeptLater } from '../../../lib/draft.ts'
import { formatMoney, formatTime } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { recordQueryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { CHANGE_OUTDATES, useSendChange } from '../../../shop/orders/use-send-change.ts'
import { ReviewTable } from '../../../shop/review/ReviewTable.tsx'
import { isOpen, linesOf, type OpenRow, totalOfLines } from '../../../shop/review/review-rows.ts'
import { useReview } from '../../../shop/review/use-review.ts'
import { useVatOf } from '../../../shop/vat/use-vat.ts'
import { VatRows } from '../../../shop/vat/VatRows.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { changeRows, isChanged, linesToSend, newRow, rowsOver, withAgreed, withRefusal } from './change-rows.ts'
import styles from './order-page.module.css'

type ToChange = ResponseOf<typeof getOrderToChange>

const SAVE = ['Guardar cambios', 'Guardando…'] as const
const INCOMPLETE = 'Complete o descarte los renglones sin artículo o sin cantidad, y responda los que preguntan'

interface ChangeOrderProps {
  readonly order: OrderDetail
}

/** An order that nobody has taken yet, with boxes: lines are changed, taken out and added, and saved as its next version (R383). */
export function ChangeOrder({ order }: ChangeOrderProps) {
  const { id } = order
  const found = useQuery(recordQueryOf(getOrderToChange, { params: { id } }))
  const { error } = found
  return (
    <div className="page">
      <BackLink to={paths.orderOf(id)}>Pedido web {id}</BackLink>
      <h1>Cambiar el pedido web {id}</h1>
      {error instanceof ApiError && error.status === 409 && found.data === undefined ? (
        <EmptyState text={messageOf(error)}>
          <Link to={paths.orderOf(id)} className="button">
            Ver el pedido
          </Link>
        </EmptyState>
      ) : (
        <Waiting for={found} rows={8} height={56}>
          {(begun) => <Form key={begun.version} order={order} begun={begun} onAgain={() => void found.refetch()} />}
        </Waiting>
      )}
    </div>
  )
}

/** What this tab keeps of a change that is not saved yet. */
interface Draft {
  /** The version that it is made of; 0: nothing is kept. */
  readonly version: number
  /** The lines and the observation of that version. */
  readonly begun: Pick<ToChange, 'lines' | 'note'>
  readonly rows: readonly OpenRow[]
  readonly note: string
}
const NOTHING: Draft = { version: 0, begun: { lines: [], note: '' }, rows: [], note: '' }

/** What the form begins with: the order, and over it what this tab keeps, also where somebody else saved a version meanwhile. */
function beginWith({ version, lines, note }: ToChange, kept: Draft): Pick<Draft, 'rows' | 'note'> {
  if (kept.version === version) return kept
  if (kept.begun.lines.length === 0) return { rows: changeRows(lines), note }
  return {
    rows: rowsOver(kept.rows, { begun: kept.begun.lines, now: lines }),
    note: kept.note.trim() === kept.begun.note ? note : kept.note,
  }
}

interface FormProps {
  readonly order: OrderDetail
  readonly begun: ToChange
  /** Reads the order again: somebody else saved a version. */
  readonly onAgain: () => void
}

function Form({ order: { id, clientId }, begun, onAgain }: FormProps) {
  const user = useUser()
  const draftName = `pedido-cambiado:${user.id}:${id}`
  const [kept] = useState(() => keptDraft(draftName, NOTHING))
  const [first] = useState(() => beginWith(begun, kept))
  const review = useReview({ userId: user.id, clientId }, () => first.rows)
  const rows = withAgreed(review.rows, begun.lines)
  const [note, setNote] = useState(first.note)
  const [failure, setFailure] = useState('')
  const [isOld, setIsOld] = useState(false)
  const hasChanged = isChanged(rows, begun.lines) || note.trim() !== begun.note
  const isSaved = useRef(false)
  const typed = useMemo(() => ({ rows: review.rows, note }), [review.rows, note])
  useKeptLater(typed, (now) =>
    hasChanged && !isSaved.current
      ? keepDraft(draftName, { version: begun.version, begun: { lines: begun.lines, note: begun.note }, ...now })
      : dropDraft(draftName),
  )
  const send = useSendChange(id)
  const save = useAction(
    (body: BodyOf<typeof changeOrder>) =>
      send(body).catch((error: unknown) => {
        setIsOld(error instanceof ApiError && z.safeDecode(storedVersion, error.details[0] as never).success)
        // Any other failure says nothing of the rows, which may have changed meanwhile.
        const changes = changesIn(error)
        if (changes.length > 0) review.startAgain(withRefusal(rows, changes))
        throw error
      }),
    {
      outdates: CHANGE_OUTDATES,
      success: ({ version }) => `Pedido web ${id} guardado: versión ${version}`,
      onDone: () => {
        isSaved.current = true
        navigate(paths.orderOf(id), { replace: true })
      },
      onRefused: ({ message }) => setFailure(message),
    },
  )
  const lines = linesOf(rows)
  const total = totalOfLines(lines)
  const totalBefore = begun.lines.reduce((sum, line) => sum + lineAmount(line.agreedPrice, line.quantity), 0)
  const vat = useVatOf(lines.map(({ article: { vatRate }, ...line }) => ({ ...line, vatRate })))
  const submit = () => {
    setFailure('')
    if (rows.some(isOpen)) setFailure(INCOMPLETE)
    else if (!hasChanged) setFailure('No cambió nada todavía')
    else
      void save.run({
        ...{ version: begun.version, lines: linesToSend(rows), note: note.trim(), shownTotal: total },
      })
  }
  return (
    <div className={styles.change}>
      <p className="notice">
        Puede cambiarlo hasta el {formatTime(begun.until)}: después pasa a preparación. Lo que no cambia queda al precio
        del pedido; lo demás, al de hoy. Para guardar hace falta señal: hasta entonces lo que escriba queda en esta
        ventana.
      </p>
      {kept.version > 0 && kept.version !== begun.version && (
        <p className="notice notice--error" role="status">
          Otra versión se guardó mientras usted cambiaba este pedido: así quedó, con sus cambios encima. Mírelos antes
          de guardar.
        </p>
      )}
      {isOld && (
        <p className="notice notice--error" role="alert">
          {failure}.{' '}
          <button type="button" className="button button--quiet" onClick={onAgain}>
            Ver cómo quedó
          </button>
        </p>
      )}
      {lines.length === 0 && (
        <p className="notice notice--error" role="status">
          {changeTexts.empty}
        </p>
      )}
      <ReviewTable
        review={{ ...review, rows }}
        label="Renglones del pedido"
        heading="En el pedido"
        verb="Guardar"
        action={SAVE}
        busy={save.busy}
        failure={isOld ? '' : failure}
        onAdd={submit}
        saves={false}
      >
        <button
          type="button"
          className="button button--plain"
          onClick={() => review.startAgain([newRow(), ...review.rows])}
        >
          <IconPlus size={18} aria-hidden />
          Otro artículo
        </button>
      </ReviewTable>
      <div className={styles.changeFoot}>
        <section className={`panel ${styles.sums}`} aria-label="Importes">
          <dl>
            <div>
              <dt>Antes</dt>
              <dd>{formatMoney(totalBefore)}</dd>
            </div>
            <div>
              <dt>Con los cambios</dt>
              <dd>{formatMoney(total)}</dd>
            </div>
          </dl>
          {vat && <VatRows vat={vat} />}
        </section>
        <Field label="Observaciones">
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={MAX_NOTE}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
      </div>
    </div>
  )
}

/** The lines that a refusal names. */
const changesIn = (error: unknown) =>
  (error instanceof ApiError ? error.details : []).flatMap((detail) => {
    const line = z.safeDecode(changedLine, detail as never)
    return line.success ? [line.data] : []
  })
