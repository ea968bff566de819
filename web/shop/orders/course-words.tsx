/** The course of an order in words and marks (R304), for its page and for the lists of orders. */
import { type CourseState, courseStates, courseWords } from '../../../contract/course-state.ts'
import { packsInWords } from '../../../contract/order-text.ts'
import type { OrderRow } from '../../../contract/orders.ts'
import { formatCount } from '../../lib/format.ts'
import { Mark } from '../../ui/Mark.tsx'
import type { Column } from '../../ui/table/columns.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A state as a screen shows it; one that the shop does not know in the words of whoever told it. */
export const stateText = (state: CourseState, text = ''): string =>
  capital(state === 'other' && text ? text : courseWords[state])

/** The choices of a filter by state. */
export const stateOptions: readonly { value: CourseState; label: string }[] = courseStates.map((value) => ({
  value,
  label: value === 'other' ? 'Otro estado' : capital(courseWords[value]),
}))

/** Whether a state ends an order's course without goods. */
export const isStopped = (state: CourseState): boolean => state === 'cancelled' || state === 'refused'

const markKind = (state: CourseState) => {
  if (isStopped(state) || state === 'other') return 'warning'
  return state === 'received' ? undefined : 'ok'
}

/** Units and their bultos: '24 (2 bultos)'. */
export function unitsText(units: number, unitsPerPack: number): string {
  const packs = packsInWords(units, unitsPerPack)
  return packs ? `${formatCount(units)} (${packs})` : formatCount(units)
}

type WithCourse = Pick<OrderRow, 'courseState' | 'courseText' | 'pendingUnits'>

/** The present state of an order, and how many units have not left yet; nothing where an older answer lacks it. */
export function CourseMark({ courseState, courseText, pendingUnits = 0 }: WithCourse) {
  if (courseState === undefined) return null
  return (
    <>
      <Mark kind={markKind(courseState)}>{stateText(courseState, courseText)}</Mark>
      {pendingUnits > 0 && (
        <small>{pendingUnits === 1 ? 'Falta 1 unidad' : `Faltan ${formatCount(pendingUnits)} unidades`}</small>
      )}
    </>
  )
}

/** The column of the lists of orders. */
export const courseColumn: Column<WithCourse> = {
  name: 'course',
  label: 'Estado',
  show: ({ courseState, ...row }) => courseState && <CourseMark courseState={courseState} {...row} />,
}
