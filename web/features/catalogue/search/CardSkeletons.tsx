import { Skeleton } from '../../../ui/Skeleton.tsx'

/** Placeholders for cards that are loading, in the cards' own size. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <div className="cards" aria-hidden="true">
      <div>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={at} className="card card-skeleton">
            <Skeleton height={200} className="card-skeleton-photo" />
            <div className="card-body">
              <Skeleton height={14} className="card-skeleton-word" />
              <Skeleton height={34} />
              <Skeleton height={14} className="card-skeleton-word" />
              <Skeleton height={22} className="card-skeleton-word" />
              <Skeleton height={36} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
