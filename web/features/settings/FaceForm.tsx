import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { FACTORY_ACCENT, FACTORY_MAIN, isColour } from '../../../contract/face.rules.ts'
import { facePictureAddress } from '../../../contract/face.ts'
import { SETTING_LENGTHS, settingProblems } from '../../../contract/setting-rules.ts'
import {
  type FacePictureName,
  facePictures,
  listSettings,
  resetFace,
  type StoredSetting,
  uploadFacePicture,
} from '../../../contract/settings-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import type { Form } from '../../lib/form.ts'
import { outdate } from '../../lib/query.ts'
import { shopName } from '../../lib/shop.ts'
import { showToast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, FormField, TextField } from '../../ui/form/fields.tsx'
import { MediaSlot } from '../../ui/media/MediaSlot.tsx'
import { FacePreview } from './FacePreview.tsx'
import styles from './face.module.css'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

const pictures: readonly { which: FacePictureName; name: string; help: string }[] = [
  { which: 'logo', name: 'Logo', help: 'Sobre fondo blanco: pantallas, documentos y correos.' },
  { which: 'logo-oscuro', name: 'Logo para fondos oscuros', help: 'Si no hay, ahí va el nombre en blanco.' },
  { which: 'icono', name: 'Ícono', help: 'Cuadrado, para el teléfono. Si no hay, se hace con el logo.' },
]

const RELOAD = 'Las pantallas abiertas lo muestran al cargarlas de nuevo.'

/** The shop's face (R402): its name, its two colours and its pictures, with what they become everywhere. */
export function FaceForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({
      name: settingOf(all, 'MARCA_NOMBRE').value,
      main: settingOf(all, 'MARCA_COLOR').value,
      accent: settingOf(all, 'MARCA_ACENTO').value,
      withName: settingOf(all, 'MARCA_CON_NOMBRE').value === '1',
    }),
    textsOf: ({ name, main, accent, withName }) => [
      { key: 'MARCA_NOMBRE', value: name.trim() },
      { key: 'MARCA_COLOR', value: main.trim().toLowerCase() },
      { key: 'MARCA_ACENTO', value: accent.trim().toLowerCase() },
      { key: 'MARCA_CON_NOMBRE', value: withName ? '1' : '0' },
    ],
    check: ({ name, main, accent }) => ({
      name: settingProblems('MARCA_NOMBRE', name.trim(), '').value,
      main: settingProblems('MARCA_COLOR', main.trim(), '').value,
      accent: settingProblems('MARCA_ACENTO', accent.trim(), '').value,
    }),
    names: { fields: { name: ['MARCA_NOMBRE'], main: ['MARCA_COLOR'], accent: ['MARCA_ACENTO'] } },
    success: `Marca guardada. ${RELOAD}`,
  })
  const [removing, setRemoving] = useState<FacePictureName | 'all' | null>(null)
  const reset = useAction(
    (which: FacePictureName | 'all') => call(resetFace, { query: which === 'all' ? {} : { which } }),
    {
      outdates: [listSettings],
      success: RELOAD,
      onDone: (stored) => {
        const left = (key: string) => stored.find((setting) => setting.key === key)?.value
        if (removing === 'all') form.take({ name: left('MARCA_NOMBRE') ?? '', main: '', accent: '', withName: true })
        setRemoving(null)
      },
    },
  )
  const fileOf = (which: FacePictureName) => settingOf(settings, facePictures[which]).value
  const { name, main, accent, withName } = form.draft
  const colourOf = (text: string) => (isColour(text.trim()) ? text.trim().toLowerCase() : '')
  return (
    <>
      <div className={styles.pictures}>
        {pictures.map(({ which, name: label, help }) => {
          const file = fileOf(which)
          const rendition = which === 'icono' ? '192.png' : 'logo.webp'
          return (
            <div key={which} className={styles.picture} data-dark={which === 'logo-oscuro'}>
              <strong>{label}</strong>
              <MediaSlot
                name={label}
                takes="image"
                wide
                source={file ? facePictureAddress(file, rendition) : null}
                onSend={async (picture, sending) => {
                  await upload(uploadFacePicture, picture, { ...sending, query: { which } })
                  await outdate(listSettings)
                  showToast('success', `${label}: guardado. ${RELOAD}`)
                }}
                onRemove={async () => {
                  setRemoving(which)
                  return false
                }}
              />
              <span className="field__help">{help}</span>
            </div>
          )
        })}
      </div>
      <p className="field__help">
        PNG, JPEG o WebP, hasta 5 MB. Mejor PNG con fondo transparente, de unos 1000 píxeles.
      </p>
      <FormFrame form={form} label="Nombre, logo y colores">
        <FieldGroup>
          <TextField
            form={form}
            name="name"
            label="Nombre de la tienda"
            maxLength={SETTING_LENGTHS.name}
            help="Vacío: el de la instalación (SHOP_NAME)."
            wide
          />
          <ColourField form={form} name="main" label="Color principal" factory={FACTORY_MAIN.azul} />
          <ColourField form={form} name="accent" label="Color de acento" factory={FACTORY_ACCENT.sol} />
          <CheckField
            form={form}
            name="withName"
            label="Nombre junto al logo"
            help="Apáguelo si el logo ya dice el nombre."
            wide
          />
        </FieldGroup>
        <FacePreview
          name={name.trim() || shopName()}
          main={colourOf(main)}
          accent={colourOf(accent)}
          withName={withName}
          logo={settingOf(settings, 'MARCA_LOGO')}
          darkLogo={settingOf(settings, 'MARCA_LOGO_OSCURO')}
          icon={settingOf(settings, 'MARCA_ICONO')}
        />
      </FormFrame>
      <div>
        <button type="button" className="button button--quiet" onClick={() => setRemoving('all')}>
          <IconRestore size={17} aria-hidden />
          Volver a lo de fábrica
        </button>
      </div>
      {removing && (
        <ConfirmDialog
          {...(removing === 'all'
            ? {
                title: 'Volver a lo de fábrica',
                text: 'Se quitan el nombre, los colores y las imágenes de la marca, en pantallas, documentos y correos.',
                confirm: 'Volver a lo de fábrica',
              }
            : {
                title: `Quitar: ${pictures.find(({ which }) => which === removing)?.name ?? ''}`,
                text: 'Deja de mostrarse enseguida en lo que se haga desde ahora.',
                confirm: 'Quitar',
              })}
          busy={reset.busy}
          onConfirm={() => void reset.run(removing)}
          onCancel={() => setRemoving(null)}
        />
      )}
    </>
  )
}

interface ColourFieldProps<Draft extends { main: string; accent: string }> {
  form: Form<Draft>
  name: 'main' | 'accent'
  label: string
  factory: string
}

/** A colour, typed or chosen; empty is the factory's. */
function ColourField<Draft extends { main: string; accent: string }>({
  form,
  name,
  label,
  factory,
}: ColourFieldProps<Draft>) {
  return (
    <FormField form={form} name={name} label={label} help={`Vacío: el de fábrica, ${factory}.`}>
      {(control, value, set) => (
        <div className={styles.colour}>
          <input
            type="color"
            aria-label={`Elegir: ${label}`}
            value={isColour(value.trim()) ? value.trim().toLowerCase() : factory}
            onChange={(event) => set(event.target.value as typeof value)}
          />
          <input
            {...control}
            type="text"
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => set(event.target.value as typeof value)}
          />
        </div>
      )}
    </FormField>
  )
}
