/** A carousel of pictures and videos, moved by swipe, arrows, keys or dots. */

import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import useEmblaCarousel from 'embla-carousel-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
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

/** How many times larger a picture is shown: as large as it is kept, beside the article's data. */
const ZOOM = 2.5

/** The place of a picture that is under the pointer stays there, so that moving over it shows all of it. */
const followPointer = ({ currentTarget, nativeEvent }: MouseEvent<HTMLElement>) => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const part = (at: number, from: number, size: number) => `${((at - from) / size) * 100}%`
  currentTarget.style.setProperty('--x', part(nativeEvent.clientX, left, width))
  currentTarget.style.setProperty('--y', part(nativeEvent.clientY, top, height))
}

/** `label` names the carousel for screen readers, `wide` is for landscape pictures, `zooms`: a picture is enlarged by a click. Videos stop when their slide leaves. */
export function MediaCarousel({
  label,
  slides,
  wide = false,
  zooms = false,
}: {
  readonly label: string
  readonly slides: readonly MediaSlide[]
  readonly wide?: boolean
  readonly zooms?: boolean
}) {
  const [viewport, carousel] = useEmblaCarousel({
    loop: slides.length > 2,
    duration: prefersReducedMotion() ? 0 : 22,
  })
  const [current, setCurrent] = useState(0)
  const [isZoomed, setZoomed] = useState(false)
  const shown = slides[current]
  const canZoom = zooms && shown !== undefined && shown.source !== null && !shown.video

  useEffect(() => {
    if (!carousel) return
    const onSelect = () => {
      setCurrent(carousel.selectedScrollSnap())
      setZoomed(false)
      for (const video of carousel.rootNode().querySelectorAll('video')) video.pause()
    }
    carousel.on('select', onSelect)
    return () => {
      carousel.off('select', onSelect)
    }
  }, [carousel])

  const zoom = (event: MouseEvent<HTMLElement>) => {
    followPointer(event)
    setZoomed(!isZoomed)
  }
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
            // biome-ignore lint/a11y/useKeyWithClickEvents: the button below is the keyboard's way to the same.
            <figure
              key={slide.key}
              className={styles.slide}
              inert={at !== current}
              data-zoom={(canZoom && at === current && (isZoomed ? 'in' : 'out')) || undefined}
              style={isZoomed ? ({ '--zoom': ZOOM } as CSSProperties) : undefined}
              onPointerMove={canZoom && isZoomed ? followPointer : undefined}
              onClick={canZoom ? zoom : undefined}
            >
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
      {canZoom && (
        <button
          type="button"
          className={styles.zoom}
          aria-pressed={isZoomed}
          aria-label="Ampliar la imagen"
          title={isZoomed ? 'Ver entera' : 'Ampliar'}
          onClick={() => setZoomed(!isZoomed)}
        >
          {isZoomed ? <IconZoomOut size={20} aria-hidden /> : <IconZoomIn size={20} aria-hidden />}
        </button>
      )}
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
