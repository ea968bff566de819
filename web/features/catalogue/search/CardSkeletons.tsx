import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './catalogue.module.css'

/** Placeholders for cards that are loading, in the cards' own size. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <div className={styles.cards} aria-hidden="true">
      <div>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={at} className={`${styles.card} ${styles.cardSkeleton}`}>
            <Skeleton height={200} className={styles.cardSkeletonPhoto} />
            <div className={styles.cardBody}>
              <Skeleton height={14} className={styles.cardSkeletonWord} />
              <Skeleton height={34} />
              <Skeleton height={14} className={styles.cardSkeletonWord} />
              <Skeleton height={22} className={styles.cardSkeletonWord} />
              <Skeleton height={36} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
