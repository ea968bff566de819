/** What somebody is typing, kept in this tab over a reload. Passwords never come here. */
import { useEffect, useState } from 'react'

function read<Draft extends object>(name: string, empty: Draft): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return kept !== null && typeof kept === 'object' ? { ...empty, ...kept } : empty
  } catch {
    return empty
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
  const [draft, setDraft] = useState(() => read(name, empty))
  useEffect(() => {
    if (draft === empty) return
    try {
      const shown = Object.entries(draft).filter(([field]) => !(secret as readonly string[]).includes(field))
      sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(shown)))
    } catch {
      // A browser that refuses storage keeps the draft until the page is closed.
    }
  }, [name, draft, empty, secret])
  return [draft, setDraft]
}
