import { vi } from 'vitest'

/** A browser's storage in place of none, whose entries are its own enumerable names; answers the entries. */
export function useStorage(setItem?: (name: string, value: string) => void): Record<string, string> {
  const entries: Record<string, string> = {}
  const methods = {
    getItem: (name: string) => entries[name] ?? null,
    setItem: (name: string, value: string) => {
      setItem?.(name, value)
      entries[name] = value
    },
    removeItem: (name: string) => delete entries[name],
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy(entries, { get: (_, name) => methods[name as 'getItem'] ?? entries[String(name)] }),
  )
  return entries
}
