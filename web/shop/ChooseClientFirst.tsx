import { IconUserSearch } from '@tabler/icons-react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { askForClient, chooseFirst } from './chosen-client.ts'

/** What staff sees of a cart before a client is chosen (R100). */
export const ChooseClientFirst = ({ title }: { title: string }) => (
  <div className="page">
    <div className="page__head">
      <h1>{title}</h1>
    </div>
    <EmptyState text="Cada cliente tiene su carrito." icon={<IconUserSearch size={34} stroke={1.6} />}>
      <button type="button" className="button" onClick={askForClient}>
        {chooseFirst}
      </button>
    </EmptyState>
  </div>
)
