import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeSavedList,
  createSavedList,
  getSavedList,
  listSavedLists,
  type SavedList,
  savedListTexts,
} from '../../../contract/saved-lists.ts'
import { call } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { navigate } from '../../lib/navigation.ts'
import { queryOf } from '../../lib/query.ts'
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
  /** The lines, or what reads them once the list has its name. */
  readonly lines: readonly LineToSave[] | (() => Promise<readonly LineToSave[]>)
  readonly className?: string
}

const addedWords = (count: number): string =>
  count === 1 ? 'Se agregó 1 artículo' : `Se agregaron ${formatCount(count)} artículos`

const tell = ({ id }: SavedList, words: string) =>
  showToast('success', words, {
    label: 'Verla',
    run: () => navigate(paths.savedLists, { search: { lista: id } }),
  })

/** Adds lines to a list; articles that are in it stay as they are. */
async function addLines(clientId: number, id: number, lines: readonly LineToSave[]): Promise<SavedList> {
  const { list, lines: stored } = await call(getSavedList, { params: { id }, query: { clientId } })
  const known = new Set(stored.map(({ articleId }) => articleId))
  const further = lines.filter(({ articleId }) => !known.has(articleId))
  const alreadyListed = lines.length - further.length
  if (further.length === 0) {
    if (lines.length === 0) showToast('failure', savedListTexts.empty)
    else tell(list, `«${list.name}» ya tenía todo`)
    return list
  }
  const before = stored.map(({ articleId, quantity, note }) => ({ articleId, quantity, note }))
  const body = { clientId, version: list.version, lines: [...before, ...further] }
  const changed = await call(changeSavedList, { params: { id }, body })
  tell(
    changed,
    `${addedWords(further.length)} a «${list.name}»${alreadyListed > 0 ? `; ${alreadyListed} ya estaban` : ''}`,
  )
  return changed
}

/** The button that saves lines of the screen as a list of the client's, or adds them to one that stands (R368). */
export function SaveAsList({ clientId, lines, className = 'button button--plain' }: SaveAsListProps) {
  const [asks, setAsks] = useState(false)
  const { data: lists = [] } = useQuery({ ...queryOf(listSavedLists, { query: { clientId } }), enabled: asks })
  const linesToSave = async () => (typeof lines === 'function' ? await lines() : lines)
  return (
    <>
      <button type="button" className={className} onClick={() => setAsks(true)}>
        <IconBookmark size={18} aria-hidden />
        <span>Guardar como lista</span>
      </button>
      {asks && (
        <ListNameDialog
          title="Guardar como lista"
          text="Queda en «Mis listas», para cargarla en el carrito cuando la necesite, a los precios de ese día."
          confirm="Guardar"
          clientId={clientId}
          first={{ name: '', shared: false }}
          save={async (named) => {
            const list = await call(createSavedList, {
              body: { clientId, ...named, lines: [...(await linesToSave())] },
            })
            tell(list, `Se guardó la lista «${list.name}»`)
            return list
          }}
          into={{
            lists: lists.filter(({ kind, archived }) => kind === 'list' && !archived),
            add: async ({ id }) => addLines(clientId, id, await linesToSave()),
          }}
          onClose={() => setAsks(false)}
          outdates={[listSavedLists, getSavedList]}
          onSaved={() => setAsks(false)}
        />
      )}
    </>
  )
}
