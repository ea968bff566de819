import { IconCheck, IconDownload, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  acceptWaiting,
  getFeedStatus,
  listImports,
  listWaiting,
  listWaitingChanges,
  rejectWaiting,
  type WaitingFeed,
} from '../../../contract/erp.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { exportList } from '../../lib/download.ts'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './erp.module.css'
import { FeedExamples } from './FeedExamples.tsx'

/** Milliseconds between two polls while an accepted file is taken. */
const POLL_MS = 1_000

/** The files of the ERP that a guard stopped: what each would change, and the admin's answer (R297). */
export function WaitingFeedsPage() {
  const waiting = useQuery({
    ...queryOf(listWaiting),
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'aceptado') ? POLL_MS : false),
  })
  return (
    <div className={`page ${styles.waiting}`}>
      <div className="page__head">
        <h1>Datos del ERP en espera</h1>
        <Link to={paths.adminErp} className="button button--quiet">
          ERP y tareas
        </Link>
      </div>
      <Waiting for={waiting} rows={2} height={220}>
        {(feeds) =>
          feeds.length === 0 ? (
            <EmptyState text="Nada del ERP espera su respuesta" />
          ) : (
            <>
              <p className={styles.intro}>
                Nada de estos archivos se tomó: la tienda sigue con lo que tenía, también con sus precios. Si llega otro
                más nuevo, ocupa su lugar.
              </p>
              {feeds.map((feed, place) => (
                <Feed key={feed.id} feed={feed} isFirst={place === 0} />
              ))}
            </>
          )
        }
      </Waiting>
    </div>
  )
}

/** `isFirst`: its 'Aceptar' is the screen's one filled button. */
function Feed({ feed, isFirst }: { feed: WaitingFeed; isFirst: boolean }) {
  const { id, file, at, state, preview } = feed
  const [asked, setAsked] = useState<'accept' | 'reject'>()
  const outdates = [listWaiting, getFeedStatus, listImports]
  const accept = useAction(() => call(acceptWaiting, { params: { id } }), {
    outdates,
    success: `${file}: aceptado, se está tomando`,
  })
  const reject = useAction(() => call(rejectWaiting, { params: { id } }), {
    outdates,
    success: `${file}: rechazado, la tienda sigue como estaba`,
  })
  const exporting = useAction(() =>
    exportList(listWaitingChanges, { params: { id }, query: { page: 0 } }, 'cambios-en-espera.xlsx'),
  )
  const action = asked === 'accept' ? accept : reject
  const depends = preview.guards.every(({ code }) => code === 'DEPENDE')
  return (
    <section className={`panel ${styles.feed}`} aria-label={file}>
      <header>
        <h2>{file}</h2>
        <p className="field__help">Llegó el {formatInstant(at)}</p>
      </header>
      <ul className={styles.guards}>
        {preview.guards.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
      <Figures preview={preview} />
      {state === 'aceptado' ? (
        <p role="status">Aceptado: se está tomando…</p>
      ) : (
        <div className={styles.answers}>
          {!depends && (
            <button
              type="button"
              className={isFirst ? 'button' : 'button button--plain'}
              onClick={() => setAsked('accept')}
            >
              <IconCheck size={17} aria-hidden />
              Aceptar
            </button>
          )}
          <button type="button" className="button button--quiet" onClick={() => setAsked('reject')}>
            <IconX size={17} aria-hidden />
            Rechazar
          </button>
        </div>
      )}
      <FeedExamples preview={preview} />
      {hasMore(preview) && (
        <button
          type="button"
          className="button button--plain"
          aria-disabled={exporting.busy}
          onClick={() => !exporting.busy && void exporting.run()}
        >
          <IconDownload size={17} aria-hidden />
          {exporting.busy ? 'Preparando…' : 'Descargar todos los cambios'}
          <span className="visually-hidden"> de {file}</span>
        </button>
      )}
      {asked && (
        <ConfirmDialog
          title={asked === 'accept' ? `¿Aceptar ${file}?` : `¿Rechazar ${file}?`}
          text={
            asked === 'accept'
              ? `${preview.guards.map(({ message }) => `${message}.`).join(' ')} Los compradores lo ven enseguida.`
              : 'La tienda sigue con lo que tiene. Si el ERP manda los mismos cambios otra vez, no se toman ni se preguntan.'
          }
          confirm={asked === 'accept' ? 'Aceptar' : 'Rechazar'}
          busy={action.busy}
          harmless={asked === 'reject'}
          onConfirm={async () => {
            await action.run()
            setAsked(undefined)
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

/** Whether a file changes more than its examples show. */
const hasMore = ({ prices, priceMoves, gone, lost, changes, changed }: WaitingFeed['preview']) =>
  prices.length < priceMoves || gone.length < lost || (changes.length > 0 && changed > 0)

const figures = [
  ['read', 'Filas leídas'],
  ['inserted', 'Nuevas'],
  ['changed', 'Cambiadas'],
  ['unchanged', 'Sin cambios'],
  ['lost', 'Salen de uso'],
] as const satisfies readonly (readonly [keyof WaitingFeed['preview'], string])[]

const Figures = ({ preview }: { preview: WaitingFeed['preview'] }) => (
  <dl className={styles.figures}>
    {figures.map(([name, label]) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>{formatCount(preview[name])}</dd>
      </div>
    ))}
  </dl>
)
