/** Ordering from the catalogue: storing a line, and asking staff for whom. */
import { useEffect, useRef } from 'react'
import type { Product } from '../../../../contract/catalogue.ts'
import { showToast } from '../../../lib/toast.ts'
import { useSaveCartLine } from '../../../shop/cart.ts'
import { askForClient, chooseFirst } from '../../../shop/chosen-client.ts'

/** Stores a line in the cart; answers false, and says why, while staff has chosen no client. */
export function useOrder(isClientMissing: boolean) {
  const save = useSaveCartLine()
  return (product: Product, quantity: number, note?: string): boolean => {
    if (!isClientMissing)
      return save({ articleId: product.articleId, code: product.code, quantity, note, article: product })
    showToast('failure', chooseFirst)
    return false
  }
}

/** Asks for a client once the article's dialog is gone and has given the focus back. */
export function useClientQuestion(isDetailOpen: boolean, closeDetail: () => void): () => void {
  const isAsked = useRef(false)
  useEffect(() => {
    if (isDetailOpen || !isAsked.current) return
    isAsked.current = false
    askForClient()
  }, [isDetailOpen])
  return () => {
    isAsked.current = true
    closeDetail()
  }
}
