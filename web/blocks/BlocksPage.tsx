import { FormBlocks } from './FormBlocks.tsx'
import { TableBlocks } from './TableBlocks.tsx'

/** Every block in every state, one below the other. */
export const BlocksPage = () => (
  <div className="page">
    <h1>Bloques</h1>
    <TableBlocks />
    <FormBlocks />
  </div>
)
