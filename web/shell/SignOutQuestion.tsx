import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '../lib/session.ts'
import { onPending, sendAll } from '../shop/cart-saves.ts'
import { countKept, isKeptHereOnly } from '../shop/device-store.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { leave, stay } from './use-sign-out.ts'

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? `1 ${one}` : `${count} ${many}`

/** Sends what waits and then signs out; meanwhile, or where that is not possible, whoever wants to leave decides (R229). */
export function SignOutQuestion() {
  const { id } = useUser()
  const what = useSyncExternalStore(onPending, () => {
    const { lines, orders } = countKept(id)
    return [counted(lines, 'artículo', 'artículos'), counted(orders, 'pedido', 'pedidos')]
      .filter(Boolean)
      .join(' y ')
  })
  useEffect(sendAll, [])
  useEffect(() => {
    if (what === '') leave()
  }, [what])
  if (what === '') return null
  // On plain http a browser encrypts nothing.
  const sealed = isSecureContext ? ', cerrado para los demás,' : ''
  const stays = isKeptHereOnly()
    ? 'Este navegador no deja guardar: si sale ahora, se pierde.'
    : `Si sale ahora, queda todo en este equipo${sealed} y se envía cuando usted vuelva a ingresar.`
  return (
    <ConfirmDialog
      title="Hay cosas sin enviar"
      text={`Falta enviar: ${what}. ${stays}`}
      confirm="Salir ahora"
      cancel="Seguir en la tienda"
      onConfirm={leave}
      onCancel={stay}
    />
  )
}
