import { IconCircleCheck, IconClipboardList } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { formatDate } from '../../lib/format.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { useUser } from '../../lib/session.ts'
import { paths } from '../../paths.ts'
import { ContactWays } from '../../shop/ContactWays.tsx'
import { Money } from '../../ui/Money.tsx'
import { endAttempt } from './attempt.ts'
import styles from './order-confirmed.module.css'
import { useLastOrder } from './orders.api.ts'

/** 'Pedido creado correctamente!' after an order; whoever comes by hand finds the last order, if there is one. */
export function OrderConfirmedPage() {
  const user = useUser()
  const { confirmed } = useLocation().state
  const clientId = confirmed?.clientId
  useEffect(() => {
    if (clientId !== undefined) endAttempt(user.id, clientId)
  }, [user.id, clientId])
  if (!confirmed) return <LastOrder />
  return (
    <Message title="Pedido confirmado" icon={<IconCircleCheck size={46} stroke={1.6} />} done>
      <h1>Pedido creado correctamente!</h1>
      <p className={styles.number}>
        {confirmed.erpNumber === null
          ? `Numero de pedido web: ${confirmed.orderId}`
          : `Numero de pedido: ${confirmed.erpNumber}`}
      </p>
      <p>Ante cualquier duda, comuníquese con nuestro equipo de ventas.</p>
      <ContactWays />
    </Message>
  )
}

function LastOrder() {
  const { data: last, isPending } = useLastOrder()
  if (isPending) return null
  return (
    <Message
      title={last ? 'Su último pedido' : 'Sin pedidos'}
      icon={<IconClipboardList size={46} stroke={1.6} />}
    >
      <h1>{last ? 'Su último pedido' : 'No hay pedidos aun..'}</h1>
      {last && (
        <>
          <p className={styles.number}>
            {last.erpNumber === null
              ? `Numero de pedido web: ${last.id}`
              : `Numero de pedido: ${last.erpNumber}`}
          </p>
          <p>
            Del {formatDate(last.createdAt)}, por <Money cents={last.total} />.
          </p>
        </>
      )}
    </Message>
  )
}

function Message(props: { title: string; icon: ReactNode; done?: boolean; children: ReactNode }) {
  return (
    <div
      className={`message-page panel ${styles.confirmed}`}
      data-done={props.done || undefined}
      role="status"
    >
      <span className="message-page__icon" aria-hidden>
        {props.icon}
      </span>
      {props.children}
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
