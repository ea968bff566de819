import type { KeyboardEvent } from 'react'
import styles from './tabs.module.css'

interface TabsProps<Value extends string> {
  /** What they are tabs of. */
  label: string
  tabs: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** Views of one screen, one at a time; the arrows go from one to the next. */
export function Tabs<Value extends string>({ label, tabs, value, onChoose }: TabsProps<Value>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus()
    const next = tabs[at]
    if (next) onChoose(next.value)
  }
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChoose(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
