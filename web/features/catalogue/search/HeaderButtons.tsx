/** The catalogue's buttons in the shop's header: scanning on a phone, and the filters. */
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Suspense } from 'react'
import { optionalPart } from '../../../lib/optional-part.ts'
import { InHeader } from '../../../ui/HeaderSlot.tsx'
import styles from './catalogue.module.css'

const ScanButton = optionalPart(() => import('../../../shop/scan/ScanButton.tsx').then((module) => module.ScanButton))

interface Props {
  /** Whether there is a button to scan: on a phone. */
  scans: boolean
  /** Whether the code for scanning may be fetched; until then the button's place is kept free. */
  mayFetch: boolean
  /** Whether filters are set. */
  isFiltered: boolean
  onFilters(): void
}

export const HeaderButtons = ({ scans, mayFetch, isFiltered, onFilters }: Props) => (
  <InHeader>
    {scans && (
      <Suspense fallback={<span className={styles.filterButton} />}>
        {mayFetch ? <ScanButton className={styles.filterButton} short /> : <span className={styles.filterButton} />}
      </Suspense>
    )}
    <button
      type="button"
      className={styles.filterButton}
      aria-label="Filtros"
      aria-haspopup="dialog"
      data-active={isFiltered || undefined}
      onClick={onFilters}
    >
      <IconAdjustmentsHorizontal size={20} aria-hidden="true" />
    </button>
  </InHeader>
)
