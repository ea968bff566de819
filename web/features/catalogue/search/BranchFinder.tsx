/** A box that finds a branch of the tree by its name (R221, WAI-ARIA combobox with a list). */
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import styles from './tree.module.css'
import type { Branch, TreeNode } from './tree.ts'
import { type FoundBranch, findBranches } from './tree-search.ts'

/** Most branches shown: to type another letter is quicker than to look through more. */
const MOST_SHOWN = 40

interface BranchFinderProps {
  /** The whole tree, with the counts of the present search. */
  readonly tree: readonly TreeNode[]
  readonly onChoose: (branch: Branch) => void
}

const wordsOf = (count: number): string =>
  count === 0
    ? 'Ninguna marca ni categoría se llama así'
    : count === 1
      ? '1 resultado'
      : `${formatCount(count)} resultados`

/**
 * While something is typed, the list of found branches takes the place of what is below the box (tree.module.css). What is typed
 * is known here alone: hundreds of branches need not render again at each letter.
 */
export function BranchFinder({ tree, onChoose }: BranchFinderProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const open = typed.trim() !== ''
  const all = open ? findBranches(tree, typed) : []
  const shown = all.slice(0, MOST_SHOWN)
  const at = Math.min(active, shown.length - 1)

  const type = (text: string) => {
    setActive(0)
    setTyped(text)
  }
  const choose = ({ node }: FoundBranch) => {
    type('')
    onChoose(node.branch)
  }
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? shown.length - 1 : 0
    const found = shown[at]
    if (step > 0 && found) setActive((at + step) % shown.length)
    else if (event.key === 'Enter' && found) choose(found)
    else if (event.key === 'Escape') type('')
    else return
    event.preventDefault()
    // The key must not reach a dialog around the box.
    event.stopPropagation()
  }
  return (
    <>
      <div className={styles.find}>
        <IconSearch size={16} aria-hidden="true" />
        <input
          type="search"
          className={`input input--begun ${styles.findBox}`}
          role="combobox"
          aria-label="Buscar marca o categoría"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          placeholder="Buscar marca o categoría"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {open && (
        <div className={styles.scroll}>
          <div ref={list} id={id} role="listbox" aria-label="Marcas y categorías encontradas">
            {shown.map((found, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the box and chooses from there.
              <div
                key={found.node.id}
                id={`${id}-${place}`}
                role="option"
                className={styles.found}
                tabIndex={-1}
                aria-selected={place === at}
                data-empty={found.node.count === 0 || undefined}
                // The box keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(found)}
              >
                <span className={styles.foundName}>{found.node.label}</span>
                <span className={styles.count}>
                  {formatCount(found.node.count)}
                  <span className="visually-hidden"> artículos</span>
                </span>
                <small>{found.path.length > 0 ? found.path.join(' › ') : 'Marca'}</small>
              </div>
            ))}
          </div>
          {(all.length === 0 || all.length > shown.length) && (
            <p className={styles.said}>
              {all.length === 0
                ? `${wordsOf(0)}.`
                : `Hay ${formatCount(all.length - shown.length)} más: escriba otra letra.`}
            </p>
          )}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {open && wordsOf(all.length)}
      </span>
    </>
  )
}
