import { useState } from 'react'
import type { OrderRow } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ClientPicker } from '../ClientPicker.tsx'
import { chooseFirst } from '../chosen-client.ts'
import styles from './order-dialogs.module.css'

interface RepeatForClientModalProps {
  order: OrderRow
  busy: boolean
  onRepeat: (clientId: number) => void
  onClose: () => void
}

/** 'Repetir pedido a usuario:' (R102): whose cart the order's articles go to. */
export function RepeatForClientModal({ order, busy, onRepeat, onClose }: RepeatForClientModalProps) {
  const [clientId, setClientId] = useState(NO_CLIENT)
  const [refused, setRefused] = useState(false)
  const repeat = () => {
    if (clientId === NO_CLIENT) setRefused(true)
    else if (!busy) onRepeat(clientId)
  }
  return (
    <Modal
      title="Repetir pedido a usuario:"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Cancelar
          </button>
          <button type="button" className="button" aria-disabled={busy} onClick={repeat}>
            repetir pedido
          </button>
        </>
      }
    >
      <div className={`field ${styles.repeatFor}`}>
        <label className="field__label" htmlFor="cliente-a-repetir">
          Cliente
        </label>
        <ClientPicker
          id="cliente-a-repetir"
          label="Cliente"
          clientId={clientId}
          focusAtStart
          onChoose={({ id }) => {
            setClientId(id)
            setRefused(false)
          }}
        />
        <p className="field__error" role="alert">
          {refused && chooseFirst}
        </p>
        <p className="field__help">
          Los artículos del pedido {order.id} de {order.businessName} pasan al carrito de ese cliente, con los precios
          de hoy.
        </p>
      </div>
    </Modal>
  )
}
