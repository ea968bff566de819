import { settingProblems } from '../../../contract/setting-rules.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, TextField } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

/** How to reach the shop, as the maintenance page shows it (R202). */
export function ContactForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({
      mail: settingOf(all, 'CONTACTO_MAIL').value,
      phone: settingOf(all, 'CONTACTO_TEL').value,
    }),
    textsOf: ({ mail, phone }) => [
      { key: 'CONTACTO_MAIL', value: mail.trim() },
      { key: 'CONTACTO_TEL', value: phone.trim() },
    ],
    check: ({ mail, phone }) => ({
      mail: settingProblems('CONTACTO_MAIL', mail.trim(), '').value,
      phone: settingProblems('CONTACTO_TEL', phone.trim(), '').value,
    }),
    names: { fields: { mail: ['CONTACTO_MAIL'], phone: ['CONTACTO_TEL'] } },
    success: 'Datos de contacto guardados',
  })
  return (
    <FormFrame form={form} label="Contacto">
      <FieldGroup>
        <TextField form={form} name="mail" label="Email de contacto" type="email" />
        <TextField
          form={form}
          name="phone"
          label="Teléfono de contacto"
          type="tel"
          maxLength={40}
          help="Con +54 adelante también se ofrece WhatsApp."
        />
      </FieldGroup>
      <p className="field__help">
        Se muestran en la <Link to={paths.maintenance}>página de mantenimiento</Link>. Vacío: no se muestra.
      </p>
    </FormFrame>
  )
}
