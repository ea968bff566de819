import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import {
  beginTrial,
  getTrial,
  isTrying,
  noErp,
  type FeedTrial as Trial,
  type TriedFile,
} from '../../../contract/erp.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Mark } from '../../ui/Mark.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './erp.module.css'

/** Milliseconds between two polls of a trial that is running. */
const POLL_MS = 1_000

const marks = {
  importado: <Mark kind="ok">entraría</Mark>,
  'en parte': <Mark kind="warning">entraría en parte</Mark>,
  'en espera': <Mark kind="warning">esperaría su respuesta</Mark>,
  rechazado: <Mark kind="warning">se rechazaría</Mark>,
} as const

const figure = (
  name: 'read' | 'inserted' | 'changed' | 'unchanged' | 'deactivated' | 'refused',
  label: string,
): Column<TriedFile> => ({ name, label, kind: 'figure', show: (file) => formatCount(file[name]) })

const columns: readonly Column<TriedFile>[] = [
  { name: 'file', label: 'Archivo', kind: 'short', show: ({ file }) => file },
  { name: 'outcome', label: 'Resultado', show: ({ outcome }) => marks[outcome] },
  figure('read', 'Leídas'),
  figure('inserted', 'Nuevas'),
  figure('changed', 'Cambiadas'),
  figure('unchanged', 'Sin cambios'),
  figure('deactivated', 'De baja'),
  figure('refused', 'Rechazadas'),
]

/** A trial of the ERP's new data: it shows what they would change, and stores nothing (R218). */
export function FeedTrial() {
  const titleId = useId()
  const trial = useQuery({
    ...queryOf(getTrial),
    refetchInterval: ({ state: { data } }) => (data?.last && isTrying(data.last) ? POLL_MS : false),
  })
  const begin = useAction(() => call(beginTrial), { outdates: [getTrial] })
  const busy = begin.busy || (trial.data?.last ? isTrying(trial.data.last) : false)
  return (
    <section className={`panel ${styles.trial}`} aria-labelledby={titleId}>
      <h2 id={titleId}>Ensayo</h2>
      <Waiting for={trial} rows={1} height={44}>
        {({ hasErp, last }) =>
          hasErp ? (
            <>
              <p className="field__help">
                Dice qué cambiaría lo que hay del ERP, sin cambiar nada. De la carpeta mira lo que está en ensayo y, si
                no hay nada, lo que espera en entrada.
              </p>
              <div>
                <button type="button" className="button" aria-disabled={busy} onClick={() => !busy && void begin.run()}>
                  <IconFlask size={17} aria-hidden />
                  Probar
                </button>
              </div>
              {last && <Result trial={last} />}
            </>
          ) : (
            <p>{noErp}</p>
          )
        }
      </Waiting>
    </section>
  )
}

function Result({ trial }: { trial: Trial }) {
  const { state, file, done, total, reason, files, at } = trial
  return (
    <>
      <div role="status">
        {isTrying(trial) && (
          <p>
            {file ? `${file}: ${formatCount(done)} de ${formatCount(total)} filas` : 'Preparando…'}
            <progress aria-label="Avance" max={total || undefined} value={total ? done : undefined} />
          </p>
        )}
        {state === 'no se pudo' && <p className="notice notice--error">No se pudo ensayar: {reason}</p>}
        {state === 'listo' && (
          <p>
            {files.length > 0 ? 'Esto cambiaría' : 'No hay nada nuevo del ERP'} ({formatInstant(at)}).
          </p>
        )}
      </div>
      {files.length > 0 && (
        <DataTable
          label="Qué cambiaría"
          columns={columns}
          rows={files}
          keyOf={({ file: name }) => name}
          nameOf={({ file: name }) => name}
        />
      )}
      {files.map((tried) => tried.faults.length > 0 && <Faults key={tried.file} tried={tried} />)}
    </>
  )
}

/** The faults of a file, each once with its rows. */
const Faults = ({ tried: { file, faults, more } }: { tried: TriedFile }) => (
  <details className={styles.faults} open={faults.length <= 10}>
    <summary>
      {file}: {faults.length + more === 1 ? 'una falta' : `${formatCount(faults.length + more)} faltas`}
    </summary>
    <ul>
      {faults.map(({ place, message }) => (
        <li key={`${place} ${message}`}>
          {place && <strong>{place}: </strong>}
          {message}
        </li>
      ))}
      {more > 0 && <li>… y {formatCount(more)} más.</li>}
    </ul>
  </details>
)
