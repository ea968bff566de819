/** The lists of articles with what other features do with many of them at once. */
import { type Screen, screens } from '../../contract/screens.ts'
import { BulkEdit } from '../features/catalogue/bulk-edit/BulkEdit.tsx'
import {
  AdminProductsPage,
  ArticlesPage,
  type ProductsProps,
} from '../features/catalogue/product-manager/ProductsPage.tsx'
import { Link } from '../lib/router.tsx'

const bulk: ProductsProps['bulk'] = (chosen, filter) => <BulkEdit chosen={chosen} filter={filter} />

const linkTo = ({ path, title }: Screen) => (
  <Link to={path} className="button button--plain">
    {title}
  </Link>
)

export const AdminProducts = () => <AdminProductsPage bulk={bulk} head={linkTo(screens.adminBulkChanges)} />

// A supervisor has no menu of the administration.
const ways = (
  <>
    {linkTo(screens.priceLists)}
    {linkTo(screens.bulkChanges)}
  </>
)

export const Articles = () => <ArticlesPage bulk={bulk} head={ways} />
