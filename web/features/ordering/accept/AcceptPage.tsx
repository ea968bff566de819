/** The page of a seller's link (R388): a client without an account sees an order and accepts it, whole or in part, or says no. */
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { acceptOffer, openOffer } from '../../../../contract/offers.ts'
import { countInWords, deliveryInWords, noteInWords } from '../../../../contract/order-text.ts'
import { numberText } from '../../../../contract/orders.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { totalWithVatLabel } from '../../../../contract/vat.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, call, messageOf } from '../../../lib/api.ts'
import { formatMoney } from '../../../lib/format.ts'
import { outdate, queryOf } from '../../../lib/query.ts'
import { ContactWays } from '../../../shop/ContactWays.tsx'
import { lastDay } from '../../../shop/offers/last-day.ts'
import { useVatOf } from '../../../shop/vat/use-vat.ts'
import { VatRows } from '../../../shop/vat/VatRows.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './accept.module.css'
import { DeclineDialog } from './DeclineDialog.tsx'
import { OfferRow } from './OfferRow.tsx'
import { type OpenLine, openLines, ordered, refusalInWords, unitOfLine } from './open-lines.ts'

type Offer = ResponseOf<typeof openOffer>

const readKey = () => window.location.hash.slice(1)

/** The key after the '#', also where another link is opened in the same window. */
function useKey(): string {
  const [key, setKey] = useState(readKey)
  useEffect(() => {
    const take = () => setKey(readKey())
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return key
}

export function AcceptPage() {
  const key = useKey()
  const opened = useQuery({ ...queryOf(openOffer, { body: { key } }), refetchOnWindowFocus: false })
  const { error } = opened
  // Whatever was typed before: nobody can accept it any more.
  if (error instanceof ApiError && (error.status === 404 || error.status === 409))
    return <Told title="Este enlace no abre nada">{error.message}.</Told>
  return (
    <div className={`page ${styles.page}`}>
      <Waiting for={opened} rows={5} height={96}>
        {(offer) =>
          offer.state === 'waiting' ? (
            <Waits key={key} linkKey={key} offer={offer} />
          ) : (
            <Decided offer={offer} title={offer.state === 'accepted' ? 'Ya está aceptado' : 'Respondió que no'} />
          )
        }
      </Waiting>
    </div>
  )
}

/** A page that says one thing, and how to reach the shop. */
function Told({ title, done = false, children }: { title: string; done?: boolean; children: ReactNode }) {
  return (
    <div className="message-page" role="status">
      <span className="message-page__icon">
        {done ? <IconCheck size={40} aria-hidden /> : <IconX size={40} aria-hidden />}
      </span>
      <h1>{title}</h1>
      <p>{children}</p>
      <ContactWays text="Consulta por un pedido que me enviaron" />
    </div>
  )
}

/** What is said of an order that was accepted (R388). */
const orderWords = {
  made: '',
  held: ' Queda en espera: lo revisamos antes de prepararlo.',
  cancelled: ' Después se canceló.',
} as const

function Decided({ offer, title }: { offer: Offer; title: string }) {
  const { state, orderId, erpNumber, orderState, seller } = offer
  return (
    <Told title={title} done={state === 'accepted' && orderState !== 'cancelled'}>
      {state === 'accepted' && orderId !== null
        ? `${numberText({ orderId, erpNumber })}.${orderWords[orderState ?? 'made']} Le avisamos a ${seller}.`
        : `Le avisamos a ${seller}. Si cambia de idea, pídale otro enlace.`}
    </Told>
  )
}

function Waits({ linkKey, offer }: { linkKey: string; offer: Offer }) {
  const [lines, setLines] = useState(() => openLines(offer.lines))
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<Offer | null>(null)
  const [asksWord, setAsksWord] = useState(false)
  // Read again, the lines have today's prices; quantities stay as they were typed.
  useEffect(() => setLines((now) => openLines(offer.lines, now)), [offer])
  const wanted = ordered(lines)
  const total = wanted.reduce((sum, { unitPrice, quantity }) => sum + lineAmount(unitPrice, quantity), 0)
  const vat = useVatOf(wanted)
  const accept = useAction(
    () =>
      call(acceptOffer, {
        body: {
          key: linkKey,
          lines: wanted.map(({ articleId, quantity, unitPrice }) => ({ articleId, quantity, unitPrice })),
          shownTotal: total,
        },
      }),
    {
      wordsOf: messageOf,
      onDone: (made) => {
        setDone({ ...offer, state: 'accepted', ...made })
        window.scrollTo({ top: 0, behavior: 'instant' })
      },
      onRefused: ({ message }) => {
        setProblem(refusalInWords(message))
        void outdate(openOffer)
      },
    },
  )
  if (done)
    return (
      <Decided offer={done} title={done.state === 'accepted' ? 'Listo: el pedido está hecho' : 'Respondió que no'} />
    )
  const isWrong = lines.some((line) => line.isWrong)
  const press = () => {
    setProblem('')
    if (isWrong) setProblem('Revise las cantidades marcadas')
    else void accept.run()
  }
  const change = (line: OpenLine, text: string) =>
    setLines((now) =>
      now.map((one) => (one.articleId === line.articleId ? (openLines([one], [{ ...one, text }])[0] ?? one) : one)),
    )
  const { client, seller, quotation, until, addressId, address, note } = offer
  return (
    <>
      <header className={styles.head}>
        <h1>{quotation === null ? 'Un pedido para aceptar' : `Cotización N° ${quotation}`}</h1>
        <p>
          Para <strong>{client}</strong>, de {seller}.{' '}
          {quotation === null
            ? `Puede aceptarlo hasta el ${lastDay(until)}.`
            : `Puede aceptarla hasta el ${lastDay(until)}: hasta ese día valen estos precios.`}
        </p>
        <p className={styles.facts}>
          {deliveryInWords({ addressId, address })}
          {note && ` · ${noteInWords(note)}`}
        </p>
      </header>
      <ul className={`panel ${styles.lines}`} aria-label="Artículos del pedido">
        {lines.map((line) => (
          <OfferRow
            key={line.articleId}
            line={line}
            busy={accept.busy}
            unit={unitOfLine(line)}
            onChange={(text) => change(line, text)}
          />
        ))}
      </ul>
      {vat && (
        <section className="panel" aria-label="IVA">
          <VatRows vat={vat} />
        </section>
      )}
      <button type="button" className="button button--plain" onClick={() => setAsksWord(true)}>
        No, gracias
      </button>
      <ContactWays text="Consulta por un pedido que me enviaron" />
      <div className={styles.foot} data-foot>
        {problem && (
          <p className="notice notice--error" role="alert">
            {problem}
          </p>
        )}
        <p className={styles.total} aria-live="polite">
          <span>
            {vat ? totalWithVatLabel('Total', vat.pricesWithVat) : 'Total'} ·{' '}
            {countInWords(wanted.length, 'artículo', 'artículos')}
          </span>
          <strong>{formatMoney(total)}</strong>
        </p>
        {vat && !vat.pricesWithVat && <p className={styles.withVat}>con IVA {formatMoney(vat.sums.final)}</p>}
        <button
          type="button"
          className="button button--ok button--wide"
          aria-disabled={accept.busy || wanted.length === 0}
          onClick={() => !accept.busy && wanted.length > 0 && press()}
        >
          {accept.busy ? 'Aceptando…' : 'Aceptar el pedido'}
        </button>
      </div>
      {asksWord && (
        <DeclineDialog
          linkKey={linkKey}
          seller={seller}
          onDone={() => setDone({ ...offer, state: 'declined' })}
          onClose={() => setAsksWord(false)}
        />
      )}
    </>
  )
}
