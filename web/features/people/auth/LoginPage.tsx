import { type FormEvent, lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { signinRefused } from '../../../../contract/auth.ts'
import { formatCuit } from '../../../../contract/cuit.ts'
import { texts } from '../../../../contract/errors.ts'
import { useAction } from '../../../lib/action.ts'
import { navigate } from '../../../lib/navigation.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { signIn, useSessionState } from '../../../lib/session.ts'
import { paths, safeReturn } from '../../../paths.ts'
import { Logo } from '../../../shop/Logo.tsx'
import { lackOf } from '../../../shop/second-factor/lacks.ts'
import { Field } from '../../../ui/Field.tsx'
import { PasswordInput } from '../../../ui/PasswordInput.tsx'
import styles from './login.module.css'
import { Toys } from './Toys.tsx'

const ForcedSetUp = lazy(() => import('./ForcedSetUp.tsx').then((m) => ({ default: m.ForcedSetUp })))

/** A blank that came along with a pasted password is not seen; it counts, because a password may have one. */
const blankHint = (password: string): string =>
  password === password.trim() ? '' : '. La contraseña que escribió empieza o termina con un espacio'

/**
 * Sign-in with CUIT or mail and password (R102, R370); afterwards the page that the user was going to opens.
 * `children` is the registration, shown below.
 */
export function LoginPage({ children }: { children?: ReactNode }) {
  const { user, ended } = useSessionState()
  const { volver } = useLocation().search
  const [cuit, setCuit] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  /** CUIT and password were right: what is refused is the code. */
  const [isCodeRefused, setCodeRefused] = useState(false)
  const [isSettingUp, setSettingUp] = useState(false)
  const [error, setError] = useState('')
  const cuitBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)
  const refuse = (message: string) => {
    setError(message)
    const box = codeBox.current ?? cuitBox.current
    box?.focus()
  }
  const enter = useAction(
    () =>
      signIn(cuit, password, code).catch((failure: unknown) => {
        const lack = lackOf(failure)
        setCodeRefused(lack === 'code')
        if (lack === 'code') setAsksCode(true)
        if (lack === 'secondFactor') setSettingUp(true)
        throw failure
      }),
    { onRefused: ({ message }) => refuse(message === signinRefused ? message + blankHint(password) : message) },
  )
  useEffect(() => {
    if (user) navigate(safeReturn(volver), { replace: true })
  }, [user, volver])
  if (user) return null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enter.busy) return
    setError('')
    // Nobody can sign in with an empty box, and to the server an empty pair means signing out.
    if (!cuit.trim() || !password) refuse(signinRefused)
    else void enter.run()
  }
  return (
    <>
      <div className={styles.login}>
        <div className={styles.picture} aria-hidden>
          <Toys />
        </div>
        <div className={styles.side}>
          {isSettingUp ? (
            <Suspense>
              <ForcedSetUp
                credentials={{ cuit: cuit.trim(), password }}
                onBack={() => {
                  setSettingUp(false)
                  setError('')
                }}
              />
            </Suspense>
          ) : (
            <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="login-titulo">
              <p className={styles.brand}>
                <Logo />
              </p>
              <div>
                <h1 id="login-titulo">Ingrese a su cuenta</h1>
                <p className={styles.lead}>Catálogo y pedidos mayoristas de juguetes.</p>
              </div>
              {(ended === 'idle' || ended === 'expired') && (
                <p className="notice" role="status">
                  {ended === 'idle' ? texts.idle : 'Su sesión se cerró'}. Ingrese otra vez para seguir donde estaba: si
                  algo quedó sin enviar, sale entonces.
                </p>
              )}
              <div className="field">
                <label className="field__label" htmlFor="cuit">
                  CUIT o mail
                </label>
                <input
                  ref={cuitBox}
                  id="cuit"
                  className="input"
                  name="username"
                  autoComplete="username"
                  // Digits and the mail’s @ on one keyboard.
                  inputMode="email"
                  autoCapitalize="none"
                  placeholder="30-12345678-9"
                  maxLength={254}
                  value={cuit}
                  aria-invalid={error !== '' && !isCodeRefused}
                  aria-describedby="login-error"
                  onChange={(event) => setCuit(event.target.value)}
                  onBlur={() => setCuit(formatCuit(cuit.trim()))}
                />
              </div>
              <div className="field">
                <label className="field__label" htmlFor="contra">
                  Contraseña
                </label>
                <PasswordInput
                  id="contra"
                  name="password"
                  autoComplete="current-password"
                  value={password}
                  aria-invalid={error !== '' && !isCodeRefused}
                  aria-describedby="login-error"
                  onChange={(event) => setPassword(event.target.value)}
                />
              </div>
              {asksCode && (
                <Field label="Código de verificación" help="De su aplicación, o uno de sus códigos de recuperación.">
                  {(control) => (
                    <input
                      {...control}
                      aria-invalid={error !== '' && isCodeRefused && code !== ''}
                      aria-describedby={`${control['aria-describedby']} login-error`}
                      ref={codeBox}
                      // biome-ignore lint/a11y/noAutofocus: the server has just asked for it.
                      autoFocus
                      name="code"
                      autoComplete="one-time-code"
                      maxLength={40}
                      value={code}
                      onChange={(event) => setCode(event.target.value)}
                    />
                  )}
                </Field>
              )}
              <p id="login-error" className={styles.error} role="alert">
                {error}
              </p>
              <button type="submit" className="button button--wide" aria-disabled={enter.busy}>
                {enter.busy ? 'INGRESANDO…' : 'INGRESAR'}
              </button>
              <p className={styles.ways}>
                <Link to={paths.resetPassword}>¿Olvidó su contraseña?</Link>
                {children && (
                  // biome-ignore lint/a11y/useValidAnchor: it does lead there; the router must not take the hash for a navigation.
                  <a href="#registro" onClick={goToRegistration}>
                    Crear una cuenta
                  </a>
                )}
              </p>
            </form>
          )}
        </div>
      </div>
      {children && !isSettingUp && (
        <div id="registro" tabIndex={-1} className={styles.below}>
          {children}
        </div>
      )}
    </>
  )
}

function goToRegistration(event: MouseEvent) {
  event.preventDefault()
  const registration = document.getElementById('registro')
  registration?.focus({ preventScroll: true })
  registration?.scrollIntoView()
}
