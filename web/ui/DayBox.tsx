import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { isDay } from '../../contract/wire.ts'
import { formatDay } from '../lib/day.ts'
import { dayProblem, maskDay, readDay } from '../lib/read-day.ts'
import styles from './DayBox.module.css'
import { type ControlProps, Field } from './Field.tsx'

interface DayBoxProps {
  control: ControlProps
  /** What the calendar's button names. */
  label: string
  /** A day yyyy-mm-dd, '' for none, or the typed text that is no day yet. */
  value: string
  onChange: (value: string) => void
  onLeave?: () => void
}

/**
 * The box of a day, typed as dd/mm/yyyy whatever the browser's language, or chosen in the browser's calendar (R253).
 * Whoever stores the value refuses a text that is no day: `dayProblem`. In a form it is a `DayField` of ui/form.
 */
export function DayBox({ control, label, value, onChange, onLeave }: DayBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const day = isDay(value) ? value : ''
  // What was typed stays as it was typed until the box is left, unless the value changed in another way.
  const isOfValue = typed !== null && (readDay(typed) ?? typed) === value
  const text = isOfValue ? typed : day ? formatDay(day) : value
  const type = (next: string) => {
    const masked = maskDay(next, text)
    setTyped(masked)
    onChange(readDay(masked) ?? masked)
  }
  const leave = () => {
    const read = readDay(text, { finished: true })
    setTyped(null)
    if (read && read !== value) onChange(read)
    onLeave?.()
  }
  const openCalendar = () => {
    const input = calendar.current
    // Older browsers have no showPicker; their calendar opens with the focus or a click.
    if (input?.showPicker) input.showPicker()
    else input?.click()
  }
  return (
    <div className={styles.box}>
      <input
        {...control}
        className="input input--ended"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/aaaa"
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
      />
      <input
        ref={calendar}
        type="date"
        className={styles.calendar}
        tabIndex={-1}
        aria-hidden
        value={day}
        onChange={({ target }) => {
          setTyped(null)
          onChange(target.value)
        }}
      />
      <button
        type="button"
        className={styles.open}
        aria-label={`${label}: elegir en el calendario`}
        onClick={openCalendar}
      >
        <IconCalendar size={20} aria-hidden />
      </button>
    </div>
  )
}

interface LabelledDayProps extends Pick<DayBoxProps, 'label' | 'value' | 'onChange'> {
  help?: ReactNode
}

/** A day outside of a form of lib/form. A text that is no day is said when the box is left. */
export function LabelledDay({ help, ...box }: LabelledDayProps) {
  const [isLeft, setLeft] = useState(false)
  return (
    <Field label={box.label} help={help} error={isLeft ? dayProblem(box.value) : ''}>
      {(control) => (
        <DayBox
          {...box}
          control={control}
          onChange={(value) => {
            setLeft(false)
            box.onChange(value)
          }}
          onLeave={() => setLeft(true)}
        />
      )}
    </Field>
  )
}
