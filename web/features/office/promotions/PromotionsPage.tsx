import { IconEdit, IconPlayerStop, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endPromotion, getPromotion, listPromotions, type Promotion } from '../../../../contract/promotions.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import { idInAddress, useAddressState, yesInAddress } from '../../../lib/address-state.ts'
import { call } from '../../../lib/api.ts'
import { queryOf } from '../../../lib/query.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { PromotionForm } from './PromotionForm.tsx'
import { forText, stateText, whatText, whenText } from './promotion-text.ts'

const columns: readonly Column<Promotion>[] = [
  { name: 'name', label: 'Promoción', kind: 'long', phone: 'title', show: ({ name }) => name },
  { name: 'what', label: 'Qué', kind: 'long', phone: 'second', show: whatText },
  { name: 'for', label: 'Para', show: forText },
  { name: 'when', label: 'Cuándo', kind: 'long', show: whenText },
  {
    name: 'state',
    label: 'Estado',
    phone: 'end',
    show: (promotion) => <Mark kind={promotion.state === 'runs' ? 'ok' : undefined}>{stateText(promotion)}</Mark>,
  },
]

const address = wireObject({ open: ['promocion', idInAddress], isNew: ['nueva', yesInAddress] })

/** The promotions of the shop: which run, a form to make and change one, and an end to one (R358). */
export function PromotionsPage() {
  const list = useQuery(queryOf(listPromotions))
  const place = useAddressState(address)
  const { open, isNew } = place.value
  const record = useQuery(queryOf(getPromotion, open === null ? null : { params: { id: open } }))
  const [ending, setEnding] = useState<Promotion | null>(null)
  const end = useAction(({ id, version }: Promotion) => call(endPromotion, { params: { id }, body: { version } }), {
    outdates: [listPromotions, getPromotion],
    success: 'Promoción terminada',
    onDone: () => setEnding(null),
  })
  return (
    <div className="page">
      <div className="page__head">
        <h1>Promociones</h1>
        <button type="button" className="button" onClick={() => place.open({ isNew: true })}>
          <IconPlus size={17} aria-hidden />
          Nueva promoción
        </button>
      </div>
      <Waiting for={list} rows={4} height={44}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable
              label="Promociones"
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              actions={(promotion) => (
                <>
                  <RowButton
                    label="Editar"
                    of={promotion.name}
                    icon={<IconEdit size={17} aria-hidden />}
                    onClick={() => place.open({ open: promotion.id })}
                  />
                  {promotion.state !== 'over' && (
                    <RowButton
                      label="Terminar ahora"
                      of={promotion.name}
                      icon={<IconPlayerStop size={17} aria-hidden />}
                      kind="danger"
                      onClick={() => setEnding(promotion)}
                    />
                  )}
                </>
              )}
            />
          ) : (
            <EmptyState text="Una promoción baja precios por unos días: empieza y termina sola, y el cliente lee su nombre junto al precio." />
          )
        }
      </Waiting>
      {isNew && (
        <FormDrawer title="Nueva promoción" onClose={() => place.close({ isNew: false })}>
          {() => <PromotionForm stored={null} />}
        </FormDrawer>
      )}
      {open !== null && (
        <FormDrawer title="Editar promoción" onClose={() => place.close({ open: null })} record={record}>
          {(stored) => <PromotionForm key={open} stored={{ ...stored, id: open }} />}
        </FormDrawer>
      )}
      {ending && (
        <ConfirmDialog
          title="Terminar promoción"
          text={
            ending.state === 'runs'
              ? `«${ending.name}» deja de valer ya mismo, en todos los precios y en los carritos sin pedir.`
              : `«${ending.name}» no va a empezar.`
          }
          confirm="Terminar ahora"
          busy={end.busy}
          onConfirm={() => void end.run(ending)}
          onCancel={() => setEnding(null)}
        />
      )}
    </div>
  )
}
