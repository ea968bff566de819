import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import styles from './catalogue.module.css'
import type { View } from './view-choice.ts'

interface ViewSwitchProps {
  readonly view: View
  readonly onChange: (view: View) => void
}

const views = [
  ['tarjetas', 'Ver como tarjetas', IconLayoutGrid],
  ['lista', 'Ver como lista', IconList],
] as const

/** The choice between cards and rows, and a link to the quick order, which needs neither. */
export const ViewSwitch = ({ view, onChange }: ViewSwitchProps) => (
  <>
    <div className={styles.listViews}>
      {views.map(([name, words, Icon]) => (
        <button
          key={name}
          type="button"
          aria-label={words}
          title={words}
          aria-pressed={view === name}
          onClick={() => onChange(name)}
        >
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </div>
    <Link to={paths.quickOrder} className={styles.listWay}>
      Pedido rápido
    </Link>
  </>
)
