import { listNotices, unwatchList, unwishArticle } from '../../../../contract/notices.ts'
import type { SavedList } from '../../../../contract/saved-lists.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { paths } from '../../../paths.ts'
import { useNotices } from '../../../shop/notices/use-notices.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import styles from './saved-lists.module.css'

interface Awaited {
  readonly key: string
  readonly name: string
  readonly href: string
  readonly what: string
  readonly end: () => Promise<unknown>
}

const columns: readonly Column<Awaited>[] = [
  { name: 'name', label: 'De qué', kind: 'long', phone: 'title', show: ({ name }) => name },
  { name: 'what', label: 'Cuándo', phone: 'second', show: ({ what }) => what },
]

/** All that the user waits for at the client, and its end (R380); nothing where that is nothing. */
export function AwaitedNotices({ lists }: { readonly lists: readonly SavedList[] }) {
  const { clientId, notices } = useNotices()
  const ending = useAction(({ end }: Awaited) => end(), {
    outdates: [listNotices],
    success: 'Ya no le avisamos',
  })
  if (!notices) return null
  const query = { clientId }
  const rows: Awaited[] = [
    ...notices.lists.map((listId) => ({
      key: `l${listId}`,
      name: `Lista «${lists.find(({ id }) => id === listId)?.name ?? listId}»`,
      href: `${paths.savedLists}?lista=${listId}`,
      what: 'Si cambia un precio',
      end: () => call(unwatchList, { params: { listId }, query }),
    })),
    ...notices.articles.map(({ articleId, code, description, lackedPrice }) => ({
      key: `a${articleId}`,
      name: `${code} · ${description}`,
      href: `${paths.catalogue}?articulo=${encodeURIComponent(code)}`,
      what: lackedPrice ? 'Cuando tenga precio' : 'Cuando haya stock',
      end: () => call(unwishArticle, { params: { articleId }, query }),
    })),
  ]
  if (rows.length === 0) return null
  return (
    <section className={styles.kind} aria-label="Avisos por correo">
      <h2>Avisos por correo</h2>
      <p className={styles.facts}>Le escribimos a lo sumo una vez por día, con todo lo nuevo.</p>
      <DataTable
        label="Avisos por correo"
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        hrefOf={({ href }) => href}
        actionsLast
        actions={(row) => (
          <RowButton
            label="No avisarme"
            of={row.name}
            kind="plain"
            busy={ending.busyWith?.key === row.key}
            onClick={() => void ending.run(row)}
          />
        )}
      />
    </section>
  )
}
