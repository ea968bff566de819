import { IconShoppingCart, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import {
  addressRefused,
  emptyCart,
  NO_ADDRESS,
  noLongerSold,
  OWN_CONDITION,
  PICKUP,
} from '../../../../contract/orders.ts'
import { lineAmount, NO_CLIENT } from '../../../../contract/rules.ts'
import { totalWithVatLabel } from '../../../../contract/vat.ts'
import { messageOf } from '../../../lib/api.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { useCartOwner } from '../../../shop/cart.ts'
import { isOrderable, lineUnit, totalOf } from '../../../shop/cart-amounts.ts'
import { askForClient, chooseFirst, useOnBehalf } from '../../../shop/chosen-client.ts'
import { saleTermsQuery } from '../../../shop/clients.ts'
import { useLastTaken } from '../../../shop/last-taken.ts'
import { OrderTermsNote } from '../../../shop/order-terms/OrderTermsNote.tsx'
import { useOrderTerms } from '../../../shop/order-terms/order-terms.ts'
import { AccountNote } from '../../../shop/orders/AccountNote.tsx'
import { LineNote } from '../../../shop/orders/LineNote.tsx'
import { repeatedAddress } from '../../../shop/orders/repeated-address.ts'
import { CartMovesNote, CartPriceSince } from '../../../shop/PriceSince.tsx'
import { useCartVat } from '../../../shop/vat/use-vat.ts'
import { VatRows } from '../../../shop/vat/VatRows.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { ChangesDialog } from './ChangesDialog.tsx'
import styles from './confirm-order.module.css'
import { chosenForYou, NOTHING_CHOSEN, type OrderDraft, useOrderDraft, type WhyChosen } from './order-draft.ts'
import { useAddressChoices, useLastDelivery } from './orders.api.ts'
import { conditionFor } from './sale-terms.ts'
import { useSendCart } from './use-send-cart.ts'
import { useSendOrder } from './use-send-order.ts'

/** Lazy: supervisors and admins alone see it. */
const ReasonDialog = lazy(() =>
  import('../../../shop/orders/ReasonDialog.tsx').then((module) => ({ default: module.ReasonDialog })),
)

const SaleTermsFields = lazy(() =>
  import('./SaleTermsFields.tsx').then((module) => ({ default: module.SaleTermsFields })),
)

/** Delivery, address and observations, for staff also sale line and condition; then 'Enviar' (R102, R104 and R105). */
export function ConfirmOrderPage() {
  const { clientId } = useCartOwner()
  const { missing } = useOnBehalf()
  const preparesOnly = useOrderTerms()?.preparesOnly
  return (
    <div className="page">
      <div className="page__head">
        <h1>{preparesOnly ? 'Enviar a confirmar' : 'Confirmar pedido'}</h1>
        <Link to={paths.cart} className="button button--plain">
          Volver al carrito
        </Link>
      </div>
      {missing ? (
        <EmptyState text="Elija para quién es el pedido." icon={<IconUserSearch size={34} stroke={1.6} />}>
          <button type="button" className="button" onClick={askForClient}>
            {chooseFirst}
          </button>
        </EmptyState>
      ) : (
        // The key keeps a form that was begun for one client from showing up for the next.
        <Content key={clientId} />
      )}
    </div>
  )
}

function Content() {
  const { clientId } = useCartOwner()
  const sending = useSendOrder()
  const { order } = sending
  return (
    <>
      <Form sending={sending} clientId={clientId} />
      {order?.stopped && order.stopped.changes.length > 0 && (
        <ChangesDialog
          order={{ ...order, stopped: order.stopped }}
          onAccept={sending.accept}
          onClose={sending.dismiss}
        />
      )}
      {sending.isToBeReasoned && (
        <Suspense>
          <ReasonDialog
            title="Pedido bajo el mínimo"
            text={`${order?.stopped?.reason ?? ''}. Puede enviarlo igual con un motivo, que queda en el pedido y en la auditoría.`}
            confirm="Enviar igual"
            harmless
            missing="Escriba el motivo"
            onConfirm={sending.sendWithReason}
            onClose={sending.dismiss}
          />
        </Suspense>
      )}
    </>
  )
}

function Form({ sending, clientId }: { sending: Sending; clientId: number }) {
  const { cart, lines, order } = sending
  if (lines.length === 0) {
    if (cart.isPending || (order && !order.stopped)) return <SkeletonRows rows={4} height={84} />
    if (cart.isError && !cart.data)
      return (
        <EmptyState text={messageOf(cart.error)}>
          <button type="button" className="button" onClick={() => cart.refetch()}>
            Volver a intentar
          </button>
        </EmptyState>
      )
    return (
      <EmptyState text={emptyCart} icon={<IconShoppingCart size={34} stroke={1.6} />}>
        <Link to={paths.catalogue} className="button">
          Ir al catálogo
        </Link>
      </EmptyState>
    )
  }
  if (!lines.every(isOrderable)) {
    return (
      <EmptyState text={noLongerSold}>
        <Link to={paths.cart} className="button">
          Revisar el carrito
        </Link>
      </EmptyState>
    )
  }
  return (
    <div className={styles.columns}>
      <OrderForm key={sending.joined} clientId={clientId} sending={sending} lines={lines} />
      <Summary lines={lines} />
    </div>
  )
}

const whyChosen: Record<WhyChosen, string> = {
  only: 'Es la única dirección cargada.',
  repeated: 'Es la del pedido que se repitió. Puede cambiarla.',
  last: 'Es la del último pedido. Puede cambiarla.',
}

/**
 * Why 'Enviar' is refused: no address is chosen ('address'), the addresses failed to load ('addresses') or are still loading
 * ('answer'), or staff chose no sale condition ('condition').
 */
type Missing = 'address' | 'addresses' | 'answer' | 'condition'
const missingText: Record<Exclude<Missing, 'condition'>, string> = {
  address: addressRefused,
  addresses: 'Falta saber a dónde enviarlo: vuelva a intentar, o elija Retiro en el local',
  answer: 'Las direcciones todavía no llegaron: espere un momento, o elija Retiro en el local',
}

type Sending = ReturnType<typeof useSendOrder>

interface OrderFormProps {
  clientId: number
  sending: Sending
  lines: readonly CartLine[]
}

function OrderForm({ clientId, sending, lines }: OrderFormProps) {
  const addresses = useAddressChoices(clientId)
  const { data: last = null } = useLastDelivery(clientId)
  const { isStaff } = useOnBehalf()
  const terms = useQuery(saleTermsQuery(isStaff ? clientId : NO_CLIENT))
  const owner = useCartOwner()
  const vat = useCartVat(lines)
  const total = totalOf(lines)
  const [draft, setDraft] = useOrderDraft(owner)
  const [refused, setRefused] = useState<Missing | null>(null)
  const preparesOnly = useOrderTerms()?.preparesOnly ?? false
  const toConfirm = useSendCart(owner)
  const delivery = useRef<HTMLDivElement>(null)
  const termsPlace = useRef<HTMLDivElement>(null)
  const choices = addresses.data ?? []
  const addressIds = choices.map(({ id }) => id)
  const suggestion = chosenForYou(addressIds, { repeated: repeatedAddress(owner.userId, clientId), last })
  // An address that the client no longer has counts as not chosen, and no suggestion takes its place.
  const chosenId = [PICKUP, ...addressIds].find((id) => id === draft.addressId) ?? null
  const isUntouched = draft.addressId === null
  const prefilled = suggestion && isUntouched && !(draft.sends && suggestion.addressId === PICKUP) ? suggestion : null
  const addressId = chosenId ?? prefilled?.addressId ?? null
  const pickup = addressId === PICKUP
  // Staff's own choice, else the client's, null until that is known. A cliente's order takes OWN_CONDITION.
  const ownCondition = terms.data ? conditionFor(terms.data.condition) : null
  const condition = isStaff ? (draft.condition ?? ownCondition) : OWN_CONDITION
  // A press before the client's own condition is there would be refused for what comes by itself a moment later.
  const busy = sending.busy || toConfirm.busy || (condition === null && terms.isPending)
  // What the device knows counts, also where asking again has failed since (R226).
  const hasNoAddress = addresses.data?.length === 0
  const change = (more: Partial<OrderDraft>) => {
    setDraft((before) => ({ ...before, ...more }))
    setRefused(null)
  }
  const choice = {
    addressId: pickup ? PICKUP : choices.length === 0 ? NO_ADDRESS : (addressId ?? NO_ADDRESS),
    condition: condition ?? OWN_CONDITION,
    note: draft.note.trim(),
  }
  const missing = (): Missing | null => {
    // Addresses that have not loaded do not mean that the client has none.
    if (!pickup && !addresses.data) return addresses.isError ? 'addresses' : 'answer'
    if (!pickup && choices.length > 0 && addressId === null) return 'address'
    return condition === null ? 'condition' : null
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const lacking = missing()
    setRefused(lacking)
    if (lacking === null && preparesOnly) toConfirm.send(choice)
    else if (lacking === null) sending.send(choice)
    else {
      const section = lacking === 'condition' ? termsPlace : delivery
      section.current?.querySelector<HTMLElement>('select, button, input')?.focus()
    }
  }
  return (
    <form className={`panel ${styles.form}`} onSubmit={submit} noValidate>
      <fieldset className={styles.ways}>
        <legend>Entrega</legend>
        {[false, true].map((isPickup) => (
          <label key={String(isPickup)} className={styles.way}>
            <input
              type="radio"
              name="entrega"
              checked={pickup === isPickup}
              onChange={() => change(isPickup ? { addressId: PICKUP, sends: false } : { addressId: null, sends: true })}
            />
            {isPickup ? 'Retiro en el local' : hasNoAddress ? 'A coordinar' : 'Envío a domicilio'}
          </label>
        ))}
      </fieldset>
      {!pickup && (
        <div ref={delivery} className="field">
          {!hasNoAddress && (
            <label className="field__label" htmlFor="direccion">
              Dirección de entrega
            </label>
          )}
          {addresses.isError && !addresses.data ? (
            <p className="notice notice--error">
              No pudimos cargar las direcciones.{' '}
              <button type="button" className="button button--quiet" onClick={() => addresses.refetch()}>
                Volver a intentar
              </button>
            </p>
          ) : hasNoAddress ? (
            <p className="notice">
              {isStaff
                ? 'El cliente no tiene direcciones cargadas. La entrega se coordina con él.'
                : 'No tiene direcciones cargadas. Nos comunicaremos para coordinar la entrega.'}
            </p>
          ) : (
            <select
              id="direccion"
              className="input"
              value={addressId ?? ''}
              aria-invalid={refused === 'address'}
              aria-describedby="direccion-error direccion-ayuda"
              onChange={({ target }) => change({ addressId: target.value ? Number(target.value) : NOTHING_CHOSEN })}
            >
              <option value="">{addresses.isPending ? 'Cargando…' : 'Seleccione una dirección'}</option>
              {choices.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          )}
          <p id="direccion-ayuda" className="field__help">
            {prefilled && whyChosen[prefilled.why]}
          </p>
          <p id="direccion-error" className="field__error" role="alert">
            {refused !== null && refused !== 'condition' && missingText[refused]}
          </p>
        </div>
      )}
      {isStaff && (
        <div ref={termsPlace}>
          <Suspense fallback={<Skeleton height={92} />}>
            <SaleTermsFields
              own={terms.data}
              isUnknown={terms.isError && !terms.data}
              condition={condition}
              refused={refused === 'condition'}
              onChange={(chosen) => change({ condition: chosen })}
            />
          </Suspense>
        </div>
      )}
      <div className="field">
        <label className="field__label" htmlFor="observaciones">
          Observaciones
        </label>
        <textarea
          id="observaciones"
          className="input"
          rows={4}
          maxLength={500}
          value={draft.note}
          placeholder="Horarios, transporte u otra indicación para este pedido"
          onChange={({ target }) => change({ note: target.value })}
        />
      </div>
      <CartMovesNote lines={lines} />
      <OrderTermsNote lines={lines} delivers={!pickup} />
      <AccountNote clientId={clientId} final={vat?.sums.final ?? total} />
      <div className={styles.send} data-vat={vat !== null || undefined}>
        <div className={styles.sums}>
          <p className={styles.total}>
            <span>{vat ? totalWithVatLabel('Total', vat.pricesWithVat) : 'Total'}</span>
            <strong>
              <Money cents={total} />
            </strong>
          </p>
          {vat && <VatRows vat={vat} />}
        </div>
        <button type="submit" className="button button--ok button--tall" aria-disabled={busy}>
          {sending.busy || toConfirm.busy ? 'Enviando…' : preparesOnly ? 'Enviar a confirmar' : 'Enviar'}
        </button>
      </div>
      {sending.isPutOff && (
        <p className="notice" role="status">
          La tienda no pudo recibirlo; se vuelve a intentar. El pedido queda guardado en este equipo.
        </p>
      )}
      {preparesOnly && (
        <p className="field__help">
          Lo confirma otra persona de su empresa, que recibe un mail. Para enviarlo hace falta señal; mientras tanto el
          carrito queda guardado.
        </p>
      )}
      {(sending.failure || toConfirm.failure) && (
        <p className="notice notice--error" role="alert">
          {sending.failure || toConfirm.failure}
        </p>
      )}
    </form>
  )
}

function Summary({ lines }: { lines: readonly CartLine[] }) {
  const { isStaff } = useOnBehalf()
  const lastTaken = useLastTaken()
  return (
    <section className={`panel ${styles.summary}`} aria-labelledby="resumen">
      <h2 id="resumen">
        {isStaff ? 'El pedido' : 'Su pedido'} <span>({lines.length} ITEMS)</span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached with the keyboard. */}
      <ul tabIndex={0} aria-labelledby="resumen">
        {lines.map((line) => (
          <li key={line.articleId}>
            <span>
              {line.description}
              <small>
                {line.code} · {line.quantity} × <Money cents={lineUnit(line)} />
              </small>
              <CartPriceSince line={line} last={lastTaken.get(line.articleId)?.unitPrice} />
              <LineNote note={line.note} />
            </span>
            <Money cents={lineAmount(lineUnit(line), line.quantity)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
