/** The brands above the tree: each jumps to its branches (R45), with its count of the present search (R221). */
import { useId, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import marks from './marks.module.css'
import styles from './tree.module.css'
import type { TreeNode } from './tree.ts'

/** Number of brands shown at first. */
const FEW = 12

interface BrandChipsProps {
  readonly brands: readonly TreeNode[]
  /** The id of the chosen brand. */
  readonly chosen: number | undefined
  /** Brings a brand's heading to the top of what scrolls. */
  readonly onJump: (brand: TreeNode) => void
}

export function BrandChips({ brands, chosen, onJump }: BrandChipsProps) {
  const id = useId()
  const [all, setAll] = useState(false)
  const isChosen = ({ branch }: TreeNode) => branch.marca === chosen
  const shown = all ? brands : brands.filter((brand, at) => at < FEW || isChosen(brand))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form.
    <div id={id} role="group" className={styles.chips} aria-label="Marcas">
      {shown.map((brand) => (
        <button
          key={brand.id}
          type="button"
          className={marks.chip}
          aria-current={isChosen(brand) || undefined}
          title={`Ir a ${brand.label}`}
          onClick={() => onJump(brand)}
        >
          {brand.label}
          <span className={styles.count}>
            {formatCount(brand.count)}
            <span className="visually-hidden"> artículos</span>
          </span>
        </button>
      ))}
      {brands.length > FEW && (
        <button
          type="button"
          className={`${marks.chip} ${styles.chipMore}`}
          aria-expanded={all}
          aria-controls={id}
          onClick={() => setAll(!all)}
        >
          {all ? 'Ver menos marcas' : `Ver las ${brands.length} marcas`}
        </button>
      )}
    </div>
  )
}
