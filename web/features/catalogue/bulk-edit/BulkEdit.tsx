import { IconEdit } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ListingFilter } from '../../../../contract/product-manager.ts'
import type { Chosen } from '../../../ui/table/selection.ts'

const BulkDrawer = lazy(() => import('./BulkDrawer.tsx').then((m) => ({ default: m.BulkDrawer })))

/** Opens the bulk edit for the chosen articles of a list. */
export function BulkEdit({ chosen, filter }: { chosen: Chosen; filter: ListingFilter }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <IconEdit size={18} aria-hidden />
        Cambiar juntos
      </button>
      <Suspense>{open && <BulkDrawer chosen={chosen} filter={filter} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
