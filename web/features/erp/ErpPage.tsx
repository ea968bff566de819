import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DeadTask, type ErpImport, listImports, listTasks, listWaiting, retryTask } from '../../../contract/erp.ts'
import { listUnreadFiles } from '../../../contract/erp-mapping.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { Mark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { ListSection } from '../../ui/table/ListSection.tsx'
import { RowButton } from '../../ui/table/RowButton.tsx'
import styles from './erp.module.css'
import { FeedTrial } from './FeedTrial.tsx'
import { ImportReport } from './ImportReport.tsx'

const taskColumns: readonly Column<DeadTask>[] = [
  { name: 'what', label: 'Tarea', kind: 'long', show: ({ what }) => what },
  { name: 'reason', label: 'Motivo', kind: 'long', show: ({ reason }) => reason || '—' },
  { name: 'attempts', label: 'Intentos', kind: 'figure', show: ({ attempts }) => formatCount(attempts) },
  { name: 'at', label: 'Pedida', kind: 'short', show: ({ createdAt }) => formatInstant(createdAt) },
]

const importColumns: readonly Column<ErpImport>[] = [
  { name: 'at', label: 'Fecha', kind: 'short', show: ({ at }) => formatInstant(at) },
  { name: 'source', label: 'Origen', show: ({ source }) => source },
  {
    name: 'outcome',
    label: 'Resultado',
    show: ({ complete }) => (complete ? <Mark kind="ok">completa</Mark> : <Mark kind="warning">rechazada</Mark>),
  },
  {
    name: 'text',
    label: 'Informe',
    kind: 'long',
    show: (row) => <ImportReport of={row} />,
  },
]

/** The imports from the ERP, and the tasks that the shop gave up (R42). */
export function ErpPage() {
  const tasks = useQuery(queryOf(listTasks))
  const { data: waiting = [] } = useQuery(queryOf(listWaiting))
  const { data: unread = [] } = useQuery(queryOf(listUnreadFiles))
  const imports = useQuery(queryOf(listImports))
  const retry = useAction((id: number) => call(retryTask, { params: { id } }), {
    outdates: [listTasks],
    success: 'Se vuelve a intentar',
  })
  return (
    <div className={`page ${styles.page}`}>
      <div className="page__head">
        <h1>ERP y tareas</h1>
        <Link to={paths.adminErpMapping} className="button button--quiet">
          Archivos de su sistema
        </Link>
      </div>
      {waiting.length > 0 && (
        <Notice>
          <p>
            <strong>Esperan su respuesta:</strong> {waiting.map(({ file }) => file).join(', ')}.
          </p>
          <Link to={paths.adminWaitingFeeds}>Ver qué cambiaría y responder</Link>
        </Notice>
      )}
      {unread.length > 0 && (
        <Notice>
          <p>
            <strong>En la carpeta «entrada» hay archivos que nadie lee:</strong> {unread.join(', ')}. Ni la tienda ni su
            mapeo usan esos nombres.
          </p>
          <Link to={paths.adminErpMapping}>Ver cómo se leerían</Link>
        </Notice>
      )}
      <ListSection
        title="Tareas detenidas"
        list={tasks}
        empty="No hay tareas detenidas"
        columns={taskColumns}
        keyOf={({ id }) => id}
        nameOf={({ what }) => what}
        actions={({ id, what }) => (
          <RowButton
            label="Reintentar"
            of={what}
            icon={<IconRefresh size={17} aria-hidden />}
            onClick={() => void retry.run(id)}
          />
        )}
      />
      <FeedTrial />
      <div className={styles.imports}>
        <ListSection
          title="Importaciones del ERP"
          list={imports}
          empty="Todavía no se importó nada del ERP"
          columns={importColumns}
          keyOf={({ id }) => id}
          nameOf={({ source }) => source}
        />
      </div>
    </div>
  )
}
