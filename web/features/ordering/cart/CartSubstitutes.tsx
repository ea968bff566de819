import { useState } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import { saveCartLines } from '../../../../contract/cart-lines.ts'
import type { ReviewArticle } from '../../../../contract/review.ts'
import { roundToMultiple } from '../../../../contract/rules.ts'
import { call } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { noteLinesSet, useCart, useCartOwner } from '../../../shop/cart.ts'
import { Substitutes } from '../../../shop/review/Substitutes.tsx'

/** What may take the place of a cart's line that can't be ordered; taken, it comes in its place with its quantity and note (R374). */
export function CartSubstitutes({ line }: { readonly line: CartLine }) {
  const owner = useCartOwner()
  const { lines } = useCart()
  const [isOpen, setOpen] = useState(false)
  const take = async ({ articleId, code, multiple }: ReviewArticle) => {
    const quantity = roundToMultiple(line.quantity + (lines.get(articleId)?.quantity ?? 0), multiple)
    const set = (one: { articleId: number; quantity: number; note?: string | null }) =>
      call(saveCartLines, { body: { clientId: owner.clientId, lines: [{ row: 0, ...one }] } })
    const { lines: taken, notices } = await set({ articleId, quantity, note: line.note || null })
    // The line stays until another one is there in its place.
    if (taken.length === 0) return showToast('failure', notices[0]?.reason ?? `No se pudo agregar ${code}`)
    // Known before the second call: where that fails, the cart shows both.
    await noteLinesSet(owner, taken)
    const { lines: left } = await set({ articleId: line.articleId, quantity: 0 })
    await noteLinesSet(owner, left)
    showToast('success', `${code} en lugar de ${line.code}`)
  }
  if (!isOpen)
    return (
      <button type="button" className="button button--small button--plain" onClick={() => setOpen(true)}>
        Ver qué llevar en su lugar
      </button>
    )
  return (
    <Substitutes
      of={{ articleId: line.articleId, code: '' }}
      clientId={owner.clientId}
      none="No encontramos nada parecido que pueda llevar."
      onTake={take}
    />
  )
}
