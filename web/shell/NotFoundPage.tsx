import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '../lib/router.tsx'
import { useSession } from '../lib/session.ts'
import { titleOf } from '../lib/shop.ts'
import { paths } from '../paths.ts'
import { PublicLayout } from './PublicLayout.tsx'

/** Any other path (R102). */
export function NotFoundPage() {
  const user = useSession()
  return (
    <PublicLayout>
      <title>{titleOf('Página no encontrada')}</title>
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
    </PublicLayout>
  )
}
