import { SETTING_LENGTHS } from '../../../contract/setting-rules.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, TextField } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

/** The title of the news popup; whether it opens is a switch of its own. */
export function CarouselTextForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({ text: settingOf(all, 'CAROUSEL').value }),
    textsOf: ({ text }) => [{ key: 'CAROUSEL', value: text.trim() }],
    names: { fields: { text: ['CAROUSEL'] } },
    success: 'Texto del carousel guardado',
  })
  return (
    <FormFrame form={form} label="Título de las novedades" submit="Guardar texto">
      <FieldGroup>
        <TextField
          form={form}
          name="text"
          label="Texto del carousel"
          maxLength={SETTING_LENGTHS.carousel}
          help="Es el título de la ventana de novedades. Vacío: “Novedades”."
          wide
        />
      </FieldGroup>
    </FormFrame>
  )
}
