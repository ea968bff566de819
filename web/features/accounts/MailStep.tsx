import { type FormEvent, useRef, useState } from 'react'
import { resetTexts } from '../../../contract/accounts.ts'
import { Link } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/Field.tsx'
import { mailResetCode } from './accounts.api.ts'
import { mailFailureOf } from './reset.ts'

const MAIL = 'restablecer-mail'

interface MailStepProps {
  email: string
  onEmail: (email: string) => void
  onSent: () => void
}

/** Step 1: where the code is mailed to. */
export function MailStep({ email, onEmail, onSent }: MailStepProps) {
  const user = useSession()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const refuse = (text: string) => {
    setError(text)
    document.getElementById(MAIL)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    setError('')
    if (email.trim() === '') return refuse(resetTexts.email)
    sending.current = true
    setBusy(true)
    try {
      await mailResetCode(email.trim())
      onSent()
    } catch (failure) {
      refuse(mailFailureOf(failure))
      sending.current = false
      setBusy(false)
    }
  }
  return (
    <form className="reset__form" noValidate onSubmit={submit} aria-labelledby="restablecer-titulo">
      <p className="registration__lead">
        Le enviaremos un código por correo para que elija una contraseña nueva.
      </p>
      <Field label="Email" id={MAIL} required>
        {(control) => (
          <input
            {...control}
            aria-invalid={error !== ''}
            aria-describedby={`${MAIL}-error`}
            type="email"
            autoComplete="email"
            maxLength={200}
            value={email}
            onChange={({ target }) => onEmail(target.value)}
          />
        )}
      </Field>
      <p id={`${MAIL}-error`} className="field__error" role="alert">
        {error}
      </p>
      <button type="submit" className="button button--wide" aria-disabled={busy}>
        {busy ? 'Enviando…' : 'Enviar'}
      </button>
      <p className="reset__ways">
        <Link to={user ? paths.catalogue : paths.login}>
          {user ? 'Volver al catálogo' : 'Volver al inicio de sesión'}
        </Link>
      </p>
    </form>
  )
}
