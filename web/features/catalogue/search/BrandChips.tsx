/** The brands of a large tree, one tap each (R221). */
import { useId, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import marks from './marks.module.css'
import styles from './tree.module.css'
import type { Branch, TreeNode } from './tree.ts'

/** Number of brands shown at first. */
const FEW = 12

interface BrandChipsProps {
  readonly brands: readonly TreeNode[]
  readonly chosen: Branch
  readonly onChoose: (branch: Branch) => void
}

const everything: Branch = { marca: undefined, categoria: undefined, subcategoria: undefined }

/** The chosen brand's chip is pressed. Pressing it again clears the choice. */
export function BrandChips({ brands, chosen, onChoose }: BrandChipsProps) {
  const id = useId()
  const [all, setAll] = useState(false)
  const isChosen = ({ branch }: TreeNode) => branch.marca === chosen.marca
  const shown = all ? brands : brands.filter((brand, at) => at < FEW || isChosen(brand))
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form. */}
      <div id={id} role="group" className={styles.chips} data-chips aria-label="Marcas">
        {shown.map((brand) => (
          <button
            key={brand.id}
            type="button"
            className={marks.chip}
            aria-pressed={isChosen(brand)}
            onClick={() => onChoose(isChosen(brand) ? everything : brand.branch)}
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
    </>
  )
}
