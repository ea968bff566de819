/** The filter by brand, category and subcategory, as a tree (R102, WAI-ARIA tree pattern). */
import { IconChevronDown } from '@tabler/icons-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { formatCount } from '../../../lib/format.ts'
import styles from './tree.module.css'
import { ALL_OF_BRAND, type Branch, type TreeNode } from './tree.ts'
import { chosenNode, treeKey, typeAhead, visibleNodes, withWayOpen } from './tree-keys.ts'

export interface CategoryTreeHandle {
  /** Brings a brand's heading to the top of what scrolls, with the focus on it. */
  jumpTo(brandId: string): void
}

interface CategoryTreeProps {
  readonly ref: Ref<CategoryTreeHandle>
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

/** Ids of the nodes that somebody closed in this tab. */
const CLOSED_KEY = 'arbol-cerrado'

const keptClosed = (): ReadonlySet<string> => {
  try {
    return new Set((sessionStorage.getItem(CLOSED_KEY) ?? '').split(' '))
  } catch {
    return new Set()
  }
}

/** All expanded but for what this tab's user closed (R45). One node is in the tab order; arrows move, Enter and the space bar choose. */
export function CategoryTree({ ref, tree, chosen, onChoose, onClickParent, busy }: CategoryTreeProps) {
  const [collapsed, setCollapsed] = useState(keptClosed)
  useEffect(() => {
    try {
      sessionStorage.setItem(CLOSED_KEY, [...collapsed].join(' '))
    } catch {
      // A browser that refuses storage keeps it until the page closes.
    }
  }, [collapsed])
  const { marca, categoria, subcategoria } = chosen
  const branch = `${marca}/${categoria}/${subcategoria}`
  const [last, setLast] = useState(branch)
  if (last !== branch) {
    setLast(branch)
    setCollapsed(withWayOpen(collapsed, chosen))
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

  const focusOn = (id: string | undefined, options?: FocusOptions) => {
    if (id === undefined) return
    setFocused(id)
    root.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus(options)
  }

  useImperativeHandle(ref, () => ({
    jumpTo(brandId) {
      const brand = root.current?.querySelector(`[data-brand="${CSS.escape(brandId)}"]`)
      focusOn(brandId, { preventScroll: true })
      if (brand) scrollToTop(brand)
    },
  }))

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

  // The first click of a double click may move the rows: the second one, on another row, is not meant.
  const pressed = useRef<string>(undefined)
  const onClick = (event: MouseEvent) => {
    const node = nodeAt(event.target)
    if (event.detail < 2) pressed.current = node?.id
    if (!node || node.id !== pressed.current) return
    setFocused(node.id)
    const isParent = node.children.length > 0
    const onArrow = (event.target as Element).closest('[data-arrow]') !== null
    if (isParent && (onArrow || onClickParent === 'open')) toggle(node.id)
    else onChoose(node.branch)
  }

  const onDoubleClick = (event: MouseEvent) => {
    const node = nodeAt(event.target)
    if (
      node &&
      node.id === pressed.current &&
      node.children.length > 0 &&
      !(event.target as Element).closest('[data-arrow]')
    ) {
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
      onFocus={({ target }) => setFocused(target.getAttribute('data-id') ?? undefined)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      {tree.map((brand) => (
        <BrandRows
          key={brand.id}
          brand={brand}
          closed={[...collapsed].filter((id) => isOf(brand, id)).join(' ')}
          chosenId={chosenId !== undefined && isOf(brand, chosenId) ? chosenId : undefined}
          inTabOrder={inTabOrder !== undefined && isOf(brand, inTabOrder) ? inTabOrder : undefined}
        />
      ))}
    </div>
  )
}

const isOf = (brand: TreeNode, id: string): boolean => id === brand.id || id.startsWith(`${brand.id}/`)

/**
 * Scrolls what holds an element, and not the page behind it, so that the element begins below what stays at the top. Branches
 * that had never been drawn have their real height only a frame or two after they come near, so it is done again.
 */
function scrollToTop(element: Element, frames = 5): void {
  let holder = element.parentElement
  while (holder && !/auto|scroll/.test(getComputedStyle(holder).overflowY)) holder = holder.parentElement
  if (!holder) return
  const covered = Number.parseFloat(getComputedStyle(element).scrollMarginTop)
  holder.scrollTop += element.getBoundingClientRect().top - holder.getBoundingClientRect().top - covered
  if (frames > 1) requestAnimationFrame(() => scrollToTop(element, frames - 1))
}

interface BrandRowsProps {
  readonly brand: TreeNode
  /** Ids of the closed nodes, one blank between. */
  readonly closed: string
  readonly chosenId: string | undefined
  readonly inTabOrder: string | undefined
}

/**
 * A brand's heading, which stays in sight, and its branches. Only the brand in which something changes is rendered again, and only
 * what is near is drawn: a brand may have a hundred branches.
 */
const BrandRows = memo(({ brand, closed, chosenId, inTabOrder }: BrandRowsProps) => {
  const collapsed = new Set(closed.split(' '))
  const row = (node: TreeNode) => {
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
  }
  return (
    <div className={styles.part} data-brand={brand.id} style={rowCount(visibleNodes([brand], collapsed))}>
      {row(brand)}
      {!collapsed.has(brand.id) &&
        brand.children.map((category) => {
          const visible = visibleNodes([category], collapsed)
          return (
            <div key={category.id} className={styles.part} style={rowCount(visible)}>
              {visible.map(row)}
            </div>
          )
        })}
    </div>
  )
})

/** How high a part is that has not been drawn. */
const rowCount = ({ length }: readonly TreeNode[]) => ({ '--rows': length }) as CSSProperties
