import { useState } from 'react'

const read = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * How a user likes something on this device, as text: null until it was chosen. A browser that refuses storage keeps it
 * until the page closes.
 */
export function useKeptChoice(name: string, userId: number): readonly [string | null, (choice: string) => void] {
  const key = `${name}:${userId}`
  const [choice, setChoice] = useState(() => read(key))
  return [
    choice,
    (next) => {
      setChoice(next)
      try {
        localStorage.setItem(key, next)
      } catch {
        // As above.
      }
    },
  ]
}
