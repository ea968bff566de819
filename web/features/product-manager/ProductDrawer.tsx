import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { getManagedProduct, type ManagedRecord } from '../../../contract/product-manager.ts'
import { recordQueryOf } from '../../lib/query.ts'
import { type Taxonomy, useTaxonomy } from '../../shop/taxonomy.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import type { Loading } from '../../ui/Waiting.tsx'
import { ProductForm } from './ProductForm.tsx'

/** The edit panel beside the list. It stays after the first edit of an article, whose photos come next. */
export function ProductDrawer({ articleId, onClose }: { articleId: number; onClose: () => void }) {
  const record = useProductToEdit(articleId)
  const listedNow = useRef(false)
  const close = () => {
    if (!listedNow.current) return onClose()
    listedNow.current = false
    void record.refetch?.()
  }
  return (
    <FormDrawer title="Editar artículo" onClose={close} record={record}>
      {({ product, taxonomy }) => (
        <ProductForm
          key={product.listingId}
          product={product}
          taxonomy={taxonomy}
          onListed={() => {
            listedNow.current = true
          }}
        />
      )}
    </FormDrawer>
  )
}

/** An article and the lists its form chooses from. */
function useProductToEdit(articleId: number): Loading<{ product: ManagedRecord; taxonomy: Taxonomy }> {
  const product = useQuery(recordQueryOf(getManagedProduct, { params: { articleId } }))
  const taxonomy = useTaxonomy()
  return {
    data: product.data && taxonomy.data ? { product: product.data, taxonomy: taxonomy.data } : undefined,
    error: product.error ?? taxonomy.error,
    refetch: () => Promise.all([product.refetch(), taxonomy.refetch()]),
  }
}
