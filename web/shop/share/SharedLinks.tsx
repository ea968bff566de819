import { useQuery } from '@tanstack/react-query'
import { type LinkOpens, listLinks, type SharedLink, withdrawLink } from '../../../contract/links.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import styles from './share.module.css'

interface SharedLinksProps {
  readonly clientId: number
  readonly opens: LinkOpens
  /** Which one; null where that kind of thing has no number. */
  readonly opensId: number | null
}

/** The links that open a paper and work, each with the button that takes it back (R395). Nothing without one. */
export function SharedLinks({ clientId, opens, opensId }: SharedLinksProps) {
  const { data = [] } = useQuery(queryOf(listLinks, { query: { clientId } }))
  const links = data.filter((link) => link.kind === 'paper' && link.opens === opens && link.opensId === opensId)
  const remove = useAction(({ id }: SharedLink) => call(withdrawLink, { params: { id } }), {
    outdates: [listLinks],
    success: 'El enlace ya no abre nada',
  })
  if (links.length === 0) return null
  return (
    <section className={`panel ${styles.links}`} aria-labelledby="enlaces">
      <h2 id="enlaces">Enlaces compartidos</h2>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <span>
              Del {formatTime(link.madeAt)}
              {link.madeBy && ` · ${link.madeBy}`}
              <br />
              <small>Sirve hasta el {formatTime(link.endsAt)}</small>
            </span>
            <button
              type="button"
              className="button button--quiet"
              aria-disabled={remove.busy}
              aria-label={`Quitar el enlace del ${formatTime(link.madeAt)}`}
              onClick={() => !remove.busy && void remove.run(link)}
            >
              Quitar
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
