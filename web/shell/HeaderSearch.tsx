import { IconSearch } from '@tabler/icons-react'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CodePanelProps } from '../features/catalogue/search/CodePanel.tsx'
import { currentLocation, navigate } from '../lib/navigation.ts'
import { useLocation } from '../lib/router.tsx'
import { useTyped } from '../lib/use-typed.ts'
import { paths } from '../paths.ts'
import styles from './shell.module.css'

/** Opens another search. A new one can be left with Back; one that is being typed on replaces the entry of the last. */
function searchFor(buscar: string | undefined): void {
  const { pathname, search } = currentLocation()
  const current = pathname === paths.catalogue ? search : {}
  navigate(paths.catalogue, {
    search: { ...current, buscar, parecidos: undefined, posicion: undefined, articulo: undefined },
    replace: buscar !== undefined && current.buscar !== undefined,
  })
}

/** Whether the focused element takes the key itself. A quantity box does not: it knows digits only. A dialog keeps its keys. */
const isTaken = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target as Element).matches('input:not([inputmode=numeric]), textarea, select') ||
  document.querySelector('dialog[open]') !== null

/**
 * The search of the whole shop (R227). On the catalogue it looks while one types; elsewhere Enter leads there. A code
 * and Enter lead to that article's quantity on any screen, and its Enter back here.
 */
export function HeaderSearch() {
  const { pathname, search } = useLocation()
  const isCatalogue = pathname === paths.catalogue
  const value = isCatalogue ? search.buscar : undefined
  const box = useRef<HTMLInputElement>(null)
  /** The text that Enter was pressed for. */
  const [asked, setAsked] = useState<string>()
  // Not React's lazy: without a connection their code may not come, and the header must stay.
  const [CodePanel, setCodePanel] = useState<ComponentType<CodePanelProps>>()
  const [KeySheet, setKeySheet] = useState<ComponentType<{ onClose: () => void }>>()
  const preparePanel = () =>
    import('../features/catalogue/search/CodePanel.tsx').then((module) => setCodePanel(() => module.CodePanel))
  const { typed, setTyped, flush } = useTyped<string | undefined>({
    value,
    format: (text) => text ?? '',
    // On other screens typed text waits for Enter.
    parse: (text) => (isCatalogue && text.trim()) || undefined,
    settle: searchFor,
  })
  // Text that was typed for one screen is not kept for the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another screen, not with another search.
  useEffect(() => {
    setTyped(value ?? '')
    setAsked(undefined)
  }, [pathname])
  const go = () => {
    box.current?.focus()
    box.current?.select()
  }
  // A layout effect: the keys work as soon as the box is seen. A user who has just signed in types '/' at that moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reaches for what stays the same.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== '/' && event.key !== '?') || isTaken(event)) return
      event.preventDefault()
      if (event.key === '/') go()
      else
        import('./KeySheet.tsx').then(
          (module) => setKeySheet(() => module.KeySheet),
          () => undefined,
        )
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  /** Closes the panel. The focus goes back to the box from the panel, not from elsewhere on the page. */
  const leave = () => {
    setAsked(undefined)
    if (document.activeElement?.matches('body, header fieldset *')) go()
  }
  /** Called when the text is no code of an article that can be ordered: the catalogue's list answers it. */
  const none = (text: string) => {
    leave()
    if (!isCatalogue) searchFor(text)
  }
  return (
    <>
      <search className={styles.searchBox} data-gun aria-label="En toda la tienda">
        <IconSearch size={18} aria-hidden="true" />
        <input
          ref={box}
          type="search"
          className="input input--begun"
          aria-label="Buscar artículos"
          aria-keyshortcuts="/"
          title="Teclas: / trae aquí, ? muestra todas"
          placeholder="Buscar por código o descripción"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          value={typed}
          onFocus={() => void preparePanel().catch(() => undefined)}
          onChange={(event) => {
            setTyped(event.target.value)
            setAsked(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !typed.trim()) return
            flush()
            setAsked(typed.trim())
          }}
        />
      </search>
      {asked !== undefined && CodePanel && <CodePanel text={asked} onNone={() => none(asked)} onClose={leave} />}
      {KeySheet && <KeySheet onClose={() => setKeySheet(undefined)} />}
    </>
  )
}
