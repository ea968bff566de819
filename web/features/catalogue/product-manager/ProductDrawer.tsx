import { useQuery } from '@tanstack/react-query'
import { getManagedProduct, type ManagedRecord } from '../../../../contract/product-manager.ts'
import { recordQueryOf } from '../../../lib/query.ts'
import { type Taxonomy, useTaxonomy } from '../../../shop/taxonomy.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import type { Loading } from '../../../ui/Waiting.tsx'
import { ProductForm } from './ProductForm.tsx'

/** The edit panel beside the list. */
export const ProductDrawer = ({ articleId, onClose }: { articleId: number; onClose: () => void }) => (
  <FormDrawer title="Editar artículo" onClose={onClose} record={useProductToEdit(articleId)}>
    {({ product, taxonomy }) => <ProductForm product={product} taxonomy={taxonomy} />}
  </FormDrawer>
)

/** An article and the lists its form chooses from. */
function useProductToEdit(articleId: number): Loading<{ product: ManagedRecord; taxonomy: Taxonomy }> {
  const product = useQuery(recordQueryOf(getManagedProduct, { params: { articleId } }))
  const taxonomy = useTaxonomy()
  return {
    data: product.data && taxonomy.data ? { product: product.data, taxonomy: taxonomy.data } : undefined,
    error: product.error ?? taxonomy.error,
    refetch: () => (product.error ? product.refetch() : taxonomy.refetch()),
  }
}
