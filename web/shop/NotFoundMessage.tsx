import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '../lib/router.tsx'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'

/** The message of an address without a screen, and of a screen that finds nothing under its address (R102). */
export function NotFoundMessage() {
  const user = useSession()
  return (
    <div className="message-page panel">
      <span className="message-page__icon" aria-hidden>
        <IconMapQuestion size={40} stroke={1.5} />
      </span>
      <h1>404 - page not found</h1>
      <p>La página que busca no existe o cambió de lugar.</p>
      <Link to={user ? paths.catalogue : paths.login} className="button">
        {user ? 'Ir al catálogo' : 'Ir al inicio de sesión'}
      </Link>
    </div>
  )
}
