import { addressOf } from '../../../contract/address.ts'
import { getBanner } from '../../../contract/settings.ts'
import { listSettings, type StoredSetting, uploadBanner } from '../../../contract/settings-admin.ts'
import { outdate } from '../../lib/query.ts'
import { showToast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { MediaSlot } from '../../ui/media/MediaSlot.tsx'
import { settingOf } from './use-settings-form.ts'

/** The picture at the side of the catalogue. A new picture is stored as soon as it is chosen. */
export function Banner({ settings }: { settings: readonly StoredSetting[] }) {
  const file = settingOf(settings, 'BANNER_IMAGEN').value
  return (
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
    />
  )
}
