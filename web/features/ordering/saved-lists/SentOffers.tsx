import { useQuery } from '@tanstack/react-query'
import { withdrawLink } from '../../../../contract/links.ts'
import { listOffers, type SentOffer } from '../../../../contract/offers.ts'
import { numberText } from '../../../../contract/orders.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { paths } from '../../../paths.ts'
import { lastDay } from '../../../shop/offers/last-day.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import styles from './saved-lists.module.css'

/** What the client answered, or whether it still may. */
function answerOf({ state, linkId, until, word, orderId, erpNumber }: SentOffer): string {
  if (state === 'accepted') return orderId === null ? 'Aceptado' : `Aceptado. ${numberText({ orderId, erpNumber })}`
  if (state === 'declined') return word ? `Respondió que no: «${word}»` : 'Respondió que no'
  if (linkId !== null) return `Espera respuesta, hasta el ${lastDay(until)}`
  return Date.parse(until) > Date.now() ? 'Enlace quitado' : 'Venció sin respuesta'
}

const nameOf = ({ quotation, madeAt }: SentOffer) =>
  quotation === null ? `Pedido del ${formatTime(madeAt)}` : `Cotización N° ${quotation}`

const columns: readonly Column<SentOffer>[] = [
  { name: 'what', label: 'Qué', kind: 'long', phone: 'title', show: nameOf },
  { name: 'answer', label: 'Respuesta', kind: 'long', phone: 'second', show: answerOf },
  { name: 'by', label: 'Quién lo envió', phone: 'second', show: ({ madeBy }) => madeBy },
  { name: 'at', label: 'Enviado', kind: 'short', phone: 'end', show: ({ madeAt }) => formatTime(madeAt) },
]

const hrefOf = ({ orderId, listId, linkId }: SentOffer): string =>
  orderId !== null
    ? paths.orderOf(orderId)
    : listId !== null && linkId !== null
      ? `${paths.savedLists}?lista=${listId}`
      : paths.savedLists

/** What the staff sent to the client to be accepted, with what it answered (R387); nothing where that is nothing. */
export function SentOffers({ clientId }: { readonly clientId: number }) {
  const { data: offers = [] } = useQuery(queryOf(listOffers, { query: { clientId } }))
  const withdraw = useAction(({ linkId }: SentOffer) => call(withdrawLink, { params: { id: linkId ?? 0 } }), {
    outdates: [listOffers],
    success: 'Enlace quitado: ya no sirve',
  })
  if (offers.length === 0) return null
  return (
    <section className={styles.kind} aria-label="Enviados para aceptar">
      <h2>Enviados para aceptar</h2>
      <DataTable
        label="Enviados para aceptar"
        columns={columns}
        rows={offers}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        hrefOf={hrefOf}
        actionsLast
        actions={(offer) =>
          offer.linkId === null ? null : (
            <RowButton
              label="Quitar el enlace"
              of={nameOf(offer)}
              kind="plain"
              busy={withdraw.busyWith?.id === offer.id}
              onClick={() => void withdraw.run(offer)}
            />
          )
        }
      />
    </section>
  )
}
