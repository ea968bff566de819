import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  beginSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  switchOffSecondFactor,
} from '../../../../contract/second-factor.ts'
import { call } from '../../../lib/api.ts'
import { queryOf } from '../../../lib/query.ts'
import { type Credentials, type Key, KeyStep } from '../../../shop/second-factor/KeyStep.tsx'
import { RecoveryCodes } from '../../../shop/second-factor/RecoveryCodes.tsx'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { PasswordAgainForm } from '../../../ui/form/PasswordAgainForm.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './profile.module.css'

/** With so few left, the section asks for new ones. */
const FEW_CODES = 3

const titles = {
  on: 'Activar la verificación en dos pasos',
  off: 'Desactivar la verificación en dos pasos',
  codes: 'Códigos de recuperación nuevos',
} as const
type Change = keyof typeof titles

/** The own second factor of somebody of the staff: on, off, and its recovery codes (R261 to R263). */
export function SecondFactor() {
  const own = useQuery(queryOf(getSecondFactor))
  const [change, setChange] = useState<Change | null>(null)
  const close = () => setChange(null)
  return (
    <section className={`panel ${styles.panel}`} aria-labelledby="dos-pasos-titulo">
      <h2 id="dos-pasos-titulo">Verificación en dos pasos</h2>
      <p className={styles.lead}>
        Además de la contraseña, el ingreso pide un código de su teléfono. Quien sepa su contraseña no entra sin él.
      </p>
      <Waiting for={own} rows={1} height={56}>
        {({ isOn, required, codesLeft }) => (
          <div className={styles.head}>
            <p>
              {isOn ? <Mark kind="ok">activada</Mark> : <Mark>desactivada</Mark>}{' '}
              {isOn
                ? codesLeft === 1
                  ? 'Queda un código de recuperación.'
                  : `Quedan ${codesLeft} códigos de recuperación.`
                : required && 'La tienda la pide a los usuarios de su tipo: en su próximo ingreso se la pedirá.'}
              {isOn && codesLeft <= FEW_CODES && ' Pida códigos nuevos antes de que se acaben.'}
            </p>
            <div className={styles.ways}>
              {isOn ? (
                <>
                  <button type="button" className="button button--plain" onClick={() => setChange('codes')}>
                    Códigos nuevos
                  </button>
                  <button type="button" className="button button--quiet" onClick={() => setChange('off')}>
                    Desactivar
                  </button>
                </>
              ) : (
                <button type="button" className="button button--plain" onClick={() => setChange('on')}>
                  Activar
                </button>
              )}
            </div>
          </div>
        )}
      </Waiting>
      {change && (
        <FormDrawer title={titles[change]} placement="centre" onClose={close}>
          {() =>
            change === 'on' ? (
              <SwitchOn onClose={close} />
            ) : change === 'codes' ? (
              <NewCodes onClose={close} />
            ) : (
              <SwitchOff required={own.data?.required ?? false} />
            )
          }
        </FormDrawer>
      )}
    </section>
  )
}

const DONE = 'Ya los guardé'

/** Password, key, recovery codes. */
function SwitchOn({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<{ key: Key; credentials: Credentials } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} next={DONE} onNext={onClose} />
  if (begun)
    return <KeyStep secretKey={begun.key} credentials={begun.credentials} onDone={(answer) => setCodes(answer.codes)} />
  return (
    <PasswordAgainForm
      save={({ password }) => call(beginSecondFactor, { body: { password } })}
      names={beginSecondFactor.body}
      onDone={(key, credentials) => setBegun({ key, credentials })}
      submit="Continuar"
      submitting="Comprobando…"
      stays
    >
      <p>Tenga su teléfono a mano. Al activarla se cierran sus otras sesiones.</p>
    </PasswordAgainForm>
  )
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} next={DONE} onNext={onClose} />
  return (
    <PasswordAgainForm
      save={({ password }) => call(renewRecoveryCodes, { body: { password } })}
      names={renewRecoveryCodes.body}
      outdates={[getSecondFactor]}
      onDone={setCodes}
      submit="Crear códigos"
      submitting="Creando…"
      stays
    >
      <p>Los códigos anteriores dejan de servir.</p>
    </PasswordAgainForm>
  )
}

const SwitchOff = ({ required }: { required: boolean }) => (
  <PasswordAgainForm
    save={({ password }) => call(switchOffSecondFactor, { body: { password } })}
    names={switchOffSecondFactor.body}
    outdates={[getSecondFactor]}
    success="Verificación en dos pasos desactivada"
    submit="Desactivar"
    submitting="Desactivando…"
  >
    <p>
      {required
        ? 'La tienda la pide a los usuarios de su tipo: en su próximo ingreso tendrá que activarla otra vez.'
        : 'Desde ahora se ingresa a su cuenta con la contraseña sola. Le enviaremos un correo que lo dice.'}
    </p>
  </PasswordAgainForm>
)
