import { useState } from 'react'
import { MAX_RULE_REASON } from '../../../contract/rules.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'

interface ReasonDialogProps {
  title: string
  text: string
  /** The text of its button. */
  confirm: string
  /** What is said where the reason is missing; absent: the reason is optional. */
  missing?: string
  /** Who reads the reason. */
  help?: string
  harmless?: boolean
  busy?: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks why something is done with an order (R331, R363, R391). */
export function ReasonDialog({ missing, help, onConfirm, onClose, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState(false)
  const isMissing = missing !== undefined && reason.trim() === ''
  return (
    <ConfirmDialog
      {...dialog}
      cancel="Volver"
      onConfirm={() => (isMissing ? setRefused(true) : onConfirm(reason.trim()))}
      onCancel={onClose}
    >
      <Field
        label={missing === undefined ? 'Motivo (opcional)' : 'Motivo'}
        help={help}
        required={missing !== undefined}
        error={refused && isMissing ? missing : undefined}
      >
        {(control) => (
          <input
            {...control}
            maxLength={MAX_RULE_REASON}
            autoComplete="off"
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
