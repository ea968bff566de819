/** Lines that were refused or asked about for clients other than the one on the screen (R33, R228). */
import { useState, useSyncExternalStore } from 'react'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useCartOwner } from '../cart.ts'
import { discardLines, onPending, pendingLines } from './cart-saves.ts'
import { type CartOwner, keptLine, ownersOf } from './device-store.ts'
import { useClientOfKept } from './kept-orders.tsx'
import { RefusedLines } from './RefusedLines.tsx'

export function OtherCartsNotice() {
  const { userId, clientId: shown } = useCartOwner()
  const others = useSyncExternalStore(onPending, () =>
    ownersOf(userId)
      .flatMap((owner) => (owner.clientId !== shown && refusedOf(owner).length > 0 ? [owner.clientId] : []))
      .join(),
  )
  if (others === '') return null
  return others.split(',').map((id) => <OfCart key={id} owner={{ userId, clientId: Number(id) }} />)
}

const refusedOf = (owner: CartOwner) =>
  [...pendingLines(owner).values()].filter(({ state }) => state === 'refused' || state === 'asking')

function OfCart({ owner }: { owner: CartOwner }) {
  useSyncExternalStore(onPending, () => pendingLines(owner))
  const refused = refusedOf(owner)
  const [first] = refused
  const keptName = first && keptLine(owner, first.articleId)?.clientName
  const { name, isGone } = useClientOfKept(owner, keptName)
  const [asking, setAsking] = useState(false)
  if (!first) return null
  const count = refused.length === 1 ? '1 artículo' : `${refused.length} artículos`
  const codes = refused.map(({ code }) => code).join(' · ')
  return (
    <>
      <RefusedLines lines={refused} client={name}>
        {isGone ? (
          <button type="button" className="button" onClick={() => setAsking(true)}>
            Descartar
          </button>
        ) : (
          <Link to={paths.cart} search={{ id: owner.clientId }} className="button">
            Ver el carrito
          </Link>
        )}
      </RefusedLines>
      {asking && (
        <ConfirmDialog
          title="¿Descartar lo que no se guardó?"
          text={`${count} para ${name} (${codes}) se ${refused.length === 1 ? 'borra' : 'borran'} de este equipo. Esto no se puede deshacer.`}
          confirm="Descartar"
          onConfirm={() => discardLines(owner)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
