import { useQuery } from '@tanstack/react-query'
import { BASE_LIST, listPriceLists } from '../../../contract/price-lists.ts'
import { listSettings, type StoredSetting } from '../../../contract/settings-admin.ts'
import { queryOf } from '../../lib/query.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, type Option, SelectField } from '../../ui/form/fields.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

const keys = {
  incomplete: 'LISTA_INCOMPLETA',
  withoutClient: 'LISTA_SIN_CLIENTE',
  inventories: 'LISTA_INVENTARIOS',
} as const

/** Which lists count where no client's does, and what an article costs that a list lacks (R356). */
export function PriceListsForm() {
  const { data: lists } = useQuery(queryOf(listPriceLists))
  return (
    <Waiting for={useQuery(queryOf(listSettings))} rows={3} height={64}>
      {(settings) => (
        <ListsForm
          settings={settings}
          lists={(lists ?? []).flatMap(({ id, name, active }) =>
            id !== null && active ? [{ value: String(id), label: name }] : [],
          )}
        />
      )}
    </Waiting>
  )
}

function ListsForm({ settings, lists }: { settings: readonly StoredSetting[]; lists: readonly Option[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({
      incomplete: settingOf(all, keys.incomplete).value,
      withoutClient: settingOf(all, keys.withoutClient).value,
      inventories: settingOf(all, keys.inventories).value,
    }),
    textsOf: ({ incomplete, withoutClient, inventories }) => [
      { key: keys.incomplete, value: incomplete },
      { key: keys.withoutClient, value: withoutClient },
      { key: keys.inventories, value: inventories },
    ],
    names: {
      fields: {
        incomplete: [keys.incomplete],
        withoutClient: [keys.withoutClient],
        inventories: [keys.inventories],
      },
    },
    success: 'Listas guardadas',
  })
  return (
    <FormFrame form={form} label="Qué lista se usa">
      <FieldGroup>
        <SelectField
          form={form}
          name="incomplete"
          label="Lo que falta en la lista de un cliente"
          options={[
            { value: 'base', label: `Se vende al precio de la ${BASE_LIST.toLowerCase()}` },
            { value: 'consultar', label: 'No tiene precio: «Consultar»' },
          ]}
        />
        <SelectField form={form} name="withoutClient" label="Usuarios sin cliente" none={BASE_LIST} options={lists} />
        <SelectField form={form} name="inventories" label="Inventarios públicos" none={BASE_LIST} options={lists} />
      </FieldGroup>
    </FormFrame>
  )
}
