import type { SettingKey } from '../../../contract/setting-keys.ts'
import { SETTING_LENGTHS, settingProblems } from '../../../contract/setting-rules.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, TextField } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

const keys = {
  legalName: 'FISCAL_RAZON',
  cuit: 'FISCAL_CUIT',
  vat: 'FISCAL_IVA',
  address: 'FISCAL_DOMICILIO',
  days: 'COTIZACION_DIAS',
  closing: 'COTIZACION_TEXTO',
} as const satisfies Record<string, SettingKey>
type Name = keyof typeof keys
const names = Object.keys(keys) as Name[]
const each = <V,>(read: (name: Name) => V) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, V>

/** The shop as its papers name it (R310), and what its quotations say (R312). */
export function FiscalForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => each((name) => settingOf(all, keys[name]).value),
    textsOf: (fields) => names.map((name) => ({ key: keys[name], value: fields[name].trim() })),
    check: (fields) => each((name) => settingProblems(keys[name], fields[name].trim(), '').value),
    names: { fields: each((name): [SettingKey] => [keys[name]]) },
    success: 'Datos de los documentos guardados',
  })
  return (
    <FormFrame form={form} label="Documentos">
      <FieldGroup>
        <TextField form={form} name="legalName" label="Razón social" maxLength={SETTING_LENGTHS.fiscal} />
        <TextField form={form} name="cuit" label="CUIT" maxLength={13} />
        <TextField form={form} name="vat" label="Condición de IVA" maxLength={SETTING_LENGTHS.fiscal} />
        <TextField form={form} name="address" label="Domicilio" maxLength={SETTING_LENGTHS.fiscal} wide />
        <TextField
          form={form}
          name="days"
          label="Días de validez de una cotización"
          inputMode="numeric"
          maxLength={3}
          required
        />
        <TextField
          form={form}
          name="closing"
          label="Texto al pie de las cotizaciones"
          maxLength={SETTING_LENGTHS.text}
          help="Por ejemplo, si los precios incluyen IVA y cómo se paga. Va solo donde hay precios."
          wide
        />
      </FieldGroup>
    </FormFrame>
  )
}
