import { useState } from 'react'
import { changePassword } from '../../../../contract/accounts.ts'
import { passwordRules } from '../../../../contract/password.ts'
import { useAction } from '../../../lib/action.ts'
import { useForm } from '../../../lib/form.ts'
import { navigate } from '../../../lib/navigation.ts'
import { showToast } from '../../../lib/toast.ts'
import { paths } from '../../../paths.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { mailResetCode, resetPassword } from './accounts.api.ts'
import { PasswordPair } from './PasswordPair.tsx'
import styles from './reset.module.css'
import { changeFailureOf, emptyNewPassword, mailFailureOf, resetProblemsOf } from './reset.ts'

interface NewPasswordStepProps {
  email: string
  /** The visitor has a code of before. */
  isOld: boolean
  /** The code came with an invitation (R370). */
  isInvited?: boolean
  /** Whether the account is known to be of staff, whose passwords are longer. */
  isStaff: boolean
  /** The form's name for screen readers. */
  label: string
  /** Called when another code was mailed. */
  onResent: () => void
  /** Called when the password was changed: with the reason where that did not sign in, else ''. */
  onChanged: (notSignedIn: string) => void
  onOtherMail: () => void
}

/** Step 2: the mailed code and the new password. Success signs in and opens the catalogue. */
export function NewPasswordStep(props: NewPasswordStepProps) {
  const { email, isOld, isInvited = false, isStaff, label, onResent, onChanged, onOtherMail } = props
  const [notice, setNotice] = useState(
    isInvited
      ? `Escriba el código de la invitación que recibió en ${email}, y elija su contraseña.`
      : isOld
        ? `Escriba el último código que recibió en ${email}. Vence a los 15 minutos.`
        : `Si ${email} tiene una cuenta, le enviamos un código de seis dígitos. Vence en 15 minutos.`,
  )
  const [notResent, setNotResent] = useState('')
  const form = useForm({
    begin: emptyNewPassword,
    guarded: false,
    focusAtStart: 'code',
    check: (draft) => resetProblemsOf(draft, email),
    checksAll: true,
    save: ({ code, password }) => resetPassword({ email, code: code.trim(), password }),
    names: changePassword.body,
    wordsOf: changeFailureOf,
    onDone: (notSignedIn) => {
      onChanged(notSignedIn)
      if (notSignedIn) return
      showToast('success', 'Contraseña cambiada')
      navigate(paths.catalogue)
    },
  })
  const resend = useAction(() => mailResetCode(email), {
    wordsOf: mailFailureOf,
    onDone: () => {
      onResent()
      setNotResent('')
      setNotice(`Volvimos a enviar un código a ${email}. Sirve el último que reciba.`)
    },
    onRefused: ({ message }) => setNotResent(message),
  })
  return (
    <>
      <p className="notice" role="status">
        {notice}
      </p>
      <FormFrame form={form} label={label} submit="Restablecer contraseña" submitting="Cambiando…" wide>
        <TextField
          form={form}
          name="code"
          label="Código"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
        />
        <PasswordPair
          form={form}
          label="Contraseña nueva"
          help={isStaff ? passwordRules('staff') : `${passwordRules('client')} El personal de la tienda: al menos 12.`}
          of="contraseña nueva"
        />
      </FormFrame>
      <ErrorSummary problems={[]} refusal={notResent} />
      <p className={styles.ways}>
        <button
          type="button"
          className={styles.way}
          onClick={() => {
            if (!form.busy) void resend.run()
          }}
        >
          Reenviar código
        </button>
        <button type="button" className={styles.way} onClick={onOtherMail}>
          Usar otro email
        </button>
      </p>
    </>
  )
}
