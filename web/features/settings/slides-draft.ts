/** The ten slides as one form: each keeps its name in the form wherever it is moved to. */
import type { Slide } from '../../../contract/carousel.ts'
import type { saveSlides } from '../../../contract/carousel-admin.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'

/** Where a slide is stored now, and with what. */
export interface Stored {
  readonly slot: number
  readonly file: string | null
  readonly version: number
}

/** `caption3`, `active3` and `stored3` belong to the slide that was third when the form was opened. */
export type SlidesDraft = Record<`caption${number}`, string> &
  Record<`active${number}`, boolean> &
  Record<`stored${number}`, Stored> & {
    /** The slides by name in the order they are to have. */
    order: readonly number[]
  }

const storedOf = ({ id, file, version = 0 }: Slide): Stored => ({ slot: id, file, version })

function draftOf(slides: readonly Slide[], names: readonly number[]): SlidesDraft {
  const named = slides.map((slide, at) => [names[at] ?? slide.id, slide] as const)
  return {
    ...Object.fromEntries(
      named.flatMap(([name, slide]) => [
        [`caption${name}`, slide.caption],
        [`active${name}`, slide.active],
        [`stored${name}`, storedOf(slide)],
      ]),
    ),
    order: names,
  } as SlidesDraft
}

/** The form as it begins: slides are named by their places. */
export const slidesDraft = (slides: readonly Slide[]): SlidesDraft =>
  draftOf(
    slides,
    slides.map(({ id }) => id),
  )

/**
 * What is stored by now, in the names of a form that was opened before: a slide is the one with the same picture, so that
 * words never go to another one's; those without take the names that are left.
 */
export function slidesDraftAgain(slides: readonly Slide[], draft: SlidesDraft): SlidesDraft {
  const left = new Set(draft.order)
  const take = (name: number | undefined) => (name !== undefined && left.delete(name) ? name : undefined)
  const byPicture = slides.map(({ file }) =>
    take(file === null ? undefined : [...left].find((name) => draft[`stored${name}`]?.file === file)),
  )
  const bySlot = slides.map(
    ({ id }, at) => byPicture[at] ?? take([...left].find((name) => draft[`stored${name}`]?.slot === id)),
  )
  return draftOf(
    slides,
    bySlot.map((name) => name ?? take([...left][0]) ?? 0),
  )
}

/** The call's body: all ten in their new order, each by the place where it is stored. */
export const slidesToSave = (draft: SlidesDraft): BodyOf<typeof saveSlides> =>
  draft.order.map((name) => {
    const { slot = name, version } = draft[`stored${name}`] ?? {}
    return {
      id: slot,
      caption: draft[`caption${name}`]?.trim() ?? '',
      active: draft[`active${name}`] ?? false,
      version,
    }
  })

/** What the server answers after a save: the slides stand in the order of the form now. */
export const storedAfter = (slides: readonly Slide[], order: readonly number[]): Partial<SlidesDraft> =>
  Object.fromEntries(
    slides.map((slide, at) => [`stored${order[at] ?? slide.id}`, storedOf(slide)]),
  ) as unknown as Partial<SlidesDraft>

/** The same names with one of them moved to another place, counted from 0. */
export function moved(order: readonly number[], name: number, to: number): readonly number[] {
  const others = order.filter((other) => other !== name)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, name)
}
