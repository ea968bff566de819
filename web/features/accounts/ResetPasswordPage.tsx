import { useCallback, useEffect, useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { useSession } from '../../lib/session.ts'
import { titleOf } from '../../lib/shop.ts'
import { useOwnUser } from './accounts.api.ts'
import { MailStep } from './MailStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { RESET_DRAFT } from './reset.ts'
import './accounts.css'

const start = { email: '', sent: false }

/** Forgotten and changed passwords (spec 1 section 2): a mailed code, then the new password. Also while signed in. */
export function ResetPasswordPage() {
  const user = useSession()
  const [{ email, sent }, setDraft] = useDraft(RESET_DRAFT, start)
  const { data: own } = useOwnUser(user?.id ?? null)
  const [touched, setTouched] = useState(false)
  const known = own?.email ?? ''
  useEffect(() => {
    if (known && !touched) setDraft((now) => (now.email === '' ? { ...now, email: known } : now))
  }, [known, touched, setDraft])
  const onMail = useCallback(
    (text: string) => {
      setTouched(true)
      setDraft((now) => ({ ...now, email: text }))
    },
    [setDraft],
  )
  const title = user ? 'Cambiar contraseña' : 'Restablecer contraseña'
  return (
    <div className="page reset">
      <title>{titleOf(title)}</title>
      <section className="reset__panel panel" aria-labelledby="restablecer-titulo">
        <p className="reset__step">Paso {sent ? 2 : 1} de 2</p>
        <h1 id="restablecer-titulo">{title}</h1>
        {sent ? (
          <NewPasswordStep
            email={email}
            isStaff={user !== null && user.type !== 'cliente'}
            onOtherMail={() => setDraft((now) => ({ ...now, sent: false }))}
          />
        ) : (
          <MailStep
            email={email}
            onEmail={onMail}
            onSent={() => setDraft((now) => ({ ...now, sent: true }))}
          />
        )}
      </section>
    </div>
  )
}
