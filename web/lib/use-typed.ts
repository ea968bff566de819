/** A text box whose value lives elsewhere (in the address) and is handed over when the typing pauses. */
import { useEffect, useRef, useState } from 'react'

interface TypedOptions<T> {
  readonly value: T
  readonly format: (value: T) => string
  /** null for text that stands for no value: it stays in the box and is not handed over. */
  readonly parse: (text: string) => T | null
  readonly settle: (value: T) => void
  /** Pause after the last key, in milliseconds. */
  readonly delay?: number
}

/** `flush` hands over at once (Enter). When `value` changes by itself (Back, a cleared search) the box follows. */
export function useTyped<T>({ value, format, parse, settle, delay = 250 }: TypedOptions<T>) {
  const [typed, setTyped] = useState(() => format(value))
  const handed = useRef(value)

  const hand = (text: string) => {
    const parsed = parse(text)
    if (parsed === null || Object.is(parsed, handed.current)) return
    handed.current = parsed
    settle(parsed)
  }
  const latest = useRef({ hand, format })
  useEffect(() => {
    latest.current = { hand, format }
  })

  useEffect(() => {
    if (Object.is(value, handed.current)) return
    handed.current = value
    setTyped(latest.current.format(value))
  }, [value])

  useEffect(() => {
    const timer = setTimeout(() => latest.current.hand(typed), delay)
    return () => clearTimeout(timer)
  }, [typed, delay])

  return { typed, setTyped, flush: () => hand(typed), invalid: parse(typed) === null }
}
