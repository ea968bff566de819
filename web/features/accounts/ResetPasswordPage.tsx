import { useEffect, useState } from 'react'
import type { SessionUser } from '../../../contract/auth.ts'
import { dropDraft, useDraft } from '../../lib/draft.ts'
import { useSession } from '../../lib/session.ts'
import { useOwnUser } from './accounts.api.ts'
import { MailStep } from './MailStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { emptyReset, isCodeOut, resetDraftOf } from './reset.ts'
import './accounts.css'

/** Forgotten and changed passwords (R102): a mailed code, then the new password. Also while signed in. */
export function ResetPasswordPage() {
  const user = useSession()
  return <ResetPassword key={user?.id} user={user} />
}

function ResetPassword({ user }: { user: SessionUser | null }) {
  const name = resetDraftOf(user?.id)
  const [draft, setDraft] = useDraft(name, emptyReset)
  const { data: own } = useOwnUser(user?.id ?? null)
  const [touched, setTouched] = useState(false)
  const known = own?.email ?? ''
  useEffect(() => {
    if (known && !touched) setDraft((now) => (now.email === '' ? { ...now, email: known } : now))
  }, [known, touched, setDraft])
  const { email } = draft
  const sent = isCodeOut(draft, Date.now())
  const title = user ? 'Cambiar contraseña' : 'Restablecer contraseña'
  return (
    <div className="page reset">
      <section className="reset__panel panel" aria-labelledby="restablecer-titulo">
        <p className="reset__step">Paso {sent ? 2 : 1} de 2</p>
        <h1 id="restablecer-titulo">{title}</h1>
        {sent ? (
          <NewPasswordStep
            email={email}
            isStaff={user !== null && user.type !== 'cliente'}
            onResent={() => setDraft((now) => ({ ...now, sentAt: Date.now() }))}
            onChanged={() => dropDraft(name)}
            onOtherMail={() => setDraft((now) => ({ ...now, sentAt: 0 }))}
          />
        ) : (
          <MailStep
            email={email}
            onEmail={(text) => {
              setTouched(true)
              setDraft((now) => ({ ...now, email: text }))
            }}
            onSent={() => setDraft((now) => ({ ...now, sentAt: Date.now() }))}
          />
        )}
      </section>
    </div>
  )
}
