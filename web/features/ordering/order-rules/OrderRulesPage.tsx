import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createOrderRule, deleteOrderRule, listOrderRules, type OrderRule } from '../../../../contract/order-rules.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import { idInAddress, useAddressState, yesInAddress } from '../../../lib/address-state.ts'
import { call } from '../../../lib/api.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { queryOf } from '../../../lib/query.ts'
import { showToast } from '../../../lib/toast.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { OrderRuleForm } from './OrderRuleForm.tsx'
import { daysText, freeText, leastText, whoseText } from './rule-text.ts'

/** On a phone values stand on one line without their headings: each says what it is. */
const named = (isPhone: boolean, name: string, text: string) => (isPhone && text !== '' ? `${name}: ${text}` : text)

const columnsFor = (isPhone: boolean): readonly Column<OrderRule>[] => [
  { name: 'whose', label: 'Vale para', kind: 'long', phone: 'title', show: whoseText },
  {
    name: 'least',
    label: 'Pedido mínimo',
    kind: 'figure',
    phone: 'second',
    show: (rule) => named(isPhone, 'Mínimo', leastText(rule)),
  },
  {
    name: 'free',
    label: 'Envío sin cargo',
    kind: 'figure',
    phone: 'second',
    show: (rule) => named(isPhone, 'Envío', freeText(rule)),
  },
  { name: 'days', label: 'Entrega', kind: 'long', show: daysText },
]

const address = wireObject({ open: ['regla', idInAddress], isNew: ['nueva', yesInAddress] })

/** The rules of orders: least amounts, free delivery and the days of zones (R361). */
export function OrderRulesPage() {
  const list = useQuery(queryOf(listOrderRules))
  const place = useAddressState(address)
  const isPhone = usePhone()
  const { open, isNew } = place.value
  const edited = list.data?.find(({ id }) => id === open)
  const restore = useAction(
    ({ id: _, version: _version, target: _target, ...body }: OrderRule) => call(createOrderRule, { body }),
    { outdates: [listOrderRules], success: 'Volvió la regla' },
  )
  const remove = useAction(
    ({ id, version }: OrderRule) => call(deleteOrderRule, { params: { id }, query: { version } }),
    {
      outdates: [listOrderRules],
      onDone: (_, rule) =>
        showToast('success', `Se borró la regla: ${whoseText(rule)}`, {
          label: 'Deshacer',
          run: () => void restore.run(rule),
        }),
    },
  )
  return (
    <div className="page">
      <div className="page__head">
        <h1>Reglas de pedidos</h1>
        <button type="button" className="button" onClick={() => place.open({ isNew: true })}>
          <IconPlus size={17} aria-hidden />
          Nueva regla
        </button>
      </div>
      <Waiting for={list} rows={4} height={44}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable
              label="Reglas de pedidos"
              columns={columnsFor(isPhone)}
              rows={rows}
              keyOf={({ id }) => id}
              nameOf={whoseText}
              actions={(rule) => (
                <>
                  <RowButton
                    label="Editar"
                    of={whoseText(rule)}
                    icon={<IconEdit size={17} aria-hidden />}
                    onClick={() => place.open({ open: rule.id })}
                  />
                  <RowButton
                    label="Borrar"
                    of={whoseText(rule)}
                    icon={<IconTrash size={17} aria-hidden />}
                    kind="danger"
                    onClick={() => void remove.run(rule)}
                  />
                </>
              )}
            />
          ) : (
            <EmptyState text="Una regla dice el pedido mínimo, desde cuánto el envío es sin cargo y qué días se entrega en una zona; el cliente lo lee mientras llena el carrito." />
          )
        }
      </Waiting>
      {isNew && (
        <FormDrawer title="Nueva regla" onClose={() => place.close({ isNew: false })}>
          {() => <OrderRuleForm stored={null} />}
        </FormDrawer>
      )}
      {edited && (
        <FormDrawer title="Editar regla" onClose={() => place.close({ open: null })}>
          {() => <OrderRuleForm key={edited.id} stored={edited} />}
        </FormDrawer>
      )}
    </div>
  )
}
