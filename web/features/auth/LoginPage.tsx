import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { signinRefused } from '../../../contract/auth.ts'
import { messageOf } from '../../lib/api.ts'
import { formatCuit } from '../../lib/format.ts'
import { navigate } from '../../lib/navigation.ts'
import { useLocation } from '../../lib/router.tsx'
import { signIn, useSession } from '../../lib/session.ts'
import { shopName, titleOf } from '../../lib/shop.ts'
import { safeReturn } from '../../paths.ts'
import { Toys } from './Toys.tsx'
import './login.css'

/** Sign-in with CUIT and password (spec 1 section 2); afterwards the user is where they were going. */
export function LoginPage() {
  const user = useSession()
  const { volver } = useLocation().search
  const [cuit, setCuit] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const cuitBox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (user) navigate(safeReturn(volver), { replace: true })
  }, [user, volver])
  if (user) return null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setError('')
    // Nobody signs in with an empty box, and an empty pair means signing out to the server.
    if (!cuit.trim() || !password) {
      setError(signinRefused)
      cuitBox.current?.focus()
      return
    }
    setBusy(true)
    try {
      await signIn(cuit, password)
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
      cuitBox.current?.focus()
    }
  }
  return (
    <div className="login">
      <title>{titleOf('Ingresar')}</title>
      <div className="login__picture" aria-hidden>
        <Toys />
      </div>
      <div className="login__side">
        <form className="login__form" onSubmit={submit} noValidate aria-labelledby="login-titulo">
          <p className="login__brand">{shopName()}</p>
          <div>
            <h1 id="login-titulo">Ingrese a su cuenta</h1>
            <p className="login__lead">Catálogo y pedidos mayoristas de juguetes.</p>
          </div>
          <div className="field">
            <label className="field__label" htmlFor="cuit">
              CUIT
            </label>
            <input
              ref={cuitBox}
              id="cuit"
              className="input"
              name="username"
              autoComplete="username"
              inputMode="numeric"
              placeholder="30-12345678-9"
              maxLength={40}
              value={cuit}
              aria-invalid={error !== ''}
              aria-describedby="login-error"
              onChange={(event) => setCuit(event.target.value)}
              onBlur={() => setCuit(formatCuit(cuit.trim()))}
            />
          </div>
          <div className="field">
            <label className="field__label" htmlFor="contra">
              Contraseña
            </label>
            <div className="login__password">
              <input
                id="contra"
                className="input"
                name="password"
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                maxLength={200}
                value={password}
                aria-invalid={error !== ''}
                aria-describedby="login-error"
                onChange={(event) => setPassword(event.target.value)}
              />
              <button
                type="button"
                className="login__eye"
                aria-label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
                onClick={() => setShown(!shown)}
              >
                {shown ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
              </button>
            </div>
          </div>
          <p id="login-error" className="login__error" role="alert">
            {error}
          </p>
          <button type="submit" className="button button--wide" aria-disabled={busy}>
            {busy ? 'INGRESANDO…' : 'INGRESAR'}
          </button>
        </form>
      </div>
    </div>
  )
}
