import { roles, staffTypes, type UserType, userTypes } from '../../../contract/roles.ts'
import { isRequiredOf } from '../../../contract/second-factor.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

type Chosen = Record<UserType, boolean>

/** Which roles of the staff need a second factor to sign in (R264). */
export function SecondFactorForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm<Chosen>({
    settings,
    fieldsOf: (all) => {
      const { value } = settingOf(all, 'DOS_PASOS')
      return Object.fromEntries(userTypes.map((type) => [type, isRequiredOf(value, type)])) as Chosen
    },
    textsOf: (chosen) => [{ key: 'DOS_PASOS', value: staffTypes.filter((type) => chosen[type]).join(';') }],
    names: { fields: { admin: ['DOS_PASOS'] } },
    success: 'Verificación en dos pasos guardada',
  })
  return (
    <FormFrame form={form} label="Verificación en dos pasos">
      <FieldGroup>
        {staffTypes.map((type) => (
          <CheckField key={type} form={form} name={type} label={roles[type].label} />
        ))}
      </FieldGroup>
    </FormFrame>
  )
}
