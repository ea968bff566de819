import type { ReactNode } from 'react'
import { refusalOf } from '../lib/refusal.ts'
import { EmptyState } from './EmptyState.tsx'
import { SkeletonRows } from './Skeleton.tsx'

/** Something that is asked for; a query is one. */
export interface Loading<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch?: () => unknown
}

interface WaitingProps<Data> {
  for: Loading<Data>
  /** How many grey rows stand there meanwhile, and how high in CSS pixels. */
  rows?: number
  height?: number
  children: (data: Data) => ReactNode
}

/** Grey rows while the data are on their way; the reason of a failure, with a button to try again; else the children. */
export function Waiting<Data>({ for: asked, rows, height, children }: WaitingProps<Data>) {
  if (asked.data !== undefined) return children(asked.data)
  if (!asked.error) return <SkeletonRows rows={rows} height={height} />
  return (
    <EmptyState text={refusalOf(asked.error).message}>
      {asked.refetch && (
        <button type="button" className="button" onClick={() => asked.refetch?.()}>
          Volver a intentar
        </button>
      )}
    </EmptyState>
  )
}
