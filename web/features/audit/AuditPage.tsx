import { IconArrowBackUp, IconHistory, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AUDIT_COUNTED,
  AUDIT_PAGE_SIZE,
  AUDITED,
  type AuditEntry,
  actionWords,
  BY_PROGRAM,
  entityWords,
  listAudit,
  listAuditors,
  WITH_HISTORY,
  type WithHistory,
} from '../../../contract/audit.ts'
import { wireObject } from '../../../contract/wire.ts'
import {
  choiceInAddress,
  dayInAddress,
  digitsInAddress,
  idInAddress,
  pageInAddress,
  textInAddress,
  useAddressState,
} from '../../lib/address-state.ts'
import { formatCount } from '../../lib/format.ts'
import { usePageSize } from '../../lib/page-size.ts'
import { pageQueryOf, queryOf } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { HistoryModal } from '../../shop/History.tsx'
import { DayField, optionsOf, SelectField, TextField } from '../../ui/form/fields.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import { RowButton } from '../../ui/table/RowButton.tsx'
import { auditColumns } from './audit-columns.tsx'

const address = wireObject({
  text: ['n', textInAddress],
  by: ['quien', digitsInAddress],
  entity: ['que', choiceInAddress(AUDITED)],
  action: ['accion', textInAddress],
  from: ['desde', dayInAddress],
  to: ['hasta', dayInAddress],
  /** The record whose changes are shown, and the bulk change whose rows are shown. */
  entityId: ['registro', textInAddress],
  batchId: ['lote', idInAddress],
  page: ['pag', pageInAddress],
})
/** The kinds of bulk changes that the screen of bulk changes can undo. */
const CAN_BE_UNDONE: ReadonlySet<string> = new Set(['choice', 'add', 'paste', 'sheet'])
const noFilters = { text: '', by: '', entity: '', action: '', from: '', to: '' } as const
const optionsIn = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const hasHistory = (entry: AuditEntry): entry is AuditEntry & { entity: WithHistory } =>
  (WITH_HISTORY as readonly string[]).includes(entry.entity) && entry.rows === 1

/** The audit (R42): each change with its author, and the values before and after. */
export function AuditPage() {
  const place = useAddressState(address)
  const { page, batchId, entityId, ...filters } = place.value
  const [shown, setShown] = useState<(AuditEntry & { entity: WithHistory }) | null>(null)
  const { from, to, by, ...others } = filters
  const pageSize = usePageSize(AUDIT_PAGE_SIZE)
  const query = {
    ...others,
    page,
    size: pageSize.asked,
    entityId,
    batchId: batchId ?? undefined,
    from: from || undefined,
    to: to || undefined,
    by: by === '' ? undefined : Number(by),
  }
  const list = useQuery(pageQueryOf(listAudit, { query }))
  const authors = useQuery(queryOf(listAuditors))
  const showAll = () => place.go({ ...noFilters, batchId: null, entityId: '', page: 0 })
  const isNarrowed = batchId !== null || entityId !== ''
  return (
    <ListPage
      title={batchId === null ? 'Auditoría' : 'Filas de un cambio'}
      nouns={['cambio', 'cambios']}
      empty="No hay cambios para esta búsqueda"
      list={list}
      place={place}
      filters={{ ...filters, batchId, entityId }}
      pageSize={pageSize}
      countedTo={AUDIT_COUNTED}
      columns={auditColumns}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      actions={(entry) => (
        <>
          {entry.rows > 1 && entry.batchId !== null && (
            <RowButton
              label="Ver filas"
              of={`del cambio de ${formatCount(entry.rows)} filas`}
              icon={<IconListDetails size={17} aria-hidden />}
              onClick={() => place.go({ ...noFilters, batchId: entry.batchId, page: 0 })}
            />
          )}
          {CAN_BE_UNDONE.has(entry.kind) && entry.undoneAt === null && entry.batchId !== null && (
            <Link
              to={paths.adminBulkChanges}
              search={{ lote: entry.batchId }}
              className="button button--small button--quiet"
              aria-label={`Deshacer el cambio de ${formatCount(entry.rows)} filas`}
            >
              <IconArrowBackUp size={17} aria-hidden />
              Deshacer
            </Link>
          )}
          {hasHistory(entry) && (
            <RowButton
              label="Historial"
              of={`de ${entry.name}`}
              icon={<IconHistory size={17} aria-hidden />}
              onClick={() => setShown(entry)}
            />
          )}
        </>
      )}
      head={
        isNarrowed && (
          <button type="button" className="button button--plain" onClick={showAll}>
            Ver todos los cambios
          </button>
        )
      }
      search={
        !isNarrowed && {
          label: 'Buscar cambios',
          value: filters,
          onSearch: (wanted, step) => place.go({ ...wanted, page: 0 }, step),
          children: (form) => (
            <>
              <TextField
                form={form}
                name="text"
                label="Registro"
                type="search"
                maxLength={100}
                placeholder="Nombre, código, CUIT o número"
              />
              <SelectField
                form={form}
                name="by"
                label="Quién"
                none="Todos"
                options={[...optionsOf(authors.data ?? []), { value: String(BY_PROGRAM), label: 'El sistema' }]}
              />
              <SelectField form={form} name="entity" label="Qué" none="Todo" options={optionsIn(entityWords)} />
              <SelectField
                form={form}
                name="action"
                label="Acción"
                none="Todas"
                options={optionsIn(actionWords).filter(({ value }) => !value.startsWith('mail'))}
              />
              <DayField form={form} name="from" label="Desde" />
              <DayField form={form} name="to" label="Hasta" />
            </>
          ),
        }
      }
    >
      {shown && (
        <HistoryModal
          entity={shown.entity}
          id={Number(shown.entityId)}
          name={`de ${shown.name}`}
          onClose={() => setShown(null)}
        />
      )}
    </ListPage>
  )
}
