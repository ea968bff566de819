import type { RefObject } from 'react'
import { QUICK_MAX_LENGTH } from '../../../../contract/quick-order.ts'
import { QuickFailure } from './QuickFailure.tsx'
import styles from './quick-order.module.css'
import type { QuickOrderState } from './use-quick-order.ts'

interface QuickBoxProps {
  order: QuickOrderState
  box: RefObject<HTMLTextAreaElement | null>
  /** Whether reading is what comes next: while no rows wait to be added. */
  isNext: boolean
}

const NO_SIGNAL =
  'Sin señal. Lo que cargó queda guardado en este equipo, aunque cierre la tienda: se lo ofreceremos para leer cuando vuelva la señal.'
const NOT_KEPT = 'Sin señal, y este navegador no deja guardar: no cierre esta página hasta que se lea lo que cargó.'
const SIGNAL_IS_BACK = 'Volvió la señal: lo que cargó todavía no se leyó. Presione Leer.'
const KEPT_BEFORE = 'Esto quedó de la última vez: presione Leer, o pegue otro pedido en su lugar.'
const NO_CLIPBOARD = 'El navegador no dejó leer lo copiado: péguelo en el cuadro'

/** The box for one typed line, or for a whole pasted order. */
export function QuickBox({ order, box, isNext }: QuickBoxProps) {
  const { text, setText, isReading, read, fail } = order
  const paste = async () => {
    try {
      const copied = await navigator.clipboard.readText()
      setText(copied)
      await read(copied)
    } catch {
      fail('box', NO_CLIPBOARD)
    }
  }
  return (
    <form
      className={`panel ${styles.part}`}
      onSubmit={(event) => {
        event.preventDefault()
        void read(text)
      }}
    >
      <div className="field">
        <label className="field__label" htmlFor="pedido-rapido">
          Códigos y cantidades
        </label>
        <textarea
          id="pedido-rapido"
          data-gun
          ref={box}
          className={`input ${styles.box}`}
          rows={Math.min(8, text.split('\n').length + 1)}
          maxLength={QUICK_MAX_LENGTH}
          value={text}
          placeholder="código cantidad"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby="pedido-rapido-ayuda pedido-rapido-error"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            void read(text)
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            // A single line waits in the box: the user may type on after it.
            if ((text.trim() !== '' && !order.isOld) || !pasted.trim().includes('\n')) return
            event.preventDefault()
            setText(pasted)
            void read(pasted)
          }}
        />
        <p id="pedido-rapido-ayuda" className="field__help">
          Escriba código y cantidad y presione Enter, o pegue un pedido entero: un mensaje, un correo o celdas de Excel.
          Las cantidades reemplazan a las del carrito.
        </p>
      </div>
      <QuickFailure
        id="pedido-rapido-error"
        text={order.signal !== 'away' ? order.failureOf('box') : order.isKept ? NO_SIGNAL : NOT_KEPT}
      />
      <div role="status">
        {order.signal === 'back' ? (
          <p className="notice">{SIGNAL_IS_BACK}</p>
        ) : (
          order.isOld && order.signal === 'none' && <p className="notice">{KEPT_BEFORE}</p>
        )}
      </div>
      <div className={styles.ways}>
        <button type="submit" className={isNext ? 'button' : 'button button--plain'}>
          {isReading ? 'Leyendo…' : 'Leer'}
        </button>
        {'clipboard' in navigator && (
          <button type="button" className="button button--plain" onClick={() => void paste()}>
            Pegar
          </button>
        )}
      </div>
    </form>
  )
}
