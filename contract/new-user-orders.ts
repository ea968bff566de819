/** Orders that client users made before they had an ERP client, until somebody has handled them (R27, R234). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import { flag, int, money, wireObject } from './wire.ts'

export const newUserOrder = wireObject({
  id: ['id', int],
  /** NO_CLIENT, or the client that the user was linked to since. */
  clientId: ['idcli', int],
  userId: ['idusu', int],
  businessName: ['razon', z.string()],
  name: ['nombre', z.string()],
  email: ['email', z.string()],
  cuit: ['cuit', z.string()],
  /** yyyy-mm-dd. */
  date: ['fecha', z.string()],
  total: ['IMPORTE_CP', money],
  address: ['DIRECCION_PED', z.string()],
  addressId: ['ID_DIR', int],
  note: ['OBS_PED', z.string()],
  saleLine: ['LINEA', z.string()],
  saleCondition: ['IDCDV_CLI', int],
  lines: [
    'articulos',
    z.array(
      wireObject({
        code: ['CODIGO_ART', z.string()],
        description: ['DESCRIP_ART', z.string()],
        /** Cents paid per unit. */
        unitPrice: ['PRECIO_LPI', money],
        quantity: ['cantidad', int],
        note: ['obs', z.string()],
      }),
    ),
  ],
})
export type NewUserOrder = z.output<typeof newUserOrder>

export const listNewUserOrders = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/nuevos',
  access: { who: 'admin' },
  summary: 'Pedidos que usuarios sin cliente hicieron y que nadie marcó como atendidos.',
  response: z.array(newUserOrder),
})

/** Takes an order off the list of new users' orders, or puts it back. */
export const handleNewUserOrder = endpoint({
  method: 'PUT',
  path: '/api/pedidos/productos/pedidos/:id/atendido',
  access: { who: 'admin' },
  summary: 'Marca como atendido el pedido de un usuario nuevo, o como pendiente otra vez.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({ handled: ['atendido', flag] }),
  response: z.boolean(),
})
