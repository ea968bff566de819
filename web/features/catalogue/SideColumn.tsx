/** The desktop's left column: the tree, and the side banner where there is one. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getBanner } from '../../../contract/settings.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { bannerQuery } from './catalogue.api.ts'
import type { Branch, TreeNode } from './tree.ts'

const nextFrame = () => new Promise(requestAnimationFrame)

// After the first cards' frame: what the tree needs must not hold them up on a slow line.
const CategoryTree = lazy(() =>
  nextFrame()
    .then(() => import('./CategoryTree.tsx'))
    .then((module) => ({ default: module.CategoryTree })),
)

interface SideColumnProps {
  readonly tree: readonly TreeNode[]
  readonly chosen: Branch
  /** The first articles are there: now the rest may load. */
  readonly ready: boolean
  readonly onChoose: (branch: Branch) => void
}

export function SideColumn({ tree, chosen, ready, onChoose }: SideColumnProps) {
  return (
    <aside className="catalogue-side" aria-label="Filtros">
      <div className="catalogue-tree">
        <Suspense fallback={<TreeSkeleton />}>
          {tree.length > 0 ? (
            <CategoryTree tree={tree} chosen={chosen} onChoose={onChoose} onClickParent="open" />
          ) : (
            <TreeSkeleton />
          )}
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
