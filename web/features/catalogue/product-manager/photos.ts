import { imageAddress, isVideo } from '../../../../contract/media.ts'
import type { ManagedRecord } from '../../../../contract/product-manager.ts'
import type { Photo } from '../../../ui/media/PhotoDialog.tsx'

/** The picture or video of a slot (1 to 5); null when the slot is empty. */
export const photoAt = (articleId: number, slot: number, file: string | null): Photo | null =>
  file === null
    ? null
    : {
        large: imageAddress(articleId, slot, file, 1200),
        small: imageAddress(articleId, slot, file, 400),
        video: isVideo(file),
      }

/** The pictures and videos of an article, in the order of their slots. */
export const photosOf = ({
  articleId,
  media1,
  media2,
  media3,
  media4,
  media5,
}: Pick<ManagedRecord, 'articleId' | 'media1' | 'media2' | 'media3' | 'media4' | 'media5'>): readonly Photo[] =>
  [media1, media2, media3, media4, media5].flatMap((file, at) => photoAt(articleId, at + 1, file) ?? [])
