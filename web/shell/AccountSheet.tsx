import { Link } from '../lib/router.tsx'
import { useUser } from '../lib/session.ts'
import { Modal } from '../ui/Modal.tsx'
import { menuOf, signOutLabel } from './menu.ts'
import styles from './shell.module.css'
import { useSignOut } from './use-sign-out.ts'

/** The user menu on the phone, rising from the bottom bar. */
export function AccountSheet({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const signOut = useSignOut()
  return (
    <Modal title={`Hola, ${user.name}`} onClose={onClose} placement="bottom">
      <ul className={styles.accountSheet} data-menu>
        {menuOf(user.type).map(({ label, to }) => (
          <li key={label}>
            <Link to={to} onClick={onClose}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={signOut}>
            {signOutLabel}
          </button>
        </li>
      </ul>
    </Modal>
  )
}
