import { FormBlocks } from './FormBlocks.tsx'
import { MediaBlocks } from './MediaBlocks.tsx'
import { SortBlocks } from './SortBlocks.tsx'
import { ControlStates } from './states/ControlStates.tsx'
import { ListStates } from './states/ListStates.tsx'
import { overlays } from './states/OverlayStates.tsx'
import { ShopStates } from './states/ShopStates.tsx'
import { TableBlocks } from './TableBlocks.tsx'

const asked = new URLSearchParams(window.location.search)

/** Every block: to be tried, in each state for docs/design.md (`?estados`), or one that lies over a screen (`?abierto=`). */
export const BlocksPage = () => {
  const open = asked.get('abierto')
  return (
    <div className="page">
      <h1>Bloques</h1>
      {open ? overlays[open] : asked.has('estados') ? <States /> : <Tried />}
    </div>
  )
}

const States = () => (
  <>
    <ControlStates />
    <ShopStates />
    <ListStates />
  </>
)

const Tried = () => (
  <>
    <TableBlocks />
    <SortBlocks />
    <FormBlocks />
    <MediaBlocks />
  </>
)
