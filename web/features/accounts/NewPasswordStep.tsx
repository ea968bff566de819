import { type FormEvent, useEffect, useRef, useState } from 'react'
import { changePassword } from '../../../contract/accounts.ts'
import { passwordRules } from '../../../contract/password.ts'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/field-errors.ts'
import { navigate } from '../../lib/navigation.ts'
import { Link } from '../../lib/router.tsx'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { mailResetCode, resetPassword } from './accounts.api.ts'
import {
  changeFailureOf,
  emptyNewPassword,
  mailFailureOf,
  type NewPasswordDraft,
  type ResetField,
  type ResetProblems,
  resetLabels,
  resetProblemsOf,
} from './reset.ts'

const idOf = (field: ResetField): string => `restablecer-${field}`
const fields = Object.keys(resetLabels) as ResetField[]

interface NewPasswordStepProps {
  email: string
  /** Whether the account is known to be a staff's, whose passwords are longer. */
  isStaff: boolean
  /** Another code is on its way. */
  onResent: () => void
  /** The password is another one now. */
  onChanged: () => void
  onOtherMail: () => void
}

/** Step 2: the mailed code and the new password. Success signs in and opens the catalogue. */
export function NewPasswordStep({ email, isStaff, onResent, onChanged, onOtherMail }: NewPasswordStepProps) {
  const [draft, setDraft] = useState(emptyNewPassword)
  const [problems, setProblems] = useState<ResetProblems>({})
  const [refusal, setRefusal] = useState('')
  const [notice, setNotice] = useState(
    `Si ${email} tiene una cuenta, le enviamos un código de seis dígitos. Vence en 15 minutos.`,
  )
  /** The password was changed, and why nobody is signed in all the same. */
  const [changed, setChanged] = useState('')
  const [busy, setBusy] = useState(false)
  const working = useRef(false)
  useEffect(() => document.getElementById(idOf('code'))?.focus(), [])

  const set = (change: Partial<NewPasswordDraft>) => {
    setDraft((now) => ({ ...now, ...change }))
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))))
  }
  const show = (found: ResetProblems): boolean => {
    setProblems(found)
    const first = fields.find((field) => found[field])
    if (first) document.getElementById(idOf(first))?.focus()
    return first !== undefined
  }
  const work = async (task: () => Promise<void>) => {
    if (working.current) return
    working.current = true
    setBusy(true)
    setRefusal('')
    await task()
    working.current = false
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (working.current || show(resetProblemsOf(draft, email))) return
    void work(async () => {
      try {
        await resetPassword({ email, code: draft.code.trim(), password: draft.password })
        onChanged()
        showToast('success', 'Contraseña cambiada')
        navigate(paths.catalogue)
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) {
          onChanged()
          setChanged(error.message)
        } else if (!show(fieldErrorsOf(error, changePassword.body))) {
          setRefusal(changeFailureOf(error))
        }
      }
    })
  }
  const resend = () =>
    work(async () => {
      try {
        await mailResetCode(email)
        onResent()
        setNotice(`Volvimos a enviar un código a ${email}. Sirve el último que reciba.`)
      } catch (error) {
        setRefusal(mailFailureOf(error))
      }
    })
  if (changed)
    return (
      <div className="reset__form" role="status">
        <p className="notice notice--ok">Su contraseña fue cambiada.</p>
        <p>{changed}.</p>
        <Link to={paths.login} className="button button--wide">
          Volver al inicio de sesión
        </Link>
      </div>
    )
  return (
    <form className="reset__form" noValidate onSubmit={submit} aria-labelledby="restablecer-titulo">
      <p className="notice" role="status">
        {notice}
      </p>
      <ErrorSummary
        problems={(Object.keys(problems) as ResetField[]).map((field) => ({
          id: idOf(field),
          label: resetLabels[field],
          message: problems[field] ?? '',
        }))}
        refusal={refusal}
      />
      <Field label={resetLabels.code} id={idOf('code')} error={problems.code} required>
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={draft.code}
            onChange={({ target }) => set({ code: target.value })}
          />
        )}
      </Field>
      <Field
        label={resetLabels.password}
        id={idOf('password')}
        error={problems.password}
        help={
          isStaff
            ? passwordRules('staff')
            : `${passwordRules('client')} El personal de la tienda: al menos 12.`
        }
        required
      >
        {(control) => (
          <PasswordInput
            {...control}
            of="contraseña nueva"
            autoComplete="new-password"
            value={draft.password}
            onChange={({ target }) => set({ password: target.value })}
          />
        )}
      </Field>
      <Field
        label={resetLabels.confirmation}
        id={idOf('confirmation')}
        error={problems.confirmation}
        required
      >
        {(control) => (
          <PasswordInput
            {...control}
            of="confirmación"
            autoComplete="new-password"
            value={draft.confirmation}
            onChange={({ target }) => set({ confirmation: target.value })}
          />
        )}
      </Field>
      <button type="submit" className="button button--wide" aria-disabled={busy}>
        Restablecer contraseña
      </button>
      <p className="reset__ways">
        <button type="button" className="link-button" onClick={() => void resend()}>
          Reenviar código
        </button>
        <button type="button" className="link-button" onClick={onOtherMail}>
          Usar otro email
        </button>
      </p>
    </form>
  )
}
