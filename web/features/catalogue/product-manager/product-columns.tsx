import { isVideo } from '../../../../contract/media.ts'
import { hasPrice, priceOf } from '../../../../contract/price.ts'
import type { ManagedProduct } from '../../../../contract/product-manager.ts'
import { formatMoney, formatPercent } from '../../../lib/format.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { MediaView } from '../../../ui/MediaView.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import styles from './product-manager.module.css'

/** The columns of the list of articles (R202). */
export const productColumns = (onPhoto: (product: ManagedProduct) => void): Column<ManagedProduct>[] => [
  {
    name: 'photo',
    label: 'Foto',
    phone: 'lead',
    show: (product) => <Photo product={product} onOpen={() => onPhoto(product)} />,
  },
  { name: 'code', sort: 'server', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  {
    name: 'name',
    label: 'Nombre',
    kind: 'long',
    phone: 'title',
    show: ({ description, inErp }) => (
      <>
        {description} {!inErp && <Mark kind="warning">baja en el sistema</Mark>}
      </>
    ),
  },
  { name: 'category', label: 'Categoría', show: ({ category }) => category },
  { name: 'subcategory', label: 'Subcategoría', show: ({ subcategory }) => subcategory },
  {
    name: 'brand',
    label: 'Marca',
    kind: 'short',
    phone: 'second',
    show: ({ brand }) => brand ?? 'sin asignar',
  },
  { name: 'season', label: 'Temporada', kind: 'short', show: ({ season }) => season },
  {
    name: 'price',
    sort: 'server',
    label: 'Precio',
    kind: 'figure',
    phone: 'end',
    show: (product) => <Price {...product} />,
  },
  { name: 'promo', label: 'Oferta', show: ({ promo }) => <Ticked on={promo} name="Oferta" /> },
  { name: 'future', label: 'Futuro', show: ({ future }) => <Ticked on={future} name="Futuro" /> },
  { name: 'active', label: 'Activo', show: ({ active }) => <Ticked on={active} name="Activo" /> },
]

/** The price that a client pays, and the list price where a discount is taken from it. */
function Price({ listPrice, discount }: ManagedProduct) {
  if (!hasPrice({ listPrice, discount })) return 'Consultar'
  return (
    <>
      {formatMoney(priceOf({ listPrice, discount }))}
      {discount > 0 && (
        <small className={styles.before}>
          <span className="visually-hidden">Precio de lista </span>
          {formatMoney(listPrice)} −{formatPercent(discount)}
        </small>
      )}
    </>
  )
}

/** A flag that only the form changes. It is not `disabled`, which would take its colour away. */
const Ticked = ({ on, name }: { on: boolean; name: string }) => (
  <input
    type="checkbox"
    className={styles.ticked}
    checked={on}
    readOnly
    aria-readonly
    aria-label={name}
    tabIndex={-1}
    onClick={(event) => event.preventDefault()}
  />
)

function Photo({ product: { image, code, media1 }, onOpen }: { product: ManagedProduct; onOpen: () => void }) {
  const picture = (
    <MediaView
      source={image}
      video={media1 !== null && isVideo(media1)}
      alt=""
      width={40}
      height={40}
      className={styles.thumb}
    />
  )
  if (image === null) return picture
  return (
    <button type="button" className={styles.photo} aria-label={`Ver foto de ${code}`} onClick={onOpen}>
      {picture}
    </button>
  )
}
