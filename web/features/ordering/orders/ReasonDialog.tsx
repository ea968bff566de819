import { useState } from 'react'
import { MAX_RULE_REASON } from '../../../../contract/rules.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Field } from '../../../ui/Field.tsx'

interface ReasonDialogProps {
  /** Why the order was refused. */
  text: string
  onSend: (reason: string) => void
  onClose: () => void
}

/** Asks a supervisor or admin why an order goes out below its least amount (R363). */
export function ReasonDialog({ text, onSend, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState(false)
  return (
    <ConfirmDialog
      title="Pedido bajo el mínimo"
      text={`${text}. Puede enviarlo igual con un motivo, que queda en el pedido y en la auditoría.`}
      confirm="Enviar igual"
      cancel="Volver"
      harmless
      onConfirm={() => (reason.trim() === '' ? setRefused(true) : onSend(reason.trim()))}
      onCancel={onClose}
    >
      <Field label="Motivo" required error={refused ? 'Escriba el motivo' : undefined}>
        {(control) => (
          <input
            {...control}
            maxLength={MAX_RULE_REASON}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setRefused(false)
            }}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
