import { secondFactorTexts, takeAwaySecondFactor } from '../../../../contract/second-factor.ts'
import { getUser, type User } from '../../../../contract/user-admin.ts'
import { call } from '../../../lib/api.ts'
import { useUser } from '../../../lib/session.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { PasswordAgainForm } from '../../../ui/form/PasswordAgainForm.tsx'
import { Notice } from '../../../ui/Notice.tsx'

const TAKE_AWAY = 'Quitar la verificación en dos pasos'

/** That a user has a second factor, and the button by which an admin begins to take it away (R265). */
export function SecondFactorNote({ user, onTake }: { user: User; onTake: () => void }) {
  const isOwn = useUser().id === user.id
  if (!user.secondFactor) return null
  return (
    <Notice>
      <p>Ingresa con verificación en dos pasos.</p>
      {isOwn ? (
        <p>{secondFactorTexts.ownTakenAway}.</p>
      ) : (
        <button type="button" className="button button--plain" onClick={onTake}>
          {TAKE_AWAY}
        </button>
      )}
    </Notice>
  )
}

interface TakeSecondFactorProps {
  user: User
  /** Called with the user as stored once it is taken away. */
  onTaken: (user: User) => void
  onClose: () => void
}

/** Takes it away from whoever lost the phone. Stands outside of the user's form, being one itself. */
export const TakeSecondFactor = ({ user, onTaken, onClose }: TakeSecondFactorProps) => (
  <FormDrawer title={TAKE_AWAY} placement="centre" onClose={onClose}>
    {() => (
      <PasswordAgainForm
        save={async ({ password }) => {
          await call(takeAwaySecondFactor, { params: { id: user.id }, body: { password } })
          return call(getUser, { params: { id: user.id } })
        }}
        names={takeAwaySecondFactor.body}
        success="Verificación en dos pasos quitada"
        onDone={onTaken}
        submit="Quitar"
        submitting="Quitando…"
      >
        <p>
          {user.firstName || user.businessName} ingresará con la contraseña sola, y recibirá un correo que lo dice.
          Hágalo solo si le consta quién se lo pide.
        </p>
      </PasswordAgainForm>
    )}
  </FormDrawer>
)
