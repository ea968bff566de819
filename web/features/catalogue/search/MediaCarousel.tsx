/** A carousel of pictures and videos, moved by swipe, arrows, keys or dots. */

import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import useEmblaCarousel from 'embla-carousel-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { MediaView } from '../../../ui/MediaView.tsx'
import styles from './MediaCarousel.module.css'

export interface MediaSlide {
  readonly key: string | number
  /** Address; null shows the placeholder. */
  readonly source: string | null
  readonly video: boolean
  readonly alt: string
  readonly caption?: ReactNode
}

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** `label` names the carousel for screen readers, `wide` is for landscape pictures. Videos stop when their slide leaves. */
export function MediaCarousel({
  label,
  slides,
  wide = false,
}: {
  readonly label: string
  readonly slides: readonly MediaSlide[]
  readonly wide?: boolean
}) {
  const [viewport, carousel] = useEmblaCarousel({
    loop: slides.length > 2,
    duration: prefersReducedMotion() ? 0 : 22,
  })
  const [current, setCurrent] = useState(0)

  useEffect(() => {
    if (!carousel) return
    const onSelect = () => {
      setCurrent(carousel.selectedScrollSnap())
      for (const video of carousel.rootNode().querySelectorAll('video')) video.pause()
    }
    carousel.on('select', onSelect)
    return () => {
      carousel.off('select', onSelect)
    }
  }, [carousel])

  const hasSeveral = slides.length > 1
  const step = (direction: -1 | 1) => {
    const next = (current + direction + slides.length) % slides.length
    carousel?.scrollTo(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasSeveral || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    // A video's own controls use the arrows.
    if (event.target instanceof HTMLVideoElement) return
    event.preventDefault()
    step(event.key === 'ArrowLeft' ? -1 : 1)
  }

  return (
    <section
      className={styles.root}
      data-wide={wide || undefined}
      aria-roledescription="carrusel"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <div className={styles.viewport} ref={viewport}>
        <div className={styles.slides}>
          {slides.map((slide, at) => (
            <figure key={slide.key} className={styles.slide} inert={at !== current}>
              <MediaView
                source={slide.source}
                video={slide.video}
                alt={slide.alt}
                width={1200}
                height={1200}
                controls
                eager={at === 0}
              />
              {slide.caption && <figcaption>{slide.caption}</figcaption>}
            </figure>
          ))}
        </div>
      </div>
      {hasSeveral && (
        <>
          <button
            type="button"
            className={styles.arrow}
            data-side="left"
            aria-label="Anterior"
            onClick={() => step(-1)}
          >
            <IconChevronLeft size={20} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={styles.arrow}
            data-side="right"
            aria-label="Siguiente"
            onClick={() => step(1)}
          >
            <IconChevronRight size={20} aria-hidden="true" />
          </button>
          <div className={styles.dots}>
            {slides.map((slide, at) => (
              <button
                key={slide.key}
                type="button"
                aria-label={`Ir a la imagen ${at + 1} de ${slides.length}`}
                aria-current={at === current || undefined}
                onClick={() => carousel?.scrollTo(at)}
              />
            ))}
          </div>
        </>
      )}
      <p className="visually-hidden" aria-live="polite">
        {hasSeveral && `Imagen ${current + 1} de ${slides.length}`}
      </p>
    </section>
  )
}
