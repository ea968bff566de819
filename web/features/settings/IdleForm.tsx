import { settingProblems } from '../../../contract/setting-rules.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, TextField } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

/** When the sessions of supervisors and admins end because nobody uses them (R267). */
export function IdleForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({ minutes: settingOf(all, 'INACTIVIDAD_MIN').value }),
    textsOf: ({ minutes }) => [{ key: 'INACTIVIDAD_MIN', value: minutes.trim() }],
    check: ({ minutes }) => ({ minutes: settingProblems('INACTIVIDAD_MIN', minutes.trim(), '').value }),
    names: { fields: { minutes: ['INACTIVIDAD_MIN'] } },
    success: 'Cierre por inactividad guardado',
  })
  return (
    <FormFrame form={form} label="Cierre por inactividad">
      <FieldGroup>
        <TextField
          form={form}
          name="minutes"
          label="Minutos sin uso"
          inputMode="numeric"
          maxLength={4}
          help="De 5 a 1440; 0: las sesiones no se cierran solas. Vale para administradores y supervisores."
          required
          wide
        />
      </FieldGroup>
    </FormFrame>
  )
}
