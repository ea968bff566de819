/** Every address of the web app, by the name of its screen. */
import { type Screen, type ScreenName, screens } from '../contract/screens.ts'

const addresses = Object.fromEntries(Object.entries(screens).map(([name, { path }]) => [name, path])) as {
  readonly [N in ScreenName]: (typeof screens)[N]['path']
}

export const paths = {
  ...addresses,
  ordersOfUser: (userId: number) => screens.adminUserOrders.path.replace(':user', String(userId)),
  orderOf: (id: number) => screens.order.path.replace(':id', String(id)),
  confirmOrderFor: (clientId: number | string) => `${screens.confirmOrder.path}/${clientId}`,
} as const

/** Open to everyone, but no screens of the web app. */
const OTHERS = ['/redirect']
const isOpen = ({ who }: Screen) => who === 'everyone'

/** Whether a path opens without a signed-in user (R104). */
export function isPublicPath(path: string): boolean {
  const publicPaths = [
    ...OTHERS,
    ...Object.values<Screen>(screens)
      .filter(isOpen)
      .map((screen) => screen.path),
  ]
  return publicPaths.includes(path.replace(/\/{1,9}$/, '')) || path.startsWith('/inventario')
}

/** A place of our own to return to after signing in; anything else becomes the catalogue. */
export function safeReturn(place: unknown): string {
  if (typeof place !== 'string' || !/^\/(?![/\\])/.test(place)) return paths.catalogue
  return isPublicPath(place.split(/[?#]/)[0] ?? '') ? paths.catalogue : place
}
