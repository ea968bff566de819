/** The filter by brand, category and subcategory, as a tree (R102, WAI-ARIA tree pattern). */
import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import styles from './tree.module.css'
import { ALL_OF_BRAND, type Branch, type TreeNode } from './tree.ts'
import { chosenNode, treeKey, typeAhead, visibleNodes, withoutBrand } from './tree-keys.ts'

interface CategoryTreeProps {
  readonly tree: readonly TreeNode[]
  readonly chosen: Branch
  readonly onChoose: (branch: Branch) => void
  /**
   * What a click on a brand or category with something below does: 'open' opens and closes it and the
   * double click chooses (pointer), 'choose' chooses at once and only its arrow opens (touch).
   */
  readonly onClickParent: 'open' | 'choose'
  /** Whether new counts are loading. */
  readonly busy: boolean
}

/** All expanded at first (R45). One node is in the tab order; arrows move, Enter and the space bar choose. */
export function CategoryTree({ tree, chosen, onChoose, onClickParent, busy }: CategoryTreeProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [brand, setBrand] = useState(chosen.marca)
  if (brand !== chosen.marca) {
    setBrand(chosen.marca)
    setCollapsed(withoutBrand(collapsed, chosen))
  }
  const [focused, setFocused] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const chosenId = chosenNode(tree, chosen)?.id
  const visible = visibleNodes(tree, collapsed)
  const inTabOrder = [focused, chosenId].find((id) => visible.some((node) => node.id === id)) ?? visible[0]?.id

  // A branch that was chosen elsewhere scrolls into view.
  useEffect(() => {
    if (chosenId === undefined) return
    root.current?.querySelector(`[data-id="${CSS.escape(chosenId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const toggle = (id: string) =>
    setCollapsed((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })

  const nodeAt = (target: EventTarget): TreeNode | undefined => {
    const id = (target as Element).closest('[role=treeitem]')?.getAttribute('data-id')
    return visible.find((node) => node.id === id)
  }

  const focusOn = (id: string | undefined) => {
    if (id === undefined) return
    setFocused(id)
    root.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const node = nodeAt(event.target)
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onChoose(node.branch)
      return
    }
    const step = treeKey(event.key, node.id, tree, collapsed)
    if (step) {
      event.preventDefault()
      if (step.toggle) toggle(step.toggle)
      focusOn(step.focus)
    } else if (event.key.length === 1) {
      focusOn(typeAhead(event.key, node.id, tree, collapsed))
    }
  }

  const onClick = (event: MouseEvent) => {
    const node = nodeAt(event.target)
    if (!node) return
    setFocused(node.id)
    const isParent = node.children.length > 0
    const onArrow = (event.target as Element).closest('[data-arrow]') !== null
    if (isParent && (onArrow || onClickParent === 'open')) toggle(node.id)
    else onChoose(node.branch)
  }

  const onDoubleClick = (event: MouseEvent) => {
    const node = nodeAt(event.target)
    if (node && node.children.length > 0 && !(event.target as Element).closest('[data-arrow]')) {
      onChoose(node.branch)
    }
  }

  return (
    <div
      ref={root}
      role="tree"
      tabIndex={-1}
      aria-label="Marcas y categorías"
      aria-busy={busy}
      className={styles.tree}
      data-touch={onClickParent === 'choose' || undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      {visible.map((node) => {
        const isParent = node.children.length > 0
        return (
          <div
            key={node.id}
            role="treeitem"
            className={styles.row}
            data-id={node.id}
            data-all={node.label === ALL_OF_BRAND || undefined}
            aria-level={node.level}
            aria-posinset={node.place}
            aria-setsize={node.siblings}
            aria-selected={node.id === chosenId}
            aria-expanded={isParent ? !collapsed.has(node.id) : undefined}
            tabIndex={node.id === inTabOrder ? 0 : -1}
            onFocus={() => setFocused(node.id)}
          >
            <span className={styles.arrow} data-arrow={isParent || undefined}>
              {isParent && <IconChevronDown size={15} aria-hidden="true" />}
            </span>
            <span className={styles.label}>{node.label}</span>
            <span className={styles.count}>
              {formatCount(node.count)}
              <span className="visually-hidden"> artículos</span>
            </span>
          </div>
        )
      })}
    </div>
  )
}
