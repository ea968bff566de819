import { useState } from 'react'
import { MediaView } from '../MediaView.tsx'
import { Modal } from '../Modal.tsx'
import styles from './PhotoDialog.module.css'

/** One picture or video: as large as it is kept, and small to choose it by. */
export interface Photo {
  readonly large: string
  readonly small: string
  readonly video: boolean
}

interface PhotoDialogProps {
  title: string
  photos: readonly Photo[]
  onClose: () => void
}

/** A record's pictures, large, one at a time. */
export function PhotoDialog({ title, photos, onClose }: PhotoDialogProps) {
  const [at, setAt] = useState(0)
  const photo = photos[at]
  return (
    <Modal title={title} size="large" onClose={onClose}>
      <div className={styles.large}>
        <MediaView
          key={at}
          source={photo?.large ?? null}
          video={photo?.video ?? false}
          alt={`Foto ${at + 1} de ${title}`}
          width={1200}
          height={1200}
          controls
          eager
        />
      </div>
      {photos.length > 1 && (
        <div className={styles.strip}>
          {photos.map(({ small, video }, nth) => (
            <button
              key={small}
              type="button"
              aria-label={`Foto ${nth + 1} de ${photos.length}`}
              aria-current={nth === at || undefined}
              onClick={() => setAt(nth)}
            >
              <MediaView source={small} video={video} alt="" width={64} height={64} />
            </button>
          ))}
        </div>
      )}
    </Modal>
  )
}
