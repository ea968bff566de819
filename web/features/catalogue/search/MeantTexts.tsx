/** What a search that found nothing, or nothing but by typing errors, may have been meant as: each a button that searches it (R245). */
import { useQuery } from '@tanstack/react-query'
import { type CataloguePlace, filterOfPlace } from '../../../../contract/address.ts'
import { formatCount } from '../../../lib/format.ts'
import { usePricedClient } from '../../../shop/chosen-client.ts'
import { suggestionsQuery } from './catalogue.api.ts'
import styles from './MeantTexts.module.css'
import marks from './marks.module.css'
import { isFiltered, noFilter } from './place.ts'

interface MeantTextsProps {
  readonly place: CataloguePlace
  /** Whether the search found nothing at all. */
  readonly isEmpty: boolean
  readonly onFilter: (change: CataloguePlace) => void
}

export function MeantTexts({ place, isEmpty, onFilter }: MeantTextsProps) {
  const { data: suggestions = [] } = useQuery(suggestionsQuery(filterOfPlace(place, usePricedClient())))
  const { buscar } = place
  const isNarrowed = isEmpty && isFiltered({ ...place, buscar: undefined })
  if (suggestions.length === 0 && !isNarrowed) return null
  return (
    <div className={styles.texts} role="status">
      {suggestions.length > 0 && <span>¿Quiso decir…?</span>}
      {suggestions.map(({ text, total }) => (
        <button
          key={text}
          type="button"
          className={`${marks.chip} ${styles.text}`}
          onClick={() => onFilter({ buscar: text })}
        >
          {text} <span className={styles.count}>{formatCount(total)}</span>
          <span className="visually-hidden">{total === 1 ? 'artículo' : 'artículos'}</span>
        </button>
      ))}
      {isNarrowed && (
        <button type="button" className="button button--quiet" onClick={() => onFilter({ ...noFilter, buscar })}>
          Buscar «{buscar}» en todo el catálogo
        </button>
      )}
    </div>
  )
}
