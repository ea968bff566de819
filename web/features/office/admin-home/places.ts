/** The headings on the home that rows of the worklist lead to. */
export const places = {
  waitingUsers: 'usuarios-no-habilitados',
  newUserOrders: 'pedidos-de-usuarios-nuevos',
  notified: 'correos-de-aviso',
} as const
