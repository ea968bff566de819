/**
 * The list of articles (R227), in blocks. With a thousand articles a frame deals with a few blocks instead of each article,
 * and the browser skips the blocks that are far from the view. Cards fill the rows of a block at any width (60 is a multiple
 * of 1 to 6), so that the blocks look like one list.
 */
import { type KeyboardEventHandler, type ReactNode, type RefObject, useMemo } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { BLOCK } from './blocks.ts'

interface ArticleBlocksProps {
  readonly list: RefObject<HTMLDivElement | null>
  readonly pages: readonly (readonly CatalogueRow[])[]
  readonly busy: boolean
  readonly className: string | undefined
  readonly onKeyDownCapture?: KeyboardEventHandler
  /** The articles of a block, each a `listitem`; `at` is the block's index. */
  readonly children: (rows: readonly CatalogueRow[], at: number) => ReactNode
}

export function ArticleBlocks({ list, pages, busy, className, onKeyDownCapture, children }: ArticleBlocksProps) {
  const blocks = useMemo(() => {
    const rows = pages.flat()
    return Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, at) => rows.slice(at * BLOCK, (at + 1) * BLOCK))
  }, [pages])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a ul may not hold blocks, and a ul for each is read out as many lists.
    <div
      ref={list}
      role="list"
      className={className}
      aria-label="Artículos"
      aria-busy={busy}
      hidden={blocks.length === 0}
      onKeyDownCapture={onKeyDownCapture}
    >
      {blocks.map((rows, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its index
        <div key={at}>{children(rows, at)}</div>
      ))}
    </div>
  )
}
