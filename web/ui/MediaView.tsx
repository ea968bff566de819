import { useState } from 'react'
import { Placeholder } from './Placeholder.tsx'

interface MediaViewProps {
  /** Address of the picture or video; null shows the placeholder. */
  source: string | null
  video?: boolean
  /** '' when the words beside it say it already. */
  alt: string
  /** Natural proportions, so that nothing jumps while it loads. */
  width?: number
  height?: number
  /** Pictures in the first view load at once. */
  eager?: boolean
  /** A video without controls plays silently, as a picture does. */
  controls?: boolean
  className?: string
}

/** A picture or video of an article; a missing or failing one becomes the placeholder (R108). */
export function MediaView({
  source,
  video = false,
  alt,
  width = 400,
  height = 400,
  eager = false,
  controls = false,
  className,
}: MediaViewProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (source === null || failed === source) return <Placeholder alt={alt} className={className} />
  const onError = () => setFailed(source)
  if (video) {
    return (
      <video
        className={className}
        src={source}
        width={width}
        height={height}
        aria-label={alt || 'Video del artículo'}
        controls={controls}
        muted={!controls}
        playsInline
        preload="metadata"
        onError={onError}
      />
    )
  }
  return (
    <img
      className={className}
      src={source}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={onError}
    />
  )
}
