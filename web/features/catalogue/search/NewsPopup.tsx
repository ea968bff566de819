/** The news of the shop (R102 and R103). */
import { addressOf } from '../../../../contract/address.ts'
import { type Slide, slideMedia } from '../../../../contract/carousel.ts'
import { isVideo } from '../../../../contract/media.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { MediaCarousel } from './MediaCarousel.tsx'

export interface NewsPopupProps {
  readonly title: string
  readonly slides: readonly Slide[]
  readonly onClose: () => void
}

const sourceOf = ({ id, file }: Slide) => addressOf(slideMedia, { query: { slot: id, version: file ?? '' } })

/**
 * Settles once the first slide can be shown: a popup whose picture is on its way would be an empty box over the catalogue. A
 * video shows its controls at once, and a picture that fails its placeholder.
 */
export async function isFirstReady([first]: readonly Slide[]): Promise<void> {
  if (!first || isVideo(first.file ?? '')) return
  const picture = new Image()
  picture.src = sourceOf(first)
  await picture.decode().catch(() => undefined)
}

export function NewsPopup({ title, slides, onClose }: NewsPopupProps) {
  return (
    <Modal title={title || 'Novedades'} onClose={onClose}>
      <MediaCarousel
        label="Novedades"
        wide
        slides={slides.map((slide) => ({
          key: slide.id,
          source: sourceOf(slide),
          video: isVideo(slide.file ?? ''),
          alt: slide.caption || `Novedad ${slide.id}`,
          caption: slide.caption,
        }))}
      />
    </Modal>
  )
}
