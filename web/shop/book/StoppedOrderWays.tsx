import { useState } from 'react'
import { roles } from '../../../contract/roles.ts'
import { Link } from '../../lib/router.tsx'
import { useUser } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { confirmPathOf } from '../orders/order-words.ts'
import type { KeptOrder } from './device-store.ts'
import { discardOrder, useClientOfKept } from './kept-orders.tsx'

interface StoppedOrderWaysProps {
  order: KeptOrder
  className: string
}

/** The link to the screen where a stopped order is decided about. An order whose client is gone can only be discarded. */
export function StoppedOrderWays({ order, className }: StoppedOrderWaysProps) {
  const isStaff = roles[useUser().type].isStaff
  const { name, isGone } = useClientOfKept(order.owner, order.clientName)
  const [asking, setAsking] = useState(false)
  if (!isGone)
    return (
      <Link to={confirmPathOf(order, isStaff)} className={className}>
        Revisar el pedido
      </Link>
    )
  const count = order.lines.filter(({ quantity }) => quantity > 0).length
  return (
    <>
      <button type="button" className={className} onClick={() => setAsking(true)}>
        Descartar
      </button>
      {asking && (
        <ConfirmDialog
          title="¿Descartar el pedido?"
          text={`El pedido para ${name}, con ${count} ${count === 1 ? 'artículo' : 'artículos'}, se borra de este equipo y no se envía. Esto no se puede deshacer.`}
          confirm="Descartar el pedido"
          onConfirm={() => discardOrder(order)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
