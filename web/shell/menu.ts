import type { UserType } from '../../contract/auth.ts'
import { paths } from '../paths.ts'

interface MenuEntry {
  readonly label: string
  readonly to: string
  readonly roles: readonly UserType[]
}

const everybody: readonly UserType[] = ['cliente', 'vendedor', 'supervisor', 'admin']
const staff: readonly UserType[] = ['vendedor', 'supervisor', 'admin']

/** The user menu (spec 1 section 2): who sees which entry, in their order. An entry comes with its screen. */
const entries: readonly MenuEntry[] = [
  { label: 'MIS PEDIDOS', to: paths.myOrders, roles: everybody },
  { label: 'MIS DATOS', to: paths.profile, roles: everybody },
  { label: 'CAMBIAR CONTRASEÑA', to: paths.resetPassword, roles: everybody },
  { label: 'IMPORTAR PEDIDO', to: paths.importOrders, roles: staff },
  { label: 'ADMIN', to: paths.admin, roles: ['admin'] },
]

export const menuOf = (type: UserType): readonly MenuEntry[] =>
  entries.filter(({ roles }) => roles.includes(type))

export const signOutLabel = 'CERRAR SESIÓN'
