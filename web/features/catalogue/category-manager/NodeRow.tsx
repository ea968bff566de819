import {
  IconChevronDown,
  IconChevronRight,
  IconDownload,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Node } from '../../../../contract/category-manager.ts'
import { formatCount } from '../../../lib/format.ts'
import { Mark } from '../../../ui/Mark.tsx'
import styles from './categories.module.css'
import { rename } from './category-manager.api.ts'
import { NameForm } from './NameForm.tsx'
import { levelOf, levelWords, type Totals, totalsText } from './tree.ts'

export interface NodeActions {
  readonly onArticles: (node: Node) => void
  readonly onExport: (node: Node) => void
  readonly onDelete: (node: Node) => void
  /** Opens it with the form for a new one below. */
  readonly onAdd: (node: Node) => void
}

interface NodeRowProps extends NodeActions {
  node: Node
  /** What hangs below it, in all. */
  below?: Totals | undefined
  /** The names of what contains it, where it stands alone. */
  path?: readonly string[]
  /** Whether what is below is shown; undefined where there is nothing to show. */
  open?: boolean | undefined
  onToggle?: () => void
  /** What became of its last move. */
  state?: 'saving' | 'saved' | undefined
}

const articles = (count: number): string => (count === 1 ? '1 artículo' : `${formatCount(count)} artículos`)

/** A brand, category or subcategory: its name, what is in it, what can be done with it. */
export function NodeRow({ node, below, path, open, onToggle, state, ...actions }: NodeRowProps) {
  const [renaming, setRenaming] = useState(false)
  const { name, count } = node
  const level = levelOf(node)
  const inside = below && totalsText(below)
  if (renaming) {
    return (
      <NameForm
        label={`Nombre de ${levelWords[level].of}`}
        begin={name}
        submit="Guardar"
        save={(wanted) => rename(node, wanted)}
        onClose={() => setRenaming(false)}
      />
    )
  }
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div className={styles.node} data-level={level}>
      <span className={styles.name}>
        {onToggle ? (
          <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
            <Chevron size={17} aria-hidden />
            {name}
          </button>
        ) : (
          <span className={styles.leaf}>
            {path && <small>{path.join(' › ')}</small>}
            {name}
          </span>
        )}
        {inside && <small>{inside}</small>}
        {state === 'saving' && <Mark>Guardando…</Mark>}
        {state === 'saved' && <Mark kind="ok">Orden guardado</Mark>}
      </span>
      <span className={styles.actions}>
        {count > 0 && (
          <button
            type="button"
            className="button button--quiet button--small"
            aria-label={`Ordenar ${articles(count)} de ${name}`}
            title="Ordenar los artículos"
            onClick={() => actions.onArticles(node)}
          >
            {articles(count)}
          </button>
        )}
        {level !== 'subcategory' && (
          <IconButton
            label={`Agregar ${level === 'brand' ? 'categoría' : 'subcategoría'} a ${name}`}
            onClick={() => actions.onAdd(node)}
          >
            <IconPlus size={18} aria-hidden />
          </IconButton>
        )}
        <IconButton label={`Exportar ${name}`} onClick={() => actions.onExport(node)}>
          <IconDownload size={18} aria-hidden />
        </IconButton>
        <IconButton label={`Renombrar ${name}`} onClick={() => setRenaming(true)}>
          <IconPencil size={18} aria-hidden />
        </IconButton>
        <IconButton label={`Borrar ${name}`} onClick={() => actions.onDelete(node)} danger>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </span>
    </div>
  )
}

interface IconButtonProps {
  label: string
  danger?: boolean
  onClick: () => void
  children: React.ReactNode
}

const IconButton = ({ label, danger = false, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    className={`button button--small ${danger ? 'button--danger' : 'button--quiet'}`}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {children}
  </button>
)
