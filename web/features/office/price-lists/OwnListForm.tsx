import {
  changeOwnList,
  createOwnList,
  getOwnList,
  LONGEST_CLIENTS,
  LONGEST_LIST_NAME,
  type OwnList,
} from '../../../../contract/own-lists.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, FormField, TextField } from '../../../ui/form/fields.tsx'
import { outdatedByPrices } from './outdated.ts'

/** The form of a list of the shop's own (R359): its name, whether it is in use, and who buys by it. `stored`: null for a new one. */
export function OwnListForm({ stored }: { stored: (OwnList & { readonly id: number }) | null }) {
  const id = stored?.id
  const form = useForm({
    begin: draftOf(stored),
    focusAtStart: stored ? undefined : 'name',
    save: ({ version, ...body }) =>
      id === undefined
        ? call(createOwnList, { body })
        : call(changeOwnList, { params: { id }, body: { ...body, version } }),
    names: { fields: { name: ['nombre'], clients: ['clientes'] } },
    reread: id === undefined ? undefined : async () => draftOf(await call(getOwnList, { params: { id } })),
    outdates: outdatedByPrices,
    success: stored ? 'Lista guardada' : 'Lista hecha',
  })
  return (
    <FormFrame form={form}>
      <FieldGroup>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          required
          wide
          maxLength={LONGEST_LIST_NAME}
          placeholder="Revendedores"
          help="Lo lee el cliente junto al precio: «Lista Revendedores»."
        />
        <CheckField form={form} name="active" label="En uso" wide help="Fuera de uso no tiene precios." />
        <FormField
          form={form}
          name="clients"
          label="Clientes"
          wide
          help="Un código de cliente por línea, como se copian de una planilla. Compran con esta lista en lugar de la que les da el ERP."
        >
          {(control, value, set) => (
            <textarea
              {...control}
              rows={8}
              spellCheck={false}
              maxLength={LONGEST_CLIENTS}
              placeholder={'00123\n00456'}
              value={value}
              onChange={({ target }) => set(target.value)}
            />
          )}
        </FormField>
      </FieldGroup>
    </FormFrame>
  )
}

const draftOf = (stored: OwnList | null) => ({
  name: stored?.name ?? '',
  active: stored?.active ?? true,
  clients: stored?.clients ?? '',
  version: stored?.version,
})
