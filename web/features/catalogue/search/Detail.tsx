/** The article that the address opens: taken from the list or, for a shared link, fetched by its code. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { Product } from '../../../../contract/catalogue.ts'
import { showToast } from '../../../lib/toast.ts'
import { usePricedClient } from '../../../shop/chosen-client.ts'
import { productQuery } from './catalogue.api.ts'
import type { brandNames } from './tree.ts'
import type { LoadedPages } from './use-pages.ts'

const loadModal = () => import('./ProductModal.tsx')
const ProductModal = lazy(() => loadModal().then((module) => ({ default: module.ProductModal })))

/**
 * Fetches the code of the detail ahead of time. It comes early because a style sheet that arrives later goes through every card
 * on the page. It is not fetched offline because a browser does not ask a second time for code that failed to load.
 */
export const prepareDetail = (): void => {
  // A failure shows when the detail is opened.
  if (navigator.onLine) loadModal().catch(() => undefined)
}

interface DetailProps {
  readonly code: string
  readonly pages: LoadedPages['pages']
  readonly inCart: (articleId: number) => number
  /** Null for users who write no observations. */
  readonly noteOf: (articleId: number) => string | null
  /** Null while staff has chosen no client. */
  readonly onSave: ((product: Product, quantity: number, note: string | undefined) => boolean) | null
  readonly brands: ReturnType<typeof brandNames>
  readonly onClose: () => void
  /** Shows another article in the place of this one. */
  readonly onOpen: (code: string) => void
  readonly onAskForClient: () => void
}

export function Detail(props: DetailProps) {
  const { code, pages, brands, inCart, noteOf, onSave, onClose, onOpen, onAskForClient } = props
  const rows = pages.flat()
  const at = rows.findIndex((row) => row.code === code)
  const listed = rows[at]
  const { data, isError } = useQuery({ ...productQuery(code, usePricedClient()), enabled: !listed })
  const product: Product | undefined = listed ?? data?.[0]
  const missing = !product && (data !== undefined || isError)

  useEffect(() => {
    if (!missing) return
    showToast('failure', `No se encontró el artículo ${code}`)
    onClose()
  }, [missing, code, onClose])

  if (!product) return null
  return (
    <Suspense>
      <ProductModal
        product={product}
        brand={brands.get(product.brandId) ?? ''}
        before={at > 0 ? rows[at - 1] : undefined}
        after={at < 0 ? undefined : rows[at + 1]}
        onOpen={onOpen}
        inCart={inCart(product.articleId)}
        note={noteOf(product.articleId)}
        onClose={onClose}
        onSave={
          onSave &&
          ((quantity, note) => {
            const sent = onSave(product, quantity, note)
            if (sent) onClose()
            return sent
          })
        }
        onAskForClient={onAskForClient}
      />
    </Suspense>
  )
}
