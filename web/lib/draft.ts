/** What somebody is typing, kept in this tab over a reload. Passwords never come here. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The draft that this tab kept under a name; fields that it lacks come from `empty`. */
export function keptDraft<Draft extends object>(name: string, empty: Draft): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return kept !== null && typeof kept === 'object' ? { ...empty, ...kept } : empty
  } catch {
    return empty
  }
}

/** Keeps a draft in this tab, without the fields in `secret`. */
export function keepDraft(name: string, draft: object, secret: readonly string[] = []): void {
  try {
    const shown = Object.entries(draft).filter(([field]) => !secret.includes(field))
    sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(shown)))
  } catch {
    // A browser that refuses storage keeps the draft until the page is closed.
  }
}

/** Forgets a draft whose form has done its work. */
export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept then.
  }
}

/**
 * State like `useState`, kept in the tab's storage under `name` without the fields in `secret`.
 * @param empty What the form begins with; fields that the kept draft lacks come from here.
 */
export function useDraft<Draft extends object>(
  name: string,
  empty: Draft,
  secret: readonly (keyof Draft & string)[] = [],
): readonly [Draft, (change: (now: Draft) => Draft) => void] {
  const [draft, setDraft] = useState(() => keptDraft(name, empty))
  useEffect(() => {
    if (draft !== empty) keepDraft(name, draft, secret)
  }, [name, draft, empty, secret])
  return [draft, setDraft]
}

/** Milliseconds after the last change until what may be large is kept: a sheet has thousands of cells. */
const KEEP_AFTER = 300

/**
 * Keeps a value that changes often and may be large: a moment after its last change, when the page is left, and when another
 * screen is opened.
 */
export function useKeptLater<Value>(value: Value, keep: (value: Value) => void): void {
  const latest = useRef(() => keep(value))
  latest.current = () => keep(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the value is kept
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), KEEP_AFTER)
    return () => clearTimeout(timer)
  }, [value])
  // Before the next screen asks what is left.
  useLayoutEffect(() => () => latest.current(), [])
  useEffect(() => {
    const leave = () => latest.current()
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])
}
