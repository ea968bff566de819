import { SETTING_LENGTHS } from '../../../contract/setting-rules.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, FormField } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

/** The form of the shop's own terms, which replace the built-in ones (R28). */
export function TermsForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({ terms: settingOf(all, 'TERMINOS').value }),
    textsOf: ({ terms }) => [{ key: 'TERMINOS', value: terms.trim() }],
    names: { fields: { terms: ['TERMINOS'] } },
    success: 'Términos guardados',
  })
  return (
    <FormFrame form={form} label="Términos y condiciones">
      <FieldGroup>
        <FormField
          form={form}
          name="terms"
          label="Texto de los términos"
          help="Una línea vacía separa los párrafos. Vacío: se muestra el texto general de la tienda."
          say={(text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text || '(vacío)')}
          wide
        >
          {(control, value, set) => (
            <textarea
              {...control}
              rows={10}
              maxLength={SETTING_LENGTHS.terms}
              value={value}
              onChange={({ target }) => set(target.value)}
            />
          )}
        </FormField>
      </FieldGroup>
      <p className="field__help">
        Se ven en <Link to={paths.terms}>Términos y condiciones</Link>, también sin ingresar.
      </p>
    </FormFrame>
  )
}
