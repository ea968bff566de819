import { announcementProblems, announcementValue, SETTING_LENGTHS } from '../../../contract/setting-rules.ts'
import { type Announcement, parseAnnouncement } from '../../../contract/settings.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { AnnouncementStrip } from '../../ui/AnnouncementStrip.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, SelectField, TextField } from '../../ui/form/fields.tsx'
import styles from './settings.module.css'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

const none: Announcement = { title: '', text: '', textColour: 'black', backgroundColour: 'white' }
const textColours = [
  { value: 'white', label: 'Blanco' },
  { value: 'black', label: 'Negro' },
]
const backgrounds = [
  { value: 'red', label: 'Rojo' },
  { value: 'lightblue', label: 'Celeste' },
  { value: 'yellow', label: 'Amarillo' },
  { value: 'white', label: 'Blanco' },
]

/** The form of the strip above every screen, with a preview of it (R203). */
export function AnnouncementForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => {
      const { value, aux } = settingOf(all, 'ANUNCIO')
      return { ...(parseAnnouncement(value) ?? none), shown: aux === '1' }
    },
    textsOf: ({ shown, ...announcement }) => [
      { key: 'ANUNCIO', value: announcementValue(announcement), aux: shown ? '1' : '0' },
    ],
    check: ({ shown, ...announcement }) => announcementProblems(announcement, shown),
    names: { fields: { title: ['ANUNCIO'], shown: ['ANUNCIO.aux'] } },
    success: 'Anuncio guardado',
  })
  const { draft } = form
  const isFaint = draft.textColour === 'white' && ['lightblue', 'yellow'].includes(draft.backgroundColour)
  return (
    <FormFrame form={form} label="Anuncio de la tienda">
      <FieldGroup>
        <TextField form={form} name="title" label="Título" maxLength={SETTING_LENGTHS.title} wide />
        <TextField
          form={form}
          name="text"
          label="Texto"
          maxLength={SETTING_LENGTHS.text}
          help="Ni el título ni el texto pueden llevar punto y coma (;) ni barra (|)."
          wide
        />
        <SelectField form={form} name="textColour" label="Color del texto" options={textColours} />
        <SelectField form={form} name="backgroundColour" label="Color de fondo" options={backgrounds} />
        <CheckField
          form={form}
          name="shown"
          label="Habilitado"
          help="Se muestra arriba de todas las pantallas a quien ingresó."
          wide
        />
      </FieldGroup>
      <figure className={styles.preview} aria-label="Vista previa del anuncio">
        <figcaption>
          {draft.shown ? 'Así se ve en la tienda:' : 'Así se vería en la tienda; ahora no se muestra:'}
        </figcaption>
        <AnnouncementStrip announcement={draft} />
        {isFaint && <span>Con texto blanco sobre este fondo casi no se lee: mejor texto negro.</span>}
      </figure>
    </FormFrame>
  )
}
