import { isPageOpen, type Switch } from '../../contract/settings.ts'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import type { Redirect } from '../lib/router.tsx'
import { paths } from '../paths.ts'

/** Opens a screen only while its switch is on; closed or failing goes to /mantenimiento (spec 1 section 4). */
export const gateOf =
  (page: Extract<Switch, 'CATALOGO' | 'CARRITO' | 'PEDIDOS'>) => async (): Promise<Redirect | null> => {
    const open = await queryClient
      .fetchQuery({ queryKey: ['page-open', page], queryFn: () => call(isPageOpen, { query: { page } }) })
      .catch(() => false)
    return open ? null : { to: paths.maintenance }
  }
