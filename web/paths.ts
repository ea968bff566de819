/** Every address of the web app (spec 1 section 2), written once. */
export const paths = {
  login: '/login',
  resetPassword: '/olvide-mi-contrasena',
  waiting: '/esperando-habilitacion',
  terms: '/terminos',
  maintenance: '/mantenimiento',
  catalogue: '/catalogo',
  cart: '/carrito',
  confirmOrder: '/confirmar-pedido',
  confirmOrderFor: (clientId: number | string) => `/confirmar-pedido/${clientId}`,
  orderConfirmed: '/pedido-confirmado',
  myOrders: '/mis-pedidos',
  importOrders: '/importar-pedido',
  profile: '/perfil',
  error: '/error-page',
  admin: '/admin',
  adminHome: '/admin/home',
  adminUsers: '/admin/usuarios',
} as const

const PUBLIC = [
  '/login',
  '/olvide-mi-contrasena',
  '/terminos',
  '/esperando-habilitacion',
  '/mantenimiento',
  '/certificados',
  '/redirect',
]

/** Whether a path opens without a signed-in user (spec 1 section 4). */
export const isPublicPath = (path: string): boolean =>
  PUBLIC.includes(path.replace(/\/+$/, '')) || path.startsWith('/inventario')

/** A place of our own to return to after signing in; anything else becomes the catalogue. */
export function safeReturn(place: unknown): string {
  if (typeof place !== 'string' || !/^\/(?![/\\])/.test(place)) return paths.catalogue
  return isPublicPath(place.split(/[?#]/)[0] ?? '') ? paths.catalogue : place
}
