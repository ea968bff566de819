/** Lines that the server refused, as a notice (R33). */
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { discardLines, type Pending, retryLines } from './cart-saves.ts'
import type { CartOwner } from './device-store.ts'
import styles from './notices.module.css'

/** Beyond this many the codes are counted, not named. */
const NAMED = 12

const textOf = ({ code, quantity, reason }: Pending): string => {
  const change = quantity === 0 ? `${code}, quitar` : `${code} × ${formatCount(quantity)}`
  return reason ? `${change}: ${reason}` : change
}

interface RefusedLinesProps {
  readonly lines: readonly Pending[]
  /** The name of the lines' client, where that is not the client on the screen. */
  readonly client?: string | undefined
  /** Buttons and links: what the user can do about the lines. */
  readonly children: ReactNode
}

/** Names the lines that the server refused. A reason that all of them share is said once. */
export function RefusedLines({ lines, client, children }: RefusedLinesProps) {
  const [first] = lines
  const shared = lines.every(({ reason }) => reason === first?.reason) ? first?.reason : undefined
  const named = lines.slice(0, NAMED).map((line) => textOf(shared ? { ...line, reason: '' } : line))
  const isSingle = lines.length === 1
  const whose = client ? ` para ${client}` : ''
  const count = `${isSingle ? '1 artículo' : `${lines.length} artículos`}${whose} no se ${isSingle ? 'guardó' : 'guardaron'}`
  return (
    <section className={styles.notice} aria-label={`Artículos sin guardar${whose}`} role="alert">
      <IconAlertTriangle size={22} aria-hidden />
      <div className={styles.text}>
        <p>
          <strong>{count}.</strong> {shared}
        </p>
        <p className={styles.codes}>
          {named.join(' · ')}
          {lines.length > NAMED && ` y ${lines.length - NAMED} más`}
        </p>
      </div>
      <div className={styles.ways}>{children}</div>
    </section>
  )
}

/** The refused lines of the cart on the screen. */
export const OwnRefusedLines = ({ lines, owner }: { lines: readonly Pending[]; owner: CartOwner }) => (
  <RefusedLines lines={lines}>
    <button type="button" className="button" onClick={() => retryLines(owner)}>
      Guardar ahora
    </button>
    <button type="button" className="button button--plain" onClick={() => discardLines(owner)}>
      Descartar
    </button>
  </RefusedLines>
)
