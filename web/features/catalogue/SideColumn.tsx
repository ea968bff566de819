/** The desktop's left column: the tree, and the side banner where there is one. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { CataloguePlace } from '../../../contract/address.ts'
import { getBanner } from '../../../contract/settings.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { bannerQuery } from './catalogue.api.ts'
import type { Branch } from './tree.ts'

/** Once what has been rendered is painted. */
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
const TreePanel = lazy(() =>
  painted()
    .then(() => import('./TreePanel.tsx'))
    .then((module) => ({ default: module.TreePanel })),
)

interface SideColumnProps {
  readonly place: CataloguePlace
  /** The tree has come. */
  readonly known: boolean
  /** The first articles are there: now the rest may load. */
  readonly ready: boolean
  readonly onChoose: (branch: Branch) => void
}

export function SideColumn({ place, known, ready, onChoose }: SideColumnProps) {
  return (
    <aside className="catalogue-side" aria-label="Filtros">
      <div className="catalogue-tree">
        <Suspense fallback={<TreeSkeleton />}>
          {known && ready ? <TreePanel place={place} onChoose={onChoose} onClickParent="open" /> : <TreeSkeleton />}
        </Suspense>
      </div>
      {ready && <SideBanner />}
    </aside>
  )
}

function TreeSkeleton() {
  return Array.from({ length: 12 }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <Skeleton key={at} height={18} className="tree-skeleton" />
  ))
}

function SideBanner() {
  const { data: on } = useQuery(bannerQuery)
  const [failed, setFailed] = useState(false)
  if (!on || failed) return null
  return (
    <img
      className="catalogue-banner"
      src={getBanner.path}
      alt="Promoción destacada"
      onError={() => setFailed(true)}
    />
  )
}
