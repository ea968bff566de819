import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lastOrderNumber } from '../../../contract/orders.ts'
import { call } from '../../lib/api.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { useUser } from '../../lib/session.ts'
import { titleOf } from '../../lib/shop.ts'
import { paths } from '../../paths.ts'
import { endAttempt } from './attempt.ts'
import './order-confirmed.css'

/** 'Pedido creado correctamente!' and its number: the ERP's when there is one, else the web number. */
export function OrderConfirmedPage() {
  const user = useUser()
  const { confirmed } = useLocation().state
  const last = useQuery({
    queryKey: ['last-order-number', user.id],
    queryFn: ({ signal }) => call(lastOrderNumber, { signal }),
    enabled: confirmed === undefined,
  })
  const clientId = confirmed?.clientId
  useEffect(() => {
    if (clientId !== undefined) endAttempt(user.id, clientId)
  }, [user.id, clientId])
  const number = confirmed?.erpNumber ?? last.data ?? null
  return (
    <div className="message-page panel confirmed" role="status">
      <title>{titleOf('Pedido confirmado')}</title>
      <span className="message-page__icon" aria-hidden>
        <IconCircleCheck size={46} stroke={1.6} />
      </span>
      <h1>Pedido creado correctamente!</h1>
      {number !== null && <p className="confirmed__number">Numero de pedido: {number}</p>}
      {number === null && confirmed && (
        <p className="confirmed__number">Numero de pedido web: {confirmed.orderId}</p>
      )}
      <p>Ante cualquier duda, comuníquese con nuestro equipo de ventas.</p>
      <div className="message-page__ways">
        <Link to={paths.catalogue} className="button">
          Volver a inicio
        </Link>
        <Link to={paths.myOrders} className="button button--plain">
          Ver mis pedidos
        </Link>
      </div>
    </div>
  )
}
