import { useQuery } from '@tanstack/react-query'
import { listZones } from '../../../../contract/erp-lists.ts'
import { weekdayName } from '../../../../contract/order-amounts.ts'
import { changeOrderRule, createOrderRule, listOrderRules, type OrderRule } from '../../../../contract/order-rules.ts'
import { SALE_CONDITIONS } from '../../../../contract/orders.ts'
import { listPriceLists } from '../../../../contract/price-lists.ts'
import { BASE_LIST_ID } from '../../../../contract/price-terms.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { queryOf } from '../../../lib/query.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { bodyOf, dayField, draftOf, problemsOf, WEEK } from './rule-draft.ts'

const SCOPES = [
  { value: 'all', label: 'Todos los clientes' },
  { value: 'condition', label: 'Los de una condición de venta' },
  { value: 'zone', label: 'Los de una zona' },
  { value: 'list', label: 'Los de una lista de precios' },
]
const CONDITIONS = SALE_CONDITIONS.map((condition) => ({ value: String(condition), label: `Condición ${condition}` }))

interface Choice {
  readonly value: string
  readonly label: string
}

/** The form of a rule of orders. `stored`: null for a new one. */
export function OrderRuleForm({ stored }: { stored: OrderRule | null }) {
  const zones = useQuery(queryOf(listZones))
  const lists = useQuery(queryOf(listPriceLists))
  return (
    <Waiting for={zones} rows={5} height={56}>
      {(allZones) => (
        <Waiting for={lists} rows={5} height={56}>
          {(allLists) => (
            <Form
              stored={stored}
              zones={allZones.map(({ id, name }) => ({ value: String(id), label: name }))}
              lists={allLists
                .filter(({ active }) => active)
                .map(({ id, name }) => ({ value: String(id ?? BASE_LIST_ID), label: name }))}
            />
          )}
        </Waiting>
      )}
    </Waiting>
  )
}

interface FormProps {
  stored: OrderRule | null
  zones: readonly Choice[]
  lists: readonly Choice[]
}

/** A rule as it is stored now; a rule that was deleted meanwhile keeps the form as it was. */
async function readAgain(before: OrderRule): Promise<OrderRule> {
  return (await call(listOrderRules)).find(({ id }) => id === before.id) ?? before
}

function Form({ stored, zones, lists }: FormProps) {
  const form = useForm({
    begin: draftOf(stored),
    check: problemsOf,
    save: (draft) =>
      stored === null
        ? call(createOrderRule, { body: bodyOf(draft) })
        : call(changeOrderRule, { params: { id: stored.id }, body: { ...bodyOf(draft), version: draft.version } }),
    names: {
      fields: {
        scope: ['alcance', 'destino'],
        least: ['PEDIDO_MINIMO'],
        freeFrom: ['ENVIO_SIN_CARGO'],
      },
    },
    reread: stored === null ? undefined : async () => draftOf(await readAgain(stored)),
    outdates: [listOrderRules],
    success: stored ? 'Regla guardada' : 'Regla hecha',
  })
  const { scope } = form.draft
  return (
    <FormFrame form={form}>
      <FieldGroup title="Para quién">
        <SelectField form={form} name="scope" label="Vale para" options={SCOPES} />
        {scope === 'condition' && (
          <SelectField form={form} name="condition" label="Condición" required none="Elija una" options={CONDITIONS} />
        )}
        {scope === 'zone' && (
          <SelectField form={form} name="zone" label="Zona" required none="Elija una" options={zones} />
        )}
        {scope === 'list' && (
          <SelectField form={form} name="list" label="Lista" required none="Elija una" options={lists} />
        )}
      </FieldGroup>
      <FieldGroup title="Qué dice">
        <TextField
          form={form}
          name="least"
          label="Pedido mínimo"
          inputMode="decimal"
          maxLength={20}
          placeholder="50.000"
          help="Por debajo no se puede enviar. Vacío: no dice nada; 0: sin mínimo."
        />
        <TextField
          form={form}
          name="freeFrom"
          label="Envío sin cargo desde"
          inputMode="decimal"
          maxLength={20}
          placeholder="300.000"
          help="Sólo se avisa: la tienda no cobra envíos. Vacío: no dice nada; 0: siempre."
        />
      </FieldGroup>
      {scope === 'zone' && (
        <FieldGroup title="Días de entrega">
          {WEEK.map((day) => (
            <CheckField key={day} form={form} name={dayField(day)} label={capital(weekdayName(day))} />
          ))}
        </FieldGroup>
      )}
      <p className="field__help">
        De varias reglas vale la más particular: la de su lista, si no la de su zona, si no la de su condición. Se
        compara la suma de los renglones del pedido.
      </p>
    </FormFrame>
  )
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
