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

export function NewsPopup({ title, slides, onClose }: NewsPopupProps) {
  return (
    <Modal title={title || 'Novedades'} onClose={onClose}>
      <MediaCarousel
        label="Novedades"
        wide
        slides={slides.map((slide) => ({
          key: slide.id,
          source: addressOf(slideMedia, { query: { slot: slide.id, version: slide.file ?? '' } }),
          video: isVideo(slide.file ?? ''),
          alt: slide.caption || `Novedad ${slide.id}`,
          caption: slide.caption,
        }))}
      />
    </Modal>
  )
}
