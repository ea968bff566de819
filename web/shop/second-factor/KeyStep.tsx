import { Suspense } from 'react'
import type { SessionUser } from '../../../contract/auth.ts'
import { getSecondFactor, switchOnSecondFactor } from '../../../contract/second-factor.ts'
import { listOwnSessions } from '../../../contract/sessions.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { optionalPart } from '../../lib/optional-part.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, TextField } from '../../ui/form/fields.tsx'
import styles from './second-factor.module.css'

// Without it the key can still be typed.
const QrCode = optionalPart(() => import('./QrCode.tsx').then((m) => m.QrCode))

/** A secret that counts once a code of it is typed. */
export interface Key {
  secret: string
  link: string
}

/** Whose second factor: of the signed-in user without a CUIT. Kept in memory alone. */
export interface Credentials {
  cuit?: string
  password: string
}

interface KeyStepProps {
  secretKey: Key
  credentials: Credentials
  /** Called once it is on: with the recovery codes, and whom that signed in. */
  onDone: (answer: { codes: string[]; user: SessionUser | null }) => void
}

/** Takes the secret to the user's app, and a code back from it. */
export function KeyStep({ secretKey: { secret, link }, credentials, onDone }: KeyStepProps) {
  const form = useForm({
    begin: { code: '' },
    guarded: false,
    save: ({ code }) => call(switchOnSecondFactor, { body: { ...credentials, code: code.trim() } }),
    names: switchOnSecondFactor.body,
    outdates: [getSecondFactor, listOwnSessions],
    onDone,
  })
  return (
    <FormFrame form={form} submit="Activar" submitting="Activando…" label="Clave para la aplicación" stays short>
      <ol className={styles.steps}>
        <li>
          Abra en su teléfono una aplicación de códigos, como Google Authenticator, Microsoft Authenticator o Aegis.
        </li>
        <li>
          Escanee con ella este código.
          <span className={styles.qr}>
            <Suspense>
              <QrCode text={link} label="Código QR para la aplicación" />
            </Suspense>
          </span>
          <span className={styles.key}>
            O escriba esta clave: <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </span>
          <a href={link}>Abrir la aplicación de este equipo</a>
        </li>
        <li>Escriba los seis números que muestra la aplicación. Cambian cada medio minuto.</li>
      </ol>
      <FieldGroup>
        <TextField
          form={form}
          name="code"
          label="Código de verificación"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          wide
        />
      </FieldGroup>
    </FormFrame>
  )
}
