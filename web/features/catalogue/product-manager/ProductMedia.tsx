import { useState } from 'react'
import { searchProducts } from '../../../../contract/catalogue.ts'
import { imageAddress, isVideo } from '../../../../contract/media.ts'
import {
  deleteProductMedia,
  restoreProductMedia,
  uploadProductImage,
  uploadProductVideo,
} from '../../../../contract/media-upload.ts'
import { filterListings, listUnassigned, type ManagedRecord } from '../../../../contract/product-manager.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { outdate } from '../../../lib/query.ts'
import { upload } from '../../../lib/upload.ts'
import { MediaSlots } from '../../../ui/media/MediaSlots.tsx'
import { isFilm } from '../../../ui/media/media-files.ts'
import { PhotoDialog } from '../../../ui/media/PhotoDialog.tsx'
import { photoAt } from './photos.ts'

const OUTDATED = [filterListings, listUnassigned, searchProducts]
const nameOf = (at: number) => `Foto ${at + 1}`

interface ProductMediaProps {
  product: ManagedRecord
  /** Null until the article is listed. */
  listingId: number | null
  /** The first picture has changed: its address, null for none. */
  onImage: (address: string | null) => void
}

/** The five pictures and videos of an article. Each is saved on its own, not with the form around them. */
export function ProductMedia({ product, listingId, onImage }: ProductMediaProps) {
  const { articleId, code } = product
  const [files, setFiles] = useState(() => [
    ...[product.media1, product.media2, product.media3, product.media4, product.media5],
  ])
  const [shown, setShown] = useState<number | null>(null)
  const put = (at: number, file: string | null) => {
    setFiles((before) => before.map((current, slot) => (slot === at ? file : current)))
    if (at === 0) onImage(file && imageAddress(articleId, 1, file, 400))
  }
  const placeOf = (at: number) => ({ query: { listingId: listingId ?? 0, slot: at + 1 } })
  const restore = useAction((at: number) => call(restoreProductMedia, placeOf(at)), {
    outdates: OUTDATED,
    onDone: ({ file }, at) => put(at, file),
  })
  const remove = useAction((at: number) => call(deleteProductMedia, placeOf(at)), {
    outdates: OUTDATED,
    onDone: (_, at) => put(at, null),
  })
  const photo = shown === null ? null : photoAt(articleId, shown + 1, files[shown] ?? null)
  return (
    <>
      <MediaSlots
        label="Fotos y videos"
        places={files.map((file, at) => ({
          name: nameOf(at),
          source: file && imageAddress(articleId, at + 1, file, 400),
          video: isVideo(file ?? ''),
        }))}
        {...(listingId === null && { blocked: 'Guarde el artículo antes de ponerle fotos.' })}
        onSend={async (at, file, sending) => {
          const endpoint = isFilm(file) ? uploadProductVideo : uploadProductImage
          const filled = await upload(endpoint, file, { ...placeOf(at), ...sending })
          put(at, filled.file)
          for (const outdated of OUTDATED) void outdate(outdated)
        }}
        onRemove={remove.run}
        onRestore={restore.run}
        onShow={setShown}
      />
      {shown !== null && photo && (
        <PhotoDialog title={`${code}: ${nameOf(shown)}`} photos={[photo]} onClose={() => setShown(null)} />
      )}
    </>
  )
}
