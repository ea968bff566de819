import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { getOrderTerms, type OpenOrder } from '../../../../contract/order-amounts.ts'
import { getOrderToChange } from '../../../../contract/order-changes.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import { useAction } from '../../../lib/action.ts'
import { call, isWithoutAnswer, messageOf } from '../../../lib/api.ts'
import { formatDate, formatMoney, formatTime } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { outdate } from '../../../lib/query.ts'
import { paths } from '../../../paths.ts'
import { sendBook } from '../../../shop/book/cart-saves.ts'
import { showMade } from '../../../shop/book/made-order.ts'
import { refreshCart, useCartBusy, useCartOwner } from '../../../shop/cart.ts'
import { orderTermsQuery } from '../../../shop/order-terms/order-terms.ts'
import { CHANGE_LIMIT, CHANGE_OUTDATES, useSendChange } from '../../../shop/orders/use-send-change.ts'
import { whyNotAside } from '../../../shop/saved-lists/put-aside.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { withCart } from './add-to-order.ts'
import styles from './cart.module.css'

const NO_SIGNAL = 'Para agregarlo a un pedido hace falta señal; el carrito queda como está.'

const isToday = (iso: string): boolean => formatDate(iso) === formatDate(new Date().toISOString())

/** The button that puts the cart on top of the last order that nobody has taken yet (R385); nothing where there is none. */
export function AddToOrder({ lines }: { readonly lines: readonly CartLine[] }) {
  const { clientId } = useCartOwner()
  // Asked anew with each cart: the order may be of a minute ago, or was taken since.
  const open = useQuery({ ...orderTermsQuery(clientId), staleTime: 0 }).data?.openOrder
  return open ? <Adding key={open.id} order={open} lines={lines} /> : null
}

function Adding({ order, lines }: { readonly order: OpenOrder; readonly lines: readonly CartLine[] }) {
  const { id } = order
  const owner = useCartOwner()
  const cartBusy = useCartBusy()
  const [problem, setProblem] = useState('')
  /** The order as it is when the question is shown. */
  const [found, setFound] = useState<ResponseOf<typeof getOrderToChange> | null>(null)
  const begin = useAction(
    async () => {
      await sendBook(owner)
      const why = whyNotAside(owner, 'agregarlo al pedido')
      if (why) return why
      setFound(await call(getOrderToChange, { params: { id }, signal: AbortSignal.timeout(CHANGE_LIMIT) }))
      return ''
    },
    {
      onDone: setProblem,
      wordsOf: (error) => (isWithoutAnswer(error) ? `${messageOf(error)}. ${NO_SIGNAL}` : messageOf(error)),
      onRefused: ({ message }) => {
        setProblem(message)
        // It may have been taken or cancelled since: then it is not offered any more.
        void outdate(getOrderTerms)
      },
    },
  )
  const send = useSendChange(id)
  const added = found && withCart(found.lines, lines)
  const add = useAction(
    () => {
      if (!found || !added) throw new Error('The question is not shown')
      return send({
        ...{ version: found.version, lines: [...added.lines], shownTotal: added.total },
        fromCart: lines.map(({ articleId, quantity }) => ({ articleId, quantity })),
      })
    },
    {
      outdates: CHANGE_OUTDATES,
      success: ({ version }) => `Se agregó al pedido web ${id}: versión ${version}`,
      onDone: () => {
        void showMade({ owner, lines })
        navigate(paths.orderOf(id))
      },
      onRefused: ({ message }) => {
        setFound(null)
        setProblem(message)
        void refreshCart()
      },
    },
  )
  const day = isToday(order.madeAt) ? 'de hoy' : `del ${formatTime(order.madeAt)}`
  return (
    <div className={styles.addTo}>
      <button
        type="button"
        className="button button--plain button--wide"
        aria-disabled={begin.busy || cartBusy}
        onClick={() => !cartBusy && void begin.run()}
      >
        Agregar al pedido {id} {day}
      </button>
      {problem && (
        <p className="notice notice--error" role="alert">
          {problem}
        </p>
      )}
      {found && added && (
        <ConfirmDialog
          title={`Agregar al pedido ${id} ${day}`}
          text={[
            `${countInWords(lines.length, 'artículo pasa', 'artículos pasan')} del carrito al pedido web ${id}, que suma ${formatMoney(added.total)} (antes ${formatMoney(added.totalBefore)}).`,
            ...added.repriced.map(
              ({ code, before, now }) => `${code} estaba a ${formatMoney(before)}: pasa todo a ${formatMoney(now)}.`,
            ),
            `Puede cambiarlo hasta el ${formatTime(found.until)}.`,
          ].join(' ')}
          confirm="Agregar"
          busy={add.busy}
          harmless
          onConfirm={() => void add.run()}
          onCancel={() => setFound(null)}
        />
      )}
    </div>
  )
}
