/**
 * The addresses of the web app's screens (spec 1 section 2, spec 2 section 2): the server answers any other
 * with 404. A screen stands here when it exists; `:name` stands for one part of a path.
 */
export const screens = [
  '/login',
  '/olvide-mi-contrasena',
  '/esperando-habilitacion',
  '/terminos',
  '/mantenimiento',
  '/catalogo',
  '/carrito',
  '/confirmar-pedido',
  '/confirmar-pedido/:idcli',
  '/pedido-confirmado',
  '/mis-pedidos',
  '/importar-pedido',
  '/perfil',
  '/error-page',
  '/admin',
  '/admin/home',
  '/admin/usuarios',
] as const

const patterns = screens.map((screen) => new RegExp(`^${screen.replace(/:\w+/g, '[^/]+')}/?$`))

/** Whether a path is that of a screen. */
export const isScreen = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
