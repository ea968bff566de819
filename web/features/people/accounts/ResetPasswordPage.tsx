import type { SessionUser } from '../../../../contract/auth.ts'
import { INVITED } from '../../../../contract/buyers.ts'
import { roles } from '../../../../contract/roles.ts'
import { dropDraft, useDraft } from '../../../lib/draft.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { useSession } from '../../../lib/session.ts'
import { forgetUser } from '../../../lib/stored-user.ts'
import { paths } from '../../../paths.ts'
import { useOwnUser } from './accounts.api.ts'
import { MailStep } from './MailStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import styles from './reset.module.css'
import { emptyReset, isCodeOut, resetDraftOf, tellChanged, useChanged } from './reset.ts'

/** Resets or changes a password (R102) with a mailed code, also while signed in. */
export function ResetPasswordPage() {
  const user = useSession()
  const reason = useChanged()
  return reason ? <PasswordChanged reason={reason} /> : <ResetPassword key={user?.id} user={user} />
}

/** The password was changed, and this is why nobody is signed in with it. */
function PasswordChanged({ reason }: { reason: string }) {
  return (
    <div className="page">
      <section className={`panel ${styles.panel}`} aria-labelledby="restablecer-titulo">
        <h1 id="restablecer-titulo">Contraseña cambiada</h1>
        <p className="notice notice--ok" role="status">
          Su contraseña fue cambiada. {reason}.
        </p>
        <Link to={paths.login} className="button button--wide" onClick={() => tellChanged('')}>
          Volver al inicio de sesión
        </Link>
      </section>
    </div>
  )
}

function ResetPassword({ user }: { user: SessionUser | null }) {
  const name = resetDraftOf(user?.id)
  const { [INVITED]: invited } = useLocation().search
  const [kept, setDraft] = useDraft(name, emptyReset)
  // Who was invited has a code already, and comes by the mail that has it (R370).
  const isInvited = typeof invited === 'string' && kept === emptyReset
  const draft = isInvited ? { email: invited, sentAt: Date.now(), isOld: true } : kept
  const { email, sentAt, isOld } = draft
  const { data: own } = useOwnUser(user?.id ?? null)
  const sent = isCodeOut({ sentAt }, Date.now())
  const title = user ? 'Cambiar contraseña' : 'Restablecer contraseña'
  return (
    <div className="page">
      <section className={`panel ${styles.panel}`} aria-labelledby="restablecer-titulo">
        <p className={styles.step}>Paso {sent ? 2 : 1} de 2</p>
        <h1 id="restablecer-titulo">{title}</h1>
        {sent ? (
          <NewPasswordStep
            email={email}
            isOld={isOld}
            isInvited={typeof invited === 'string' && invited === email}
            isStaff={user !== null && roles[user.type].isStaff}
            label={title}
            onResent={() => setDraft(() => ({ ...draft, sentAt: Date.now() }))}
            onChanged={(notSignedIn) => {
              dropDraft(name)
              if (!notSignedIn) return
              tellChanged(notSignedIn)
              forgetUser('signedOut')
            }}
            onOtherMail={() => setDraft(() => ({ ...draft, sentAt: 0 }))}
          />
        ) : (
          <MailStep
            email={email}
            known={own?.email ?? ''}
            keptAs={`${name}:email`}
            label={title}
            onSent={(to) => setDraft(() => ({ email: to, sentAt: Date.now(), isOld: false }))}
            onHasCode={(to) => setDraft(() => ({ email: to, sentAt: Date.now(), isOld: true }))}
          />
        )}
      </section>
    </div>
  )
}
