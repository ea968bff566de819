import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Brand, categoryTree, listBrands, type TreeRow } from '../../../../contract/catalogue.ts'
import { cataloguePdf, DEFAULT_DENSITY, type Density, densities, priceList } from '../../../../contract/documents.ts'
import { download } from '../../../lib/download.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { useClientId, usePricedClient } from '../../../shop/chosen-client.ts'
import { PreparingDocument } from '../../../shop/PreparingDocument.tsx'
import { usePreparedDocument } from '../../../shop/prepared-document.ts'
import { ShareButton } from '../../../shop/share/ShareButton.tsx'
import { SharedLinks } from '../../../shop/share/SharedLinks.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './catalogues.module.css'

const DENSITY_WORDS: Readonly<Record<Density, string>> = {
  6: '6, con fotos grandes',
  12: '12',
  20: '20, para imprimir menos hojas',
}

const articlesInWords = (count: number): string => `${formatCount(count)} ${count === 1 ? 'artículo' : 'artículos'}`

/** How many articles on sale each brand has, by its id. */
function countsOf(rows: readonly TreeRow[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { brandId, count } of rows) counts.set(brandId, (counts.get(brandId) ?? 0) + count)
  return counts
}

/** Catalogues and price lists as files, brand by brand, with how many articles each has (R102). */
export function CataloguesPage() {
  const brands = useQuery(queryOf(listBrands))
  const { data: counts } = useQuery({ ...queryOf(categoryTree), select: countsOf })
  const [withLogo, setWithLogo] = useState(true)
  const [withPrices, setWithPrices] = useState(true)
  const [perPage, setPerPage] = useState<Density>(DEFAULT_DENSITY)
  const { preparing, prepare } = usePreparedDocument()
  const clientId = usePricedClient()
  const linksOf = useClientId()

  const take = ({ id, name }: Brand, kind: 'catalogo' | 'lista-precios') => {
    const order = { kind, brandId: id, withLogo, withPrices, withImages: true, perPage, clientId } as const
    return prepare(
      kind === 'catalogo'
        ? {
            label: `Catálogo de ${name}`,
            order,
            save: () =>
              download(cataloguePdf, {
                query: { brandId: id, withLogo, withPrices, withImages: true, perPage, clientId },
                otherwise: 'catalogo.pdf',
              }),
          }
        : {
            label: `Lista de precios de ${name}`,
            order,
            save: () => download(priceList, { query: { brandId: id, clientId }, otherwise: 'lista-precios.xlsx' }),
          },
    )
  }
  const busy = preparing !== null

  return (
    <div className="page">
      <h1>Catálogos</h1>
      <fieldset className={`panel ${styles.options}`}>
        <legend className="visually-hidden">Qué incluye el catálogo</legend>
        <label>
          <input type="checkbox" checked={withLogo} onChange={({ target }) => setWithLogo(target.checked)} />
          Incluir Logo
        </label>
        <label>
          <input type="checkbox" checked={withPrices} onChange={({ target }) => setWithPrices(target.checked)} />
          Incluir Precio
        </label>
        <label>
          Artículos por página
          <select
            className="input"
            value={perPage}
            onChange={({ target }) =>
              setPerPage(densities.find((one) => one === Number(target.value)) ?? DEFAULT_DENSITY)
            }
          >
            {densities.map((one) => (
              <option key={one} value={one}>
                {DENSITY_WORDS[one]}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      <PreparingDocument preparing={preparing} />
      <Waiting for={brands} rows={6}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState text="Todavía no hay marcas en el catálogo" />
          ) : (
            <ul className={`panel ${styles.brands}`}>
              {all.map((brand) => (
                <li key={brand.id}>
                  <h2>{brand.name}</h2>
                  {/* How long a catalogue will be, before it is asked for. */}
                  {counts && <p>{articlesInWords(counts.get(brand.id) ?? 0)}</p>}
                  <button
                    type="button"
                    className="button button--plain"
                    aria-label={`Descargar el catálogo de ${brand.name}`}
                    aria-disabled={busy}
                    onClick={() => !busy && take(brand, 'catalogo')}
                  >
                    <IconFileTypePdf size={19} aria-hidden />
                    Descargar
                  </button>
                  <ShareButton
                    paper={{
                      title: `Catálogo de ${brand.name}`,
                      link: { opens: 'catalogue', clientId, brandId: brand.id, withLogo, withPrices, perPage },
                    }}
                    of={`el catálogo de ${brand.name}`}
                  />
                  <button
                    type="button"
                    className="button button--plain"
                    aria-label={`Lista de precios de ${brand.name}`}
                    aria-disabled={busy}
                    onClick={() => !busy && take(brand, 'lista-precios')}
                  >
                    <IconFileSpreadsheet size={19} aria-hidden />
                    Lista de precios
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Waiting>
      <SharedLinks clientId={linksOf} opens="catalogue" opensId={null} />
    </div>
  )
}
