/** Above the list: whether a code that was searched was found (R32). */

import type { CataloguePlace } from '../../../../contract/address.ts'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { codeNotice } from '../../../shop/code-notice.ts'
import styles from './catalogue.module.css'
import marks from './marks.module.css'
import { isFiltered } from './place.ts'

interface CodeNoticeProps {
  /** The answer's first row, undefined when it is empty; null until it has come. */
  readonly first: CatalogueRow | undefined | null
  readonly place: CataloguePlace
  readonly onSimilar: () => void
}

export function CodeNotice({ first, place, onSimilar }: CodeNoticeProps) {
  if (first === null) return null
  const text = codeNotice(first, {
    text: place.buscar ?? '',
    alone: !isFiltered({ ...place, buscar: undefined }),
  })
  const isCodeAlone = first?.found === 'code' && place.parecidos === undefined
  if (!text && !isCodeAlone) return null
  return (
    <p className={styles.listNotice} role="status">
      {text}{' '}
      {isCodeAlone && (
        <button type="button" className={marks.action} onClick={onSimilar}>
          Ver también parecidos
        </button>
      )}
    </p>
  )
}
