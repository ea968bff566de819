import type { SessionUser } from '../../../../contract/auth.ts'
import { roles } from '../../../../contract/roles.ts'
import { dropDraft, keepDraft, useDraft } from '../../../lib/draft.ts'
import { Link } from '../../../lib/router.tsx'
import { useSession } from '../../../lib/session.ts'
import { forgetUser } from '../../../lib/stored-user.ts'
import { paths } from '../../../paths.ts'
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
  const [{ email, sentAt, changed }, setDraft] = useDraft(name, emptyReset)
  const { data: own } = useOwnUser(user?.id ?? null)
  const sent = isCodeOut({ sentAt }, Date.now())
  const title = user ? 'Cambiar contraseña' : 'Restablecer contraseña'
  const tellNotSignedIn = (reason: string) => {
    const told = { ...emptyReset, changed: reason }
    if (!user) return setDraft(() => told)
    // The change ended the session, too: what is told stays, for the visitor that the user is from here on.
    keepDraft(resetDraftOf(undefined), told)
    forgetUser('signedOut')
  }
  if (changed)
    return (
      <div className="page">
        <section className={`panel ${styles.panel}`} aria-labelledby="restablecer-titulo">
          <h1 id="restablecer-titulo">Contraseña cambiada</h1>
          <p className="notice notice--ok" role="status">
            Su contraseña fue cambiada. {changed}.
          </p>
          <Link to={paths.login} className="button button--wide" onClick={() => dropDraft(name)}>
            Volver al inicio de sesión
          </Link>
        </section>
      </div>
    )
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
            onChanged={(notSignedIn) => {
              dropDraft(name)
              if (notSignedIn) tellNotSignedIn(notSignedIn)
            }}
            onOtherMail={() => setDraft((now) => ({ ...now, sentAt: 0 }))}
          />
        ) : (
          <MailStep
            email={email}
            known={own?.email ?? ''}
            keptAs={`${name}:email`}
            label={title}
            onSent={(to) => setDraft(() => ({ ...emptyReset, email: to, sentAt: Date.now() }))}
          />
        )}
      </section>
    </div>
  )
}
