import { IconChevronDown } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Link } from '../lib/router.tsx'
import { useUser } from '../lib/session.ts'
import { menuOf, signOutLabel } from './menu.ts'
import styles from './shell.module.css'
import { useSignOut } from './use-sign-out.ts'

/** How long the pointer rests before the menu opens, in milliseconds (R109). */
const OPEN_DELAY = 300
/** How long it stays when the pointer strays. */
const CLOSE_DELAY = 200

/** Greeting and menu: opens when the pointer rests on it, on a click, and with the keyboard. */
export function UserMenu() {
  const user = useUser()
  const signOut = useSignOut()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whether the rest of the pointer opened it and no click came since: the click that comes then was meant to open it. */
  const isByRest = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  const later = (next: boolean, delay: number) => (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      isByRest.current = next
      setOpen(next)
    }, delay)
  }
  const set = (next: boolean) => {
    clearTimeout(timer.current)
    isByRest.current = false
    setOpen(next)
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) set(false)
  }
  const move = (direction: 1 | -1) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items.at((at + direction + items.length) % items.length)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      set(false)
      button.current?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (open) move(event.key === 'ArrowDown' ? 1 : -1)
      else set(true)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over the button and the list inside.
    <div
      className={styles.userMenu}
      onPointerEnter={later(true, OPEN_DELAY)}
      onPointerLeave={later(false, CLOSE_DELAY)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <button
        ref={button}
        type="button"
        className={styles.userMenuButton}
        aria-expanded={open}
        aria-controls="menu-de-usuario"
        onClick={() => set(isByRest.current || !open)}
      >
        <span className={styles.userMenuName}>Hola, {user.name}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <ul ref={list} id="menu-de-usuario" className={styles.userMenuList} hidden={!open}>
        {menuOf(user.type).map(({ label, to }) => (
          <li key={label}>
            <Link to={to} onClick={() => set(false)}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={signOut}>
            {signOutLabel}
          </button>
        </li>
      </ul>
    </div>
  )
}
