import { settingProblems } from '../../../contract/setting-rules.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, TextField } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

const keys = { share: 'ERP_PRECIOS_PARTE', move: 'ERP_PRECIOS_CAMBIO', shorter: 'ERP_ARCHIVO_CORTO' } as const

/** When data of the ERP wait for a person (R297). */
export function FeedForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({
      share: settingOf(all, keys.share).value,
      move: settingOf(all, keys.move).value,
      shorter: settingOf(all, keys.shorter).value,
    }),
    textsOf: ({ share, move, shorter }) => [
      { key: keys.share, value: share.trim() },
      { key: keys.move, value: move.trim() },
      { key: keys.shorter, value: shorter.trim() },
    ],
    check: ({ share, move, shorter }) => ({
      share: settingProblems(keys.share, share.trim(), '').value,
      move: settingProblems(keys.move, move.trim(), '').value,
      shorter: settingProblems(keys.shorter, shorter.trim(), '').value,
    }),
    names: { fields: { share: [keys.share], move: [keys.move], shorter: [keys.shorter] } },
    success: 'Resguardos del ERP guardados',
  })
  return (
    <FormFrame form={form} label="Datos del ERP que esperan su respuesta">
      <FieldGroup>
        <TextField
          form={form}
          name="share"
          label="Parte de los precios (%)"
          inputMode="numeric"
          maxLength={3}
          help="Si cambian mucho más precios que esta parte, el archivo espera."
          required
        />
        <TextField
          form={form}
          name="move"
          label="Cambio de precio que es mucho (%)"
          inputMode="numeric"
          maxLength={3}
          help="Un precio que cambia diez veces o más espera siempre."
          required
        />
        <TextField
          form={form}
          name="shorter"
          label="Archivo más corto que el anterior (%)"
          inputMode="numeric"
          maxLength={3}
          help="Con más de este porcentaje de filas menos, el archivo espera."
          required
        />
      </FieldGroup>
    </FormFrame>
  )
}
