import { useState } from 'react'
import { secondFactorTexts, takeAwaySecondFactor } from '../../../../contract/second-factor.ts'
import { getUser, type User } from '../../../../contract/user-admin.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { useUser } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

interface SecondFactorNoteProps {
  user: User
  /** Called with the user as stored once it is taken away. */
  onTaken: (user: User) => void
}

/** That a user has a second factor, and how an admin takes it away from whoever lost the phone (R265). */
export function SecondFactorNote({ user, onTaken }: SecondFactorNoteProps) {
  const [asking, setAsking] = useState(false)
  const take = useAction(
    async () => {
      await call(takeAwaySecondFactor, { params: { id: user.id } })
      return call(getUser, { params: { id: user.id } })
    },
    { success: 'Verificación en dos pasos quitada', onDone: onTaken },
  )
  const isOwn = useUser().id === user.id
  if (!user.secondFactor) return null
  const name = user.firstName || user.businessName
  return (
    <Notice>
      <p>Ingresa con verificación en dos pasos.</p>
      {isOwn ? (
        <p>{secondFactorTexts.ownTakenAway}.</p>
      ) : (
        <button type="button" className="button button--plain" onClick={() => setAsking(true)}>
          Quitar la verificación en dos pasos
        </button>
      )}
      {asking && (
        <ConfirmDialog
          title="Quitar la verificación en dos pasos"
          text={`${name} ingresará con la contraseña sola, y recibirá un correo que lo dice. Hágalo solo si le consta quién se lo pide.`}
          confirm="Quitar"
          busy={take.busy}
          onConfirm={() => void take.run().then(() => setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </Notice>
  )
}
