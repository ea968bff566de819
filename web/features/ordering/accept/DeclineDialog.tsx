import { useState } from 'react'
import { declineOffer, MAX_NO_WORD } from '../../../../contract/offers.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Field } from '../../../ui/Field.tsx'

interface DeclineDialogProps {
  readonly linkKey: string
  readonly seller: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Says no, with a word if one likes (R388). */
export function DeclineDialog({ linkKey, seller, onDone, onClose }: DeclineDialogProps) {
  const [word, setWord] = useState('')
  const decline = useAction(() => call(declineOffer, { body: { key: linkKey, word: word.trim() } }), { onDone })
  return (
    <ConfirmDialog
      title="No aceptar el pedido"
      text={`Le avisamos a ${seller} que esta vez no. Después el enlace ya no sirve para aceptarlo.`}
      confirm={decline.busy ? 'Enviando…' : 'No, gracias'}
      cancel="Volver"
      busy={decline.busy}
      harmless
      onConfirm={() => void decline.run()}
      onCancel={onClose}
    >
      <Field label="Por qué (opcional)">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_NO_WORD}
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
