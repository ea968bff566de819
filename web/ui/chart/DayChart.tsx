import { type ReactNode, useState } from 'react'
import styles from './chart.module.css'

export interface DayValue {
  /** dd/mm/yyyy. */
  readonly day: string
  readonly value: number
  /** The value as people read it. */
  readonly said: string
}

interface DayChartProps {
  /** The name of the values, e.g. 'Importe por día'. */
  label: string
  /** The whole chart in a sentence, for screen readers. */
  summary: string
  days: readonly DayValue[]
  /** The text below the plot about the chosen day, by the day's index. */
  children: (place: number) => ReactNode
}

/** A bar for each day. The pointer, a finger or the arrows choose a day; the text about it is below. */
export function DayChart({ label, summary, days, children }: DayChartProps) {
  const last = days.length - 1
  const [chosen, setChosen] = useState(last)
  const most = Math.max(1, ...days.map(({ value }) => value))
  const highest = days.find(({ value }) => value === most)
  const place = Math.min(chosen, last)
  const shown = days[place]
  if (!shown) return null
  return (
    <div className={styles.days}>
      <span className={styles.most}>{highest ? highest.said : ''}</span>
      <div className={styles.plot}>
        <svg role="img" aria-label={summary} viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none">
          {days.map(({ day, value }, at) => (
            <g key={day} data-chosen={at === place || undefined}>
              <rect className={styles.column} x={at} y={0} width={1} height={100} />
              <rect
                className={styles.bar}
                x={at + 0.15}
                y={100 - (value / most) * 100}
                width={0.7}
                height={(value / most) * 100}
              />
            </g>
          ))}
        </svg>
        <input
          type="range"
          min={0}
          max={last}
          value={place}
          aria-label={`${label}: elegir un día`}
          aria-valuetext={`${shown.day}: ${shown.said}`}
          onChange={({ target }) => setChosen(Number(target.value))}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect()
            const at = Math.floor(((event.clientX - left) / width) * days.length)
            setChosen(Math.max(0, Math.min(last, at)))
          }}
        />
      </div>
      <div className={styles.ends} aria-hidden>
        <span>{days[0]?.day}</span>
        <span>{days[Math.floor(last / 2)]?.day}</span>
        <span>{days[last]?.day}</span>
      </div>
      <p className={styles.chosen}>{children(place)}</p>
    </div>
  )
}
