import type { SessionUser } from '../../../../contract/auth.ts'
import { roles } from '../../../../contract/roles.ts'
import { dropDraft, useDraft } from '../../../lib/draft.ts'
import { useSession } from '../../../lib/session.ts'
import { useOwnUser } from './accounts.api.ts'
import { MailStep } from './MailStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import styles from './reset.module.css'
import { emptyReset, isCodeOut, resetDraftOf } from './reset.ts'

/** Resets or changes a password (R102) with a mailed code, also while signed in. */
export function ResetPasswordPage() {
  const user = useSession()
  return <ResetPassword key={user?.id} user={user} />
}

function ResetPassword({ user }: { user: SessionUser | null }) {
  const name = resetDraftOf(user?.id)
  const [{ email, sentAt }, setDraft] = useDraft(name, emptyReset)
  const { data: own } = useOwnUser(user?.id ?? null)
  const sent = isCodeOut({ email, sentAt }, Date.now())
  const title = user ? 'Cambiar contraseña' : 'Restablecer contraseña'
  return (
    <div className="page">
      <section className={`panel ${styles.panel}`} aria-labelledby="restablecer-titulo">
        <p className={styles.step}>Paso {sent ? 2 : 1} de 2</p>
        <h1 id="restablecer-titulo">{title}</h1>
        {sent ? (
          <NewPasswordStep
            email={email}
            isStaff={user !== null && roles[user.type].isStaff}
            label={title}
            onResent={() => setDraft((now) => ({ ...now, sentAt: Date.now() }))}
            onChanged={() => dropDraft(name)}
            onOtherMail={() => setDraft((now) => ({ ...now, sentAt: 0 }))}
          />
        ) : (
          <MailStep
            email={email}
            known={own?.email ?? ''}
            keptAs={`${name}:email`}
            label={title}
            onSent={(to) => setDraft(() => ({ email: to, sentAt: Date.now() }))}
          />
        )}
      </section>
    </div>
  )
}
