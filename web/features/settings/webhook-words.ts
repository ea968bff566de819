/** The names and explanations of webhook events on the screen. */
import type { WebhookEvent } from '../../../contract/webhooks.ts'

export const eventWords: Readonly<Record<WebhookEvent, { short: string; help: string }>> = {
  'pedido.creado': { short: 'Pedido nuevo', help: 'Cuando se confirma, se repite o se importa un pedido.' },
  'pedido.cambiado': { short: 'Pedido cambiado', help: 'Cuando se cambia un pedido que nadie tomó todavía.' },
  'pedido.estado': { short: 'Estado del pedido', help: 'Lo que responde el ERP, y cuando se le reenvía.' },
  'usuario.habilitado': {
    short: 'Usuario habilitado',
    help: 'Cuando un administrador habilita a un usuario.',
  },
}
