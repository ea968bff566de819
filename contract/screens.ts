/**
 * The screens of the web app (R102, R202), each declared once: the web app makes routes, menus and titles of it, the
 * server answers any other address with 404, and the browser tests and the pictures visit every one.
 */

import type { Access } from './endpoint.ts'
import type { Audience } from './roles.ts'

/** One screen: its addresses, its readers and its texts. */
export interface Screen {
  /** `:name` stands for one part of a path. What stands below /admin has the administration's frame and code. */
  readonly path: string
  /** A second address of the same screen. */
  readonly also?: string
  /** Who may open it; the calls behind it decide what they may do there. What is for everyone has the public frame. */
  readonly who: Audience
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
  login: { path: '/login', who: 'everyone', title: 'Ingresar' },
  waiting: { path: '/esperando-habilitacion', who: 'everyone', title: 'Usuario creado' },
  terms: { path: '/terminos', who: 'everyone', title: 'Términos y condiciones' },
  maintenance: { path: '/mantenimiento', who: 'everyone', title: 'En mantenimiento' },
  certificates: { path: '/certificados', who: 'everyone', title: 'Certificados' },
  accept: { path: '/aceptar', who: 'everyone', title: 'Pedido para aceptar' },
  inventory: { path: '/inventario/:token', who: 'everyone', title: 'Inventario' },
  catalogue: { path: '/catalogo', who: 'signedIn', title: 'Catálogo', page: 'CATALOGO' },
  cart: { path: '/carrito', who: 'signedIn', title: 'Carrito', page: 'CARRITO' },
  filledList: {
    path: '/cargar-lista',
    who: 'signedIn',

    title: 'Cargar mi lista',
    page: 'CARRITO',
  },
  branchOrders: {
    path: '/pedido-sucursales',
    who: 'signedIn',

    title: 'Pedido por sucursales',
    page: 'CARRITO',
  },
  quickOrder: {
    path: '/pedido-rapido',
    who: 'signedIn',

    title: 'Pedido rápido',
    page: 'CARRITO',
  },
  usualOrder: {
    path: '/pedido-de-siempre',
    who: 'signedIn',

    title: 'Su pedido de siempre',
    page: 'CARRITO',
  },
  savedLists: {
    path: '/mis-listas',
    who: 'signedIn',

    title: 'Mis listas',
    page: 'CARRITO',
  },
  confirmOrder: {
    path: '/confirmar-pedido',
    also: '/confirmar-pedido/:idcli',
    who: 'signedIn',

    title: 'Confirmar pedido',
    page: 'PEDIDOS',
  },
  orderConfirmed: { path: '/pedido-confirmado', who: 'signedIn', title: 'Pedido confirmado' },
  myOrders: {
    path: '/mis-pedidos',
    who: 'signedIn',

    title: 'Mis Pedidos',
    menu: true,
  },
  order: { path: '/pedido/:id', who: 'signedIn', title: 'Pedido' },
  pendingLines: {
    path: '/pendientes-de-entrega',
    who: 'signedIn',

    title: 'Pendientes de entrega',
  },
  clientAccount: { path: '/cuenta-corriente', who: 'signedIn', title: 'Cuenta corriente' },
  catalogues: {
    path: '/Catalogos',
    who: 'signedIn',

    title: 'Catálogos',
    page: 'CATALOGO',
    menu: true,
  },
  profile: { path: '/perfil', who: 'signedIn', title: 'Mis datos', menu: true },
  resetPassword: {
    path: '/olvide-mi-contrasena',
    who: 'everyone',

    title: 'Contraseña',
    menu: 'CAMBIAR CONTRASEÑA',
  },
  importOrders: {
    path: '/importar-pedido',
    who: 'staff',

    title: 'Importar pedido',
    menu: true,
  },
  mailbox: {
    path: '/recibidos',
    also: '/recibidos/:id',
    who: 'staff',

    title: 'Recibidos',
    menu: true,
  },
  articles: {
    path: '/consulta',
    who: 'supervisor',

    title: 'Consulta de artículos',
    menu: 'CONSULTA ARTICULOS',
  },
  pendingCarts: {
    path: '/carritos-pendientes',
    who: 'staff',

    title: 'Carritos pendientes',
    menu: true,
  },
  priceLists: {
    path: '/consulta/listas',
    who: 'supervisor',

    title: 'Listas de precios',
  },
  bulkChanges: {
    path: '/consulta/cambios',
    who: 'supervisor',

    title: 'Cambios masivos',
  },
  admin: {
    path: '/admin',
    also: '/admin/home',
    who: 'admin',

    title: 'Administración',
    menu: 'ADMIN',
    adminMenu: 'INICIO',
  },
  adminUsers: {
    path: '/admin/usuarios',
    who: 'admin',

    title: 'Usuarios',
    adminMenu: true,
  },
  contacts: {
    path: '/admin/contactos',
    who: 'admin',

    title: 'Contactos',
    adminMenu: true,
  },
  adminUserOrders: {
    path: '/admin/usuarios/pedidos/:user',
    who: 'admin',

    title: 'Pedidos del usuario',
  },
  adminOrders: {
    path: '/admin/pedidos',
    who: 'admin',

    title: 'Pedidos',
    adminMenu: true,
  },
  adminProducts: {
    path: '/admin/productos',
    who: 'admin',

    title: 'Productos',
    adminMenu: true,
  },
  adminCategories: {
    path: '/admin/productos/categorias',
    who: 'admin',

    title: 'Categorías',
    adminMenu: true,
  },
  adminPriceLists: {
    path: '/admin/listas',
    who: 'admin',

    title: 'Listas de precios',
    adminMenu: 'LISTAS',
  },
  adminPromotions: {
    path: '/admin/promociones',
    who: 'admin',

    title: 'Promociones',
    adminMenu: true,
  },
  adminOrderRules: {
    path: '/admin/reglas',
    who: 'admin',

    title: 'Reglas de pedidos',
    adminMenu: 'REGLAS',
  },
  adminCertificates: {
    path: '/admin/certificados',
    who: 'admin',

    title: 'Certificados',
    adminMenu: true,
  },
  audit: {
    path: '/admin/auditoria',
    who: 'admin',

    title: 'Auditoría',
    adminMenu: true,
  },
  adminErp: {
    path: '/admin/erp',
    who: 'admin',

    title: 'ERP y tareas',
    adminMenu: true,
  },
  adminWaitingFeeds: {
    path: '/admin/erp/espera',
    who: 'admin',

    title: 'Datos del ERP en espera',
  },
  adminErpMapping: {
    path: '/admin/erp/archivos',
    who: 'admin',

    title: 'Archivos de su sistema',
  },
  adminBulkChanges: {
    path: '/admin/productos/cambios',
    who: 'admin',

    title: 'Cambios masivos',
  },
  adminSettings: {
    path: '/admin/configuracion',
    who: 'admin',

    title: 'Configuración',
    adminMenu: true,
  },
  error: { path: '/error-page', who: 'signedIn', title: 'Error' },
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
