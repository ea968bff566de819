import { useState } from 'react'
import { type User, verifyUser } from '../../../../contract/user-admin.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { hasRegistry } from './accounts.api.ts'
import { afterUserChange } from './users.api.ts'

interface VerificationNoteProps {
  user: User
  /** Called with the user as stored after the registry has confirmed it. */
  onVerified: (user: User) => void
}

/** Whether the tax registry has confirmed an account: when and at whose request, or a button that asks again (F7). */
export function VerificationNote({ user, onVerified }: VerificationNoteProps) {
  const [refused, setRefused] = useState('')
  const ask = useAction(() => call(verifyUser, { params: { id: user.id } }), {
    outdates: afterUserChange,
    success: 'El padrón confirmó al usuario',
    onDone: onVerified,
    onRefused: ({ message }) => setRefused(message),
  })
  if (user.verified) {
    if (!user.verifiedAt) return null
    const who = user.verifiedBy ? ` a pedido de ${user.verifiedBy}` : ''
    return (
      <p className="field__help">
        Confirmado por el padrón el {formatDate(user.verifiedAt)}
        {who}.
      </p>
    )
  }
  return (
    <Notice>
      <p>
        <Mark kind="warning">sin verificar</Mark>{' '}
        {hasRegistry() && 'El padrón no estaba disponible cuando se registró. '}
        Revise sus datos antes de habilitarlo.
      </p>
      {hasRegistry() && (
        <button
          type="button"
          className="button button--plain"
          aria-disabled={ask.busy}
          onClick={() => {
            setRefused('')
            void ask.run()
          }}
        >
          {ask.busy ? 'Consultando…' : 'Consultar el padrón de nuevo'}
        </button>
      )}
      <p role="status" className="field__error">
        {refused}
      </p>
    </Notice>
  )
}
