/** An address and a visitor for each declared screen (contract/screens.ts): axe and the pictures look at all of them. */
import { type Screen, type ScreenName, screens } from '../contract/screens.ts'
import { INVENTORY_TOKENS } from './inventory-tokens.ts'

/** Who looks at a screen: nobody signed in, or one of the demo shop's accounts. */
export type Visitor = 'nobody' | keyof typeof CUITS

/** CUITs of the demo shop's accounts; the pictures show the cart and orders of this client. */
export const CUITS = {
  client: '30-71234567-1',
  seller: '20-33333333-4',
  supervisor: '20-22222222-3',
  admin: '20-11111111-2',
} as const
export const DEMO_PASSWORD = 'bulto-demo-2026'

const visitors: Record<Screen['who'], Visitor> = {
  everyone: 'nobody',
  signedIn: 'client',
  staff: 'seller',
  supervisor: 'supervisor',
  admin: 'admin',
}

/** A real address of each screen whose path has a `:name`. */
const examples: Partial<Record<ScreenName, string>> = {
  order: '/pedido/44',
  adminUserOrders: '/admin/usuarios/pedidos/4',
  inventory: `/inventario/${INVENTORY_TOKENS.INVENTARIO_CON_PRECIO}`,
}

export interface Visit {
  readonly name: ScreenName
  readonly path: string
  readonly as: Visitor
}

/** Every screen at an address of its own. @throws for a path with a `:name` that has no example */
export const visits: readonly Visit[] = (Object.keys(screens) as ScreenName[]).map((name) => {
  const { path: pattern, who }: Screen = screens[name]
  const path = pattern.includes(':') ? examples[name] : pattern
  if (!path) throw new Error(`testkit/visits.ts has no example address for ${pattern}`)
  return { name, path, as: visitors[who] }
})
