/** Above the list, what became of a code that was searched (R32). */
import type { CatalogueRow } from '../../../contract/catalogue.ts'
import { codeNotice } from './code-notice.ts'
import type { CatalogueSpot } from './place.ts'

interface CodeNoticeProps {
  /** The answer's first row, undefined when it is empty; null until it is there. */
  readonly first: CatalogueRow | undefined | null
  readonly spot: CatalogueSpot
  readonly onSimilar: () => void
}

export function CodeNotice({ first, spot, onSimilar }: CodeNoticeProps) {
  if (first === null) return null
  const text = codeNotice(first, spot)
  const alone = first?.found === 'code' && spot.parecidos === undefined
  if (!text && !alone) return null
  return (
    <p className="list-notice" role="status">
      {text}{' '}
      {alone && (
        <button type="button" className="list-notice-action" onClick={onSimilar}>
          Ver también parecidos
        </button>
      )}
    </p>
  )
}
