import { IconGripVertical } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type Lift, lift, scrollAtEdges } from './lift.ts'
import { PositionBox } from './PositionBox.tsx'
import styles from './sortable.module.css'

interface SortableListProps<Item> {
  /** What the list is called. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => number | string
  nameOf: (item: Item) => string
  /** Takes the item at an index to a position counted from 1. */
  onMove: (item: Item, position: number) => void
  /** What is shown of one, beside its handle and number. */
  children: (item: Item) => ReactNode
  /** What hangs below it; out of the way while the list is being sorted. */
  below?: (item: Item) => ReactNode
  /** A number below 0 is raised to 1 instead of refused. */
  raises?: boolean
}

/** A pointer that moved less than this, in CSS pixels, has clicked. */
const SLOP = 4
const PAGE = 10

interface Grabbed {
  readonly index: number
  readonly lift: Lift
  readonly stop: () => void
}

/**
 * A list whose order people change: by dragging a row's handle (mouse, pen, finger), with the keyboard (Space on the
 * handle, arrows, Space; Escape takes it back) and by typing a position. Arrows go from handle to handle, and from
 * number to number. What happens is said aloud.
 */
export function SortableList<Item>({
  label,
  items,
  keyOf,
  nameOf,
  onMove,
  children,
  below,
  raises = false,
}: SortableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null)
  const grabbed = useRef<Grabbed | null>(null)
  const [held, setHeld] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  /** Which control of which item gets the focus back once the rows stand in their new order. */
  const refocus = useRef<{ key: string; control: '[data-handle]' | '[data-number]' } | null>(null)
  const helpId = useId()
  const order = items.map(keyOf).join()

  const nameAt = (index: number): string => {
    const item = items[index]
    return item === undefined ? '' : nameOf(item)
  }
  const whereNow = (index: number, to: number) => `${nameAt(index)}, posición ${to + 1} de ${items.length}`

  const grab = (index: number, grip = 0, stop = () => {}): Lift | null => {
    if (!list.current || grabbed.current) return null
    const lifted = lift(list.current, index, grip)
    grabbed.current = { index, lift: lifted, stop }
    setHeld(index)
    return lifted
  }
  const release = (): Grabbed | null => {
    const released = grabbed.current
    grabbed.current = null
    released?.stop()
    released?.lift.end()
    return released
  }
  const cancel = () => {
    const released = release()
    setHeld(null)
    if (released) setSaid(`${nameAt(released.index)} quedó en la posición ${released.index + 1}`)
  }
  const move = (index: number, position: number, control: '[data-handle]' | '[data-number]') => {
    const item = items[index]
    if (item === undefined || position === index + 1) return
    refocus.current = { key: String(keyOf(item)), control }
    setSaid(whereNow(index, position - 1))
    onMove(item, position)
  }
  const drop = () => {
    // In one step with the new order, or the rows would be seen to jump back first.
    flushSync(() => {
      const released = release()
      setHeld(null)
      if (released) move(released.index, released.lift.to() + 1, '[data-handle]')
    })
  }

  // Rows that were drawn at another place lose the focus in some browsers.
  useLayoutEffect(() => {
    const wanted = refocus.current
    if (!wanted) return
    refocus.current = null
    const row = [...(list.current?.children ?? [])].find((child) => (child as HTMLElement).dataset.key === wanted.key)
    const control = row?.querySelector<HTMLElement>(wanted.control)
    if (control && document.activeElement !== control) control.focus()
  })
  // Somebody else's order came during a drag: the rows are no longer where they were measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the order only.
  useEffect(
    () => () => {
      if (release()) setHeld(null)
    },
    [order],
  )

  const onHandleKey = (event: KeyboardEvent, index: number) => {
    const lifted = grabbed.current
    if (lifted && lifted.index === index) {
      const { key } = event
      if (key === 'Tab') return
      event.preventDefault()
      event.stopPropagation()
      if (key === 'Escape') return cancel()
      if (key === ' ' || key === 'Enter') return drop()
      const to = targetOf(key, lifted.lift.to(), items.length)
      if (to === null) return
      lifted.lift.shift(to)
      setSaid(whereNow(index, lifted.lift.to()))
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      grab(index)
      setSaid(`${whereNow(index, index)}. Flechas para mover, Espacio para soltar, Escape para cancelar`)
    }
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>, index: number) => {
    if (event.button !== 0 || grabbed.current) return
    const handle = event.currentTarget
    const row = handle.closest('li')
    if (!row || !list.current) return
    const box = list.current
    const grip = event.clientY - row.getBoundingClientRect().top
    const startY = event.clientY
    let clientY = startY
    handle.setPointerCapture(event.pointerId)
    const onPointerMove = (moved: globalThis.PointerEvent) => {
      clientY = moved.clientY
      if (!grabbed.current) {
        if (Math.abs(clientY - startY) < SLOP) return
        const stopScroll = scrollAtEdges(
          box,
          () => clientY,
          () => grabbed.current?.lift.follow(clientY),
        )
        grab(index, grip, () => {
          stopScroll()
          unlisten()
        })
      }
      grabbed.current?.lift.follow(clientY)
    }
    const onUp = () => (grabbed.current ? drop() : unlisten())
    const onCancel = () => (grabbed.current ? cancel() : unlisten())
    const onKey = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !grabbed.current) return
      pressed.preventDefault()
      pressed.stopPropagation()
      cancel()
    }
    const unlisten = () => {
      handle.removeEventListener('pointermove', onPointerMove)
      handle.removeEventListener('pointerup', onUp)
      handle.removeEventListener('pointercancel', onCancel)
      window.removeEventListener('keydown', onKey, true)
    }
    handle.addEventListener('pointermove', onPointerMove)
    handle.addEventListener('pointerup', onUp)
    handle.addEventListener('pointercancel', onCancel)
    window.addEventListener('keydown', onKey, true)
  }

  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label} onKeyDown={walk}>
        {items.map((item, index) => {
          const key = keyOf(item)
          const name = nameOf(item)
          return (
            <li key={key} data-key={key} className={styles.item}>
              <div className={styles.row}>
                <button
                  type="button"
                  data-handle
                  className={styles.handle}
                  aria-label={`Mover ${name}`}
                  aria-pressed={held === index}
                  aria-describedby={helpId}
                  onKeyDown={(event) => onHandleKey(event, index)}
                  onBlur={() => grabbed.current?.index === index && held === index && drop()}
                  onPointerDown={(event) => onPointerDown(event, index)}
                >
                  <IconGripVertical size={18} aria-hidden />
                </button>
                <PositionBox
                  position={index + 1}
                  count={items.length}
                  name={name}
                  raises={raises}
                  onMove={(position) => move(index, position, '[data-number]')}
                />
                <div className={styles.content}>{children(item)}</div>
              </div>
              {below && <div className={styles.below}>{below(item)}</div>}
            </li>
          )
        })}
      </ol>
      <p id={helpId} hidden>
        Espacio para tomarlo, flechas para moverlo
      </p>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {said}
      </p>
    </>
  )
}

/** Where a key takes a lifted row. */
function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowUp') return at - 1
  if (key === 'ArrowDown') return at + 1
  if (key === 'PageUp') return at - PAGE
  if (key === 'PageDown') return at + PAGE
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Arrows go to the same control of the next row, Ctrl with Home or End to the first or last one. */
function walk(event: KeyboardEvent<HTMLOListElement>): void {
  const { key, target, currentTarget, ctrlKey, altKey, metaKey } = event
  if (event.defaultPrevented || !(target instanceof HTMLElement) || altKey || metaKey) return
  const control = target.matches('[data-handle]')
    ? '[data-handle]'
    : target.matches('[data-number]')
      ? '[data-number]'
      : null
  const row = target.closest('li')
  // A list inside this one walks its own rows.
  if (!control || row?.parentElement !== currentTarget) return
  const next =
    key === 'ArrowDown'
      ? row.nextElementSibling
      : key === 'ArrowUp'
        ? row.previousElementSibling
        : ctrlKey && key === 'Home'
          ? currentTarget.firstElementChild
          : ctrlKey && key === 'End'
            ? currentTarget.lastElementChild
            : null
  const nextControl = next?.querySelector<HTMLElement>(control)
  if (!nextControl) return
  event.preventDefault()
  nextControl.focus()
}
