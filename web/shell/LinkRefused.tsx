import { IconUserQuestion } from '@tabler/icons-react'
import { roles } from '../../contract/roles.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { Link } from '../lib/router.tsx'
import { useUser } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { askForClient, chooseClient, chooseFirst, linkRefused } from '../shop/chosen-client.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

/** In place of a screen whose address names a client that does not exist or is not the user's: no order meanwhile. */
export function LinkRefused() {
  const user = useUser()
  const hasOwnCart = !roles[user.type].isStaff
  return (
    <div className="page" role="alert">
      <EmptyState text={linkRefused} icon={<IconUserQuestion size={34} stroke={1.6} />}>
        {hasOwnCart ? (
          <Link to={paths.cart} className="button">
            Ir a mi carrito
          </Link>
        ) : (
          <>
            <button type="button" className="button" onClick={askForClient}>
              {chooseFirst}
            </button>
            <button type="button" className="button button--plain" onClick={() => chooseClient(user.id, NO_CLIENT)}>
              Seguir sin cliente
            </button>
          </>
        )}
      </EmptyState>
    </div>
  )
}
