/** The desktop's left column: the tree, and the side banner where there is one. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { CataloguePlace } from '../../../../contract/address.ts'
import { getBanner } from '../../../../contract/settings.ts'
import { optionalPart } from '../../../lib/optional-part.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { bannerQuery } from './catalogue.api.ts'
import styles from './catalogue.module.css'

const TreePanel = optionalPart(() => import('./TreePanel.tsx').then((module) => module.TreePanel))

interface SideColumnProps {
  readonly place: CataloguePlace
  /** Whether the tree has loaded. */
  readonly known: boolean
  /** Whether the first articles have been painted, so that the column may load. */
  readonly ready: boolean
  readonly onChoose: (change: CataloguePlace) => void
}

export function SideColumn({ place, known, ready, onChoose }: SideColumnProps) {
  return (
    <aside className={styles.side} aria-label="Filtros">
      {/* Together: a banner below a tree that still grows would be pushed down. */}
      <Suspense fallback={<TreeSkeleton />}>
        {known && ready ? (
          <div className={styles.sideTree}>
            <TreePanel place={place} onFilter={onChoose} onChoose={onChoose} onClickParent="open" />
          </div>
        ) : (
          <TreeSkeleton />
        )}
        {ready && <SideBanner />}
      </Suspense>
    </aside>
  )
}

const TreeSkeleton = () => (
  <div className={styles.sideTree}>
    {Array.from({ length: 12 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <Skeleton key={at} height={18} className={styles.treeSkeleton} />
    ))}
  </div>
)

function SideBanner() {
  const { data: isOn } = useQuery(bannerQuery)
  const [failed, setFailed] = useState(false)
  if (!isOn || failed) return null
  return (
    <img className={styles.banner} src={getBanner.path} alt="Promoción destacada" onError={() => setFailed(true)} />
  )
}
