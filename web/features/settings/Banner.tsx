import { useState } from 'react'
import { addressOf } from '../../../contract/address.ts'
import { getBanner } from '../../../contract/settings.ts'
import { listSettings, removeBanner, type StoredSetting, uploadBanner } from '../../../contract/settings-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { showToast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { MediaSlot } from '../../ui/media/MediaSlot.tsx'
import { settingOf } from './use-settings-form.ts'

/** The picture at the side of the catalogue. A new picture is stored as soon as it is chosen; taking it away asks first. */
export function Banner({ settings }: { settings: readonly StoredSetting[] }) {
  const file = settingOf(settings, 'BANNER_IMAGEN').value
  const [asking, setAsking] = useState(false)
  const remove = useAction(() => call(removeBanner), {
    outdates: [listSettings],
    success: 'Imagen del banner quitada',
    onDone: () => setAsking(false),
  })
  return (
    <>
      <MediaSlot
        name="Imagen del banner"
        takes="image"
        wide
        source={file ? addressOf(getBanner, { query: { version: file } }) : null}
        onSend={async (picture, sending) => {
          await upload(uploadBanner, picture, sending)
          await outdate(listSettings)
          showToast('success', 'Banner guardado')
        }}
        onRemove={async () => {
          setAsking(true)
          return false
        }}
      />
      {asking && (
        <ConfirmDialog
          title="Quitar la imagen del banner"
          text="El catálogo deja de mostrarla enseguida."
          confirm="Quitar"
          busy={remove.busy}
          onConfirm={() => void remove.run()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
