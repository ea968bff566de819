import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteErpKey, type ErpKey, listErpKeys, MOST_KEYS } from '../../../contract/erp-keys.ts'
import { wireObject } from '../../../contract/wire.ts'
import { useAction } from '../../lib/action.ts'
import { useAddressState, yesInAddress } from '../../lib/address-state.ts'
import { call } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowButton } from '../../ui/table/RowButton.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { ErpKeyForm } from './ErpKeyForm.tsx'
import { rightsText } from './erp-key-words.ts'
import { SecretDialog } from './SecretDialog.tsx'

const columns: readonly Column<ErpKey>[] = [
  { name: 'name', label: 'Nombre', show: ({ name }) => name },
  { name: 'rights', label: 'Puede', kind: 'long', show: ({ rights }) => rightsText(rights) },
  {
    name: 'lastUsedAt',
    label: 'Último uso',
    show: ({ lastUsedAt }) => (lastUsedAt ? formatTime(lastUsedAt) : 'Nunca'),
  },
]

const address = wireObject({ isNew: ['claveNueva', yesInAddress] })

/** The keys with which the ERP's own program calls the shop (R293). */
export function ErpKeys() {
  const list = useQuery(queryOf(listErpKeys))
  const place = useAddressState(address)
  const [asked, setAsked] = useState<ErpKey | null>(null)
  const [told, setTold] = useState<string | null>(null)
  const remove = useAction(({ id }: ErpKey) => call(deleteErpKey, { params: { id } }), {
    outdates: [listErpKeys],
    success: 'Clave retirada',
    onDone: () => setAsked(null),
  })
  return (
    <>
      <Waiting for={list} rows={2} height={44}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable
              label="Claves del ERP"
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              actions={(key) => (
                <RowButton
                  label="Retirar"
                  of={key.name}
                  icon={<IconTrash size={17} aria-hidden />}
                  kind="danger"
                  onClick={() => setAsked(key)}
                />
              )}
            />
          ) : (
            <p>Todavía no hay ninguna clave.</p>
          )
        }
      </Waiting>
      {(list.data?.length ?? 0) < MOST_KEYS && (
        <div>
          <button type="button" className="button button--quiet" onClick={() => place.open({ isNew: true })}>
            <IconPlus size={17} aria-hidden />
            Crear clave
          </button>
        </div>
      )}
      {place.value.isNew && (
        <FormDrawer title="Nueva clave del ERP" onClose={() => place.close({ isNew: false })}>
          {() => <ErpKeyForm onTold={({ key }) => setTold(key)} />}
        </FormDrawer>
      )}
      {asked && (
        <ConfirmDialog
          title="Retirar clave"
          text={`«${asked.name}» deja de valer ya mismo. Lo que el ERP mande con ella se rechaza hasta que tenga otra.`}
          confirm="Retirar"
          busy={remove.busy}
          onConfirm={() => void remove.run(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
      {told && (
        <SecretDialog
          title="Clave del ERP"
          what="Clave"
          text="Con ella el programa del ERP llama a la tienda. Cópiela ahora: no se vuelve a mostrar. Si se pierde, retírela y cree otra."
          secret={told}
          onClose={() => setTold(null)}
        />
      )}
    </>
  )
}
