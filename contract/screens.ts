/**
 * The screens of the web app (R102, R202), each declared once: the web app makes routes, menus and titles of it, the
 * server answers any other address with 404, and the browser tests and the pictures visit every one.
 */

import type { Access } from './endpoint.ts'
import type { Audience } from './roles.ts'

/** One screen: its addresses, its readers and its texts. */
export interface Screen {
  /** `:name` stands for one part of a path. */
  readonly path: string
  /** A second address of the same screen. */
  readonly also?: string
  /** Who may open it; the calls behind it decide what they may do there. */
  readonly who: Audience
  readonly frame: 'public' | 'shop' | 'admin'
  /** In the browser's tab. */
  readonly title: string
  /** The setting with which an admin can close it. */
  readonly page?: Access['page']
  /** Its entry in the user menu, which keeps the order of this table; true: its title in capitals. */
  readonly menu?: string | true
  /** Its entry in the menu of the administration, likewise. */
  readonly adminMenu?: string | true
}

export const screens = {
  login: { path: '/login', who: 'everyone', frame: 'public', title: 'Ingresar' },
  waiting: { path: '/esperando-habilitacion', who: 'everyone', frame: 'public', title: 'Usuario creado' },
  terms: { path: '/terminos', who: 'everyone', frame: 'public', title: 'Términos y condiciones' },
  maintenance: { path: '/mantenimiento', who: 'everyone', frame: 'public', title: 'En mantenimiento' },
  certificates: { path: '/certificados', who: 'everyone', frame: 'public', title: 'Certificados' },
  accept: { path: '/aceptar', who: 'everyone', frame: 'public', title: 'Pedido para aceptar' },
  inventory: { path: '/inventario/:token', who: 'everyone', frame: 'public', title: 'Inventario' },
  catalogue: { path: '/catalogo', who: 'signedIn', frame: 'shop', title: 'Catálogo', page: 'CATALOGO' },
  cart: { path: '/carrito', who: 'signedIn', frame: 'shop', title: 'Carrito', page: 'CARRITO' },
  filledList: {
    path: '/cargar-lista',
    who: 'signedIn',
    frame: 'shop',
    title: 'Cargar mi lista',
    page: 'CARRITO',
  },
  branchOrders: {
    path: '/pedido-sucursales',
    who: 'signedIn',
    frame: 'shop',
    title: 'Pedido por sucursales',
    page: 'CARRITO',
  },
  quickOrder: {
    path: '/pedido-rapido',
    who: 'signedIn',
    frame: 'shop',
    title: 'Pedido rápido',
    page: 'CARRITO',
  },
  usualOrder: {
    path: '/pedido-de-siempre',
    who: 'signedIn',
    frame: 'shop',
    title: 'Su pedido de siempre',
    page: 'CARRITO',
  },
  savedLists: {
    path: '/mis-listas',
    who: 'signedIn',
    frame: 'shop',
    title: 'Mis listas',
    page: 'CARRITO',
  },
  confirmOrder: {
    path: '/confirmar-pedido',
    also: '/confirmar-pedido/:idcli',
    who: 'signedIn',
    frame: 'shop',
    title: 'Confirmar pedido',
    page: 'PEDIDOS',
  },
  orderConfirmed: { path: '/pedido-confirmado', who: 'signedIn', frame: 'shop', title: 'Pedido confirmado' },
  myOrders: {
    path: '/mis-pedidos',
    who: 'signedIn',
    frame: 'shop',
    title: 'Mis Pedidos',
    menu: true,
  },
  order: { path: '/pedido/:id', who: 'signedIn', frame: 'shop', title: 'Pedido' },
  pendingLines: {
    path: '/pendientes-de-entrega',
    who: 'signedIn',
    frame: 'shop',
    title: 'Pendientes de entrega',
  },
  clientAccount: { path: '/cuenta-corriente', who: 'signedIn', frame: 'shop', title: 'Cuenta corriente' },
  catalogues: {
    path: '/Catalogos',
    who: 'signedIn',
    frame: 'shop',
    title: 'Catálogos',
    page: 'CATALOGO',
    menu: true,
  },
  profile: { path: '/perfil', who: 'signedIn', frame: 'shop', title: 'Mis datos', menu: true },
  resetPassword: {
    path: '/olvide-mi-contrasena',
    who: 'everyone',
    frame: 'public',
    title: 'Contraseña',
    menu: 'CAMBIAR CONTRASEÑA',
  },
  importOrders: {
    path: '/importar-pedido',
    who: 'staff',
    frame: 'shop',
    title: 'Importar pedido',
    menu: true,
  },
  mailbox: {
    path: '/recibidos',
    also: '/recibidos/:id',
    who: 'staff',
    frame: 'shop',
    title: 'Recibidos',
    menu: true,
  },
  articles: {
    path: '/consulta',
    who: 'supervisor',
    frame: 'shop',
    title: 'Consulta de artículos',
    menu: 'CONSULTA ARTICULOS',
  },
  pendingCarts: {
    path: '/carritos-pendientes',
    who: 'staff',
    frame: 'shop',
    title: 'Carritos pendientes',
    menu: true,
  },
  priceLists: {
    path: '/consulta/listas',
    who: 'supervisor',
    frame: 'shop',
    title: 'Listas de precios',
  },
  bulkChanges: {
    path: '/consulta/cambios',
    who: 'supervisor',
    frame: 'shop',
    title: 'Cambios masivos',
  },
  admin: {
    path: '/admin',
    also: '/admin/home',
    who: 'admin',
    frame: 'admin',
    title: 'Administración',
    menu: 'ADMIN',
    adminMenu: 'INICIO',
  },
  adminUsers: {
    path: '/admin/usuarios',
    who: 'admin',
    frame: 'admin',
    title: 'Usuarios',
    adminMenu: true,
  },
  contacts: {
    path: '/admin/contactos',
    who: 'admin',
    frame: 'admin',
    title: 'Contactos',
    adminMenu: true,
  },
  adminUserOrders: {
    path: '/admin/usuarios/pedidos/:user',
    who: 'admin',
    frame: 'admin',
    title: 'Pedidos del usuario',
  },
  adminOrders: {
    path: '/admin/pedidos',
    who: 'admin',
    frame: 'admin',
    title: 'Pedidos',
    adminMenu: true,
  },
  adminProducts: {
    path: '/admin/productos',
    who: 'admin',
    frame: 'admin',
    title: 'Productos',
    adminMenu: true,
  },
  adminCategories: {
    path: '/admin/productos/categorias',
    who: 'admin',
    frame: 'admin',
    title: 'Categorías',
    adminMenu: true,
  },
  adminPriceLists: {
    path: '/admin/listas',
    who: 'admin',
    frame: 'admin',
    title: 'Listas de precios',
    adminMenu: 'LISTAS',
  },
  adminPromotions: {
    path: '/admin/promociones',
    who: 'admin',
    frame: 'admin',
    title: 'Promociones',
    adminMenu: true,
  },
  adminOrderRules: {
    path: '/admin/reglas',
    who: 'admin',
    frame: 'admin',
    title: 'Reglas de pedidos',
    adminMenu: 'REGLAS',
  },
  adminCertificates: {
    path: '/admin/certificados',
    who: 'admin',
    frame: 'admin',
    title: 'Certificados',
    adminMenu: true,
  },
  audit: {
    path: '/admin/auditoria',
    who: 'admin',
    frame: 'admin',
    title: 'Auditoría',
    adminMenu: true,
  },
  adminErp: {
    path: '/admin/erp',
    who: 'admin',
    frame: 'admin',
    title: 'ERP y tareas',
    adminMenu: true,
  },
  adminWaitingFeeds: {
    path: '/admin/erp/espera',
    who: 'admin',
    frame: 'admin',
    title: 'Datos del ERP en espera',
  },
  adminBulkChanges: {
    path: '/admin/productos/cambios',
    who: 'admin',
    frame: 'admin',
    title: 'Cambios masivos',
  },
  adminSettings: {
    path: '/admin/configuracion',
    who: 'admin',
    frame: 'admin',
    title: 'Configuración',
    adminMenu: true,
  },
  error: { path: '/error-page', who: 'signedIn', frame: 'shop', title: 'Error' },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens

/** The text of a screen's entry in a menu. */
export const menuText = (entry: string | true, { title }: Screen): string =>
  entry === true ? title.toUpperCase() : entry

/** All of a screen's addresses. */
export const addressesOfScreen = ({ path, also }: Screen): string[] => (also ? [path, also] : [path])

let patterns: readonly (readonly [RegExp, Screen])[] | undefined

/** The screen at a path. */
export function screenAt(path: string): Screen | undefined {
  patterns ??= Object.values<Screen>(screens).flatMap((screen) =>
    addressesOfScreen(screen).map(
      (address) => [new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}/?$`), screen] as const,
    ),
  )
  return patterns.find(([pattern]) => pattern.test(path))?.[1]
}

/** Whether a path is an address of a screen. */
export const isScreen = (path: string): boolean => screenAt(path) !== undefined
