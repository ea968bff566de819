import { IconChevronDown, IconChevronRight, IconDownload, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { categoryTexts, type Node } from '../../../../contract/category-manager.ts'
import { formatCount } from '../../../lib/format.ts'
import { Mark } from '../../../ui/Mark.tsx'
import styles from './categories.module.css'
import { save } from './category-manager.api.ts'
import { NameForm } from './NameForm.tsx'
import { levelOf, levelWords, type Totals, totalsText } from './tree.ts'

export interface NodeActions {
  readonly onArticles: (node: Node) => void
  readonly onExport: (node: Node) => void
  readonly onDelete: (node: Node) => void
  /** Opens the node, with the form for a new one below it. */
  readonly onAdd: (node: Node) => void
}

interface NodeRowProps extends NodeActions {
  node: Node
  /** What the node holds, where it may have nodes below it. */
  totals?: Totals | undefined
  /** Names of the nodes above it, where the row is not in the tree. */
  path?: readonly string[]
  /** Whether the branch below is shown; undefined where there is none to show. */
  open?: boolean | undefined
  onToggle?: () => void
  /** The state of its last move. */
  state?: 'saving' | 'saved' | undefined
}

const articles = (count: number): string => (count === 1 ? '1 artículo' : `${formatCount(count)} artículos`)

/** A brand, category or subcategory: its name, its counts and its actions. */
export function NodeRow({ node, totals, path, open, onToggle, state, ...actions }: NodeRowProps) {
  const [editing, setEditing] = useState(false)
  const { name, count } = node
  const level = levelOf(node)
  if (editing) {
    return (
      <NameForm
        label={`Nombre de ${levelWords[level].of}`}
        begin={name}
        submit="Guardar"
        {...(level === 'brand' && { wholePacks: node.wholePacks })}
        save={(wanted, wholePacks) => save(node, wanted, wholePacks)}
        onClose={() => setEditing(false)}
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
        {totals && <small>{totalsText(totals)}</small>}
        {node.wholePacks && <Mark>{categoryTexts.wholePacks}</Mark>}
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
        <IconButton label={`${level === 'brand' ? 'Editar' : 'Renombrar'} ${name}`} onClick={() => setEditing(true)}>
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
