import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { createSavedList, listSavedLists } from '../../../contract/saved-lists.ts'
import { call } from '../../lib/api.ts'
import { navigate } from '../../lib/navigation.ts'
import { outdate } from '../../lib/query.ts'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { ListNameDialog } from './ListNameDialog.tsx'

/** A line that is saved. */
export interface LineToSave {
  readonly articleId: number
  readonly quantity: number
  readonly note: string
}

interface SaveAsListProps {
  /** Whose list it becomes. */
  readonly clientId: number
  readonly lines: readonly LineToSave[]
  readonly className?: string
}

/** The button that saves lines of the screen as a list of the client's (R368). */
export function SaveAsList({ clientId, lines, className = 'button button--plain' }: SaveAsListProps) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setAsks(true)}>
        <IconBookmark size={18} aria-hidden />
        Guardar como lista
      </button>
      {asks && (
        <ListNameDialog
          title="Guardar como lista"
          text="Queda en «Mis listas», para cargarla en el carrito cuando la necesite, a los precios de ese día."
          confirm="Guardar"
          clientId={clientId}
          first={{ name: '', shared: false }}
          save={(named) => call(createSavedList, { body: { clientId, ...named, lines: [...lines] } })}
          onClose={() => setAsks(false)}
          onSaved={({ id, name }) => {
            setAsks(false)
            void outdate(listSavedLists)
            showToast('success', `Se guardó la lista «${name}»`, {
              label: 'Verla',
              run: () => navigate(paths.savedLists, { search: { lista: id } }),
            })
          }}
        />
      )}
    </>
  )
}
