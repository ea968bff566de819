import { useEffect } from 'react'
import { resetTexts, sendResetCode } from '../../../../contract/accounts.ts'
import { useForm } from '../../../lib/form.ts'
import { Link } from '../../../lib/router.tsx'
import { useSession } from '../../../lib/session.ts'
import { paths } from '../../../paths.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { mailResetCode } from './accounts.api.ts'
import styles from './reset.module.css'
import { mailFailureOf } from './reset.ts'

interface MailStepProps {
  email: string
  /** The signed-in user's mail; '' until it is known. */
  known: string
  /** Name under which this tab keeps the typed mail. */
  keptAs: string
  /** The form's name for screen readers. */
  label: string
  onSent: (email: string) => void
  /** Called when none was mailed now and the visitor has one from before. */
  onHasCode: (email: string) => void
}

/** Step 1: the address to which the code is mailed. */
export function MailStep({ email, known, keptAs, label, onSent, onHasCode }: MailStepProps) {
  const user = useSession()
  const form = useForm({
    begin: { email },
    keep: { as: keptAs },
    guarded: false,
    check: (draft) => (draft.email.trim() === '' ? { email: resetTexts.email } : {}),
    checksAll: true,
    save: (draft) => mailResetCode(draft.email.trim()),
    names: sendResetCode.query,
    wordsOf: mailFailureOf,
    onDone: (_answer, sent) => onSent(sent.email.trim()),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the mail is known.
  useEffect(() => {
    if (known && form.draft.email === '') form.set({ email: known })
  }, [known])
  return (
    <>
      <p className={styles.lead}>Le enviaremos un código por correo para que elija una contraseña nueva.</p>
      <FormFrame form={form} label={label} submit="Enviar" submitting="Enviando…" wide short>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="email" required />
      </FormFrame>
      <p className={styles.ways}>
        {form.refusal && (
          <button type="button" className={styles.way} onClick={() => onHasCode(form.draft.email.trim())}>
            Ya tengo un código
          </button>
        )}
        <Link to={user ? paths.catalogue : paths.login}>
          {user ? 'Volver al catálogo' : 'Volver al inicio de sesión'}
        </Link>
      </p>
    </>
  )
}
