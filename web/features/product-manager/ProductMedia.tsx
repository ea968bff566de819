import type { ManagedRecord } from '../../../contract/product-manager.ts'
import { MediaView } from '../../ui/MediaView.tsx'
import { photosOf } from './photos.ts'
import styles from './product-manager.module.css'

/** The pictures and videos of an article, in the order of their slots. */
export function ProductMedia({ product }: { product: ManagedRecord }) {
  const photos = photosOf(product)
  if (photos.length === 0) return <p className={styles.none}>Este artículo no tiene fotos.</p>
  return (
    <div className={styles.pictures}>
      {photos.map(({ small, video }, at) => (
        <MediaView key={small} source={small} video={video} alt={`Foto ${at + 1}`} width={88} height={88} />
      ))}
    </div>
  )
}
