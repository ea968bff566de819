import { useState } from 'react'
import type { SessionUser } from '../../../../contract/auth.ts'
import { beginSecondFactor } from '../../../../contract/second-factor.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { storeUser } from '../../../lib/stored-user.ts'
import { type Credentials, type Key, KeyStep } from '../../../shop/second-factor/KeyStep.tsx'
import { RecoveryCodes } from '../../../shop/second-factor/RecoveryCodes.tsx'
import { openHere } from '../../../ui/open-here.ts'
import styles from './login.module.css'

interface ForcedSetUpProps {
  /** With which the user tried to sign in. */
  credentials: Required<Credentials>
  /** Back to the sign-in. */
  onBack: () => void
}

/** For somebody who may not sign in before the second factor is on (R264). Signs in once the recovery codes were seen. */
export function ForcedSetUp({ credentials, onBack }: ForcedSetUpProps) {
  const [key, setKey] = useState<Key | null>(null)
  const [on, setOn] = useState<{ codes: string[]; user: SessionUser | null } | null>(null)
  const [refused, setRefused] = useState('')
  const begin = useAction(() => call(beginSecondFactor, { body: credentials }), {
    onDone: setKey,
    onRefused: ({ message }) => setRefused(message),
  })
  return (
    <div className={styles.form}>
      <h1>Verificación en dos pasos</h1>
      {on ? (
        <RecoveryCodes
          codes={on.codes}
          next="Ya los guardé: ingresar"
          onNext={() => (on.user ? storeUser(on.user) : onBack())}
        />
      ) : key ? (
        <KeyStep secretKey={key} credentials={credentials} onDone={setOn} />
      ) : (
        <>
          <p>
            La tienda la pide a los usuarios de su tipo: además de la contraseña, un código de su teléfono. Se activa
            una sola vez y lleva dos minutos.
          </p>
          <p role="alert" className="field__error">
            {refused}
          </p>
          <button
            ref={openHere}
            type="button"
            className="button button--wide"
            aria-disabled={begin.busy}
            onClick={() => {
              setRefused('')
              void begin.run()
            }}
          >
            {begin.busy ? 'Comenzando…' : 'Comenzar'}
          </button>
        </>
      )}
      {!on && (
        <button type="button" className="button button--quiet" onClick={onBack}>
          Volver al inicio de sesión
        </button>
      )}
    </div>
  )
}
