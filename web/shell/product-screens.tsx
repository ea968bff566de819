/** The lists of articles with what other features do with many of them at once. */
import { screens } from '../../contract/screens.ts'
import { BulkEdit } from '../features/catalogue/bulk-edit/BulkEdit.tsx'
import {
  AdminProductsPage,
  ArticlesPage,
  type ProductsProps,
} from '../features/catalogue/product-manager/ProductsPage.tsx'
import { Link } from '../lib/router.tsx'

const bulk: ProductsProps['bulk'] = (chosen, filter) => <BulkEdit chosen={chosen} filter={filter} />

const changes = (path: string) => (
  <Link to={path} className="button button--plain">
    Cambios masivos
  </Link>
)

export const AdminProducts = () => <AdminProductsPage bulk={bulk} head={changes(screens.adminBulkChanges.path)} />

export const Articles = () => <ArticlesPage bulk={bulk} head={changes(screens.bulkChanges.path)} />
