import { useEffect, useSyncExternalStore } from 'react'
import { roles } from '../../contract/roles.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { useUser } from '../lib/session.ts'
import { onPending, sendAll } from '../shop/book/cart-saves.ts'
import { countKept, isKeptHereOnly, keptOf, ownersOf } from '../shop/book/device-store.ts'
import { knownName } from '../shop/clients.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { leave, stay } from './use-sign-out.ts'

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? `1 ${one}` : `${count} ${many}`

/** For staff: the clients that something waits for, in words. */
const clientsOf = (userId: number): string =>
  ownersOf(userId)
    .filter(({ clientId }) => clientId !== NO_CLIENT)
    .map((owner) => {
      const { orders, lines } = keptOf(owner)
      const kept = [...orders, ...lines].find(({ clientName }) => clientName)?.clientName
      return knownName(owner.clientId) ?? kept ?? `el cliente ${owner.clientId}`
    })
    .join(', ')

/** Sends what waits, and then signs out. Meanwhile, or where sending is not possible, the user decides (R229). */
export function SignOutQuestion() {
  const { id, type } = useUser()
  const waitingText = useSyncExternalStore(onPending, () => {
    const { lines, orders } = countKept(id)
    return [counted(lines, 'artículo', 'artículos'), counted(orders, 'pedido', 'pedidos')].filter(Boolean).join(' y ')
  })
  useEffect(sendAll, [])
  useEffect(() => {
    if (waitingText === '') leave()
  }, [waitingText])
  if (waitingText === '') return null
  const whose = roles[type].isStaff ? clientsOf(id) : ''
  // On plain http a browser encrypts nothing.
  const sealed = isSecureContext ? ', cerrado para los demás,' : ''
  const stays = isKeptHereOnly()
    ? 'Este navegador no deja guardar: si sale ahora, se pierde.'
    : `Si sale ahora, queda todo en este equipo${sealed} y se envía cuando usted vuelva a ingresar.`
  return (
    <ConfirmDialog
      title="Hay cosas sin enviar"
      text={`Falta enviar: ${waitingText}${whose && `, para ${whose}`}. ${stays}`}
      harmless={!isKeptHereOnly()}
      confirm="Salir ahora"
      cancel="Seguir en la tienda"
      onConfirm={leave}
      onCancel={stay}
    />
  )
}
