import { imageAddress, isVideo } from '../../../contract/media.ts'
import type { ManagedRecord } from '../../../contract/product-manager.ts'
import type { Photo } from '../../ui/media/PhotoDialog.tsx'

/** The pictures and videos of an article, in the order of their slots. */
export const photosOf = ({
  articleId,
  media1,
  media2,
  media3,
  media4,
  media5,
}: Pick<
  ManagedRecord,
  'articleId' | 'media1' | 'media2' | 'media3' | 'media4' | 'media5'
>): readonly Photo[] =>
  [media1, media2, media3, media4, media5].flatMap((file, at) =>
    file === null
      ? []
      : [
          {
            large: imageAddress(articleId, at + 1, file, 1200),
            small: imageAddress(articleId, at + 1, file, 400),
            video: isVideo(file),
          },
        ],
  )
