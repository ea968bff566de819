import { type ReactNode, useEffect, useRef, useState } from 'react'
import { categoryTree, searchProducts } from '../../../../contract/catalogue.ts'
import { priceOf } from '../../../../contract/price.ts'
import {
  createListing,
  filterListings,
  getManagedProduct,
  listUnassigned,
  type ManagedRecord,
  updateListing,
} from '../../../../contract/product-manager.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { formatPrice } from '../../../lib/format.ts'
import { readPercent } from '../../../lib/percent.ts'
import { HistoryButton } from '../../../shop/History.tsx'
import type { Taxonomy } from '../../../shop/taxonomy.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, SelectField, TextField, Wide } from '../../../ui/form/fields.tsx'
import { MediaView } from '../../../ui/MediaView.tsx'
import { ProductCertificate } from './ProductCertificate.tsx'
import { ProductMedia } from './ProductMedia.tsx'
import { ProductSubstitute } from './ProductSubstitute.tsx'
import { bodyOf, draftOf, type ProductDraft, problemsOf } from './product-form.ts'
import styles from './product-manager.module.css'

/** The queries that a changed article makes stale. */
const OUTDATED = [filterListings, listUnassigned, searchProducts, categoryTree]

/**
 * Saves an article. Its first edit lists it (R204); only then the answer is the stored draft, which has the article's position.
 * @throws ApiError
 */
async function save(articleId: number, draft: ProductDraft): Promise<ProductDraft | undefined> {
  const { position, ...body } = bodyOf(draft)
  if (draft.listingId === null) {
    await call(createListing, { body: { articleId, position, ...body } })
    return stored(articleId)
  }
  await call(updateListing, { params: { id: draft.listingId }, body: { ...body, position: position ?? 0 } })
}

const stored = async (articleId: number): Promise<ProductDraft> =>
  draftOf(await call(getManagedProduct, { params: { articleId } }))

/** The form of an article's data in the shop (R202: the edit panel). */
export function ProductForm({ product, taxonomy }: { product: ManagedRecord; taxonomy: Taxonomy }) {
  const { articleId, listPrice } = product
  const [justListed, setJustListed] = useState(false)
  const [image, setImage] = useState(product.image)
  const form = useForm({
    begin: draftOf(product),
    focusAtStart: product.listingId === null ? 'brandId' : undefined,
    check: problemsOf,
    save: (draft) => save(articleId, draft),
    reread: () => stored(articleId),
    names: updateListing.body,
    outdates: OUTDATED,
    success: `Artículo ${product.code} guardado`,
    onDone: (listed) => {
      if (!listed) return
      form.take(listed)
      setJustListed(true)
    },
  })
  const { brandId, categoryId, listingId, discount } = form.draft
  const price = listPrice && priceOf({ listPrice, discount: readPercent(discount) ?? 0 })
  return (
    <FormFrame
      form={form}
      stays={listingId === null}
      beside={justListed ? 'Artículo guardado. Ya puede ponerle fotos.' : ''}
    >
      <Facts product={product} image={image} />
      <Wide>
        <HistoryButton entity="product" id={articleId} name={`de ${product.code}`} />
      </Wide>
      <FieldGroup title="Lugar en el catálogo">
        <SelectField
          form={form}
          name="brandId"
          label="Marca"
          none="Sin asignar"
          options={taxonomy.brands}
          onChoose={(chosen) => form.set({ brandId: chosen, categoryId: '', subcategoryId: '' })}
        />
        <SelectField
          form={form}
          name="categoryId"
          label="Categoría"
          none="Sin categoria"
          options={taxonomy.categoriesOf(brandId)}
          onChoose={(chosen) => form.set({ categoryId: chosen, subcategoryId: '' })}
        />
        {brandId !== '' && categoryId !== '' && (
          <SelectField
            form={form}
            name="subcategoryId"
            label="Subcategoría"
            none="Sin subcategoría"
            options={taxonomy.subcategoriesOf(categoryId)}
          />
        )}
        <TextField
          form={form}
          name="position"
          label="Orden"
          inputMode="numeric"
          maxLength={6}
          required={listingId !== null}
          help={listingId === null && 'Vacío: último de su lugar.'}
        />
      </FieldGroup>
      <FieldGroup title="Venta">
        <TextField
          form={form}
          name="discount"
          label="Descuento (%)"
          inputMode="decimal"
          maxLength={6}
          required
          help={
            listPrice && price === 0
              ? 'Con ese descuento cuesta $ 0: se verá como «Consultar» y nadie podrá pedirlo.'
              : `De 0 a 100. Precio: ${formatPrice(price)}`
          }
        />
        <TextField form={form} name="hint" label="Indicación de compra" maxLength={500} />
        <CheckField form={form} name="promo" label="Oferta" />
        <CheckField form={form} name="future" label="Futuro" />
        <CheckField form={form} name="active" label="Activo" />
      </FieldGroup>
      <FieldGroup title="Fotos y videos">
        <Wide>
          <PhotosNext now={justListed}>
            <ProductMedia product={product} listingId={listingId} onImage={setImage} />
          </PhotosNext>
        </Wide>
      </FieldGroup>
      <FieldGroup title="Reemplazo">
        <Wide>
          <ProductSubstitute articleId={articleId} />
        </Wide>
      </FieldGroup>
      <FieldGroup title="Certificado">
        <Wide>
          <ProductCertificate code={product.code} />
        </Wide>
      </FieldGroup>
    </FormFrame>
  )
}

/** Wraps the photos. Once the article is listed and can have photos, the focus goes to the first free place. */
function PhotosNext({ now, children }: { now: boolean; children: ReactNode }) {
  const photos = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (now) photos.current?.querySelector<HTMLElement>('[data-filled=false] input')?.focus()
  }, [now])
  return <div ref={photos}>{children}</div>
}

/** The article's data of the ERP, which are not changed here. */
const Facts = ({ product, image }: { product: ManagedRecord; image: string | null }) => (
  <div className={styles.facts}>
    <MediaView source={image} alt="" width={72} height={72} />
    <strong>{product.description}</strong>
    <p>
      {[product.code, product.alias, product.season, formatPrice(product.listPrice)].filter(Boolean).join(' · ')}
      {!product.inErp && ' · De baja en el sistema de gestión: no se muestra en la tienda'}
    </p>
  </div>
)
