/** The ten slides as one form. A slide is named by a number that it keeps in the form wherever it is moved. */
import type { Slide } from '../../../contract/carousel.ts'
import type { saveSlides } from '../../../contract/carousel-admin.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'

/** The slot where a slide is stored now, its file and its version. */
export interface Stored {
  readonly slot: number
  readonly file: string | null
  readonly version: number
}

/** `caption3`, `active3`, `removed3` and `stored3` belong to the slide that was third when the form was opened. */
export type SlidesDraft = Record<`caption${number}`, string> &
  Record<`active${number}`, boolean> &
  /** Its picture goes with the next save. */
  Record<`removed${number}`, boolean> &
  Record<`stored${number}`, Stored> & {
    /** The names of the slides, in the order that they will have. */
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
        [`removed${name}`, false],
        [`stored${name}`, storedOf(slide)],
      ]),
    ),
    order: names,
  } as SlidesDraft
}

/** The form as it begins: slides are named by their slots. */
export const slidesDraft = (slides: readonly Slide[]): SlidesDraft =>
  draftOf(
    slides,
    slides.map(({ id }) => id),
  )

/**
 * The slides stored by now, under the names of a form that was opened before. A slide gets the name that had the same picture,
 * so that a caption never goes to another picture; else the name that had the same slot, else one of the remaining names.
 */
export function slidesDraftAgain(slides: readonly Slide[], draft: SlidesDraft): SlidesDraft {
  const freeNames = new Set(draft.order)
  const take = (name: number | undefined) => (name !== undefined && freeNames.delete(name) ? name : undefined)
  const byPicture = slides.map(({ file }) =>
    take(file === null ? undefined : [...freeNames].find((name) => draft[`stored${name}`]?.file === file)),
  )
  const bySlot = slides.map(
    ({ id }, at) => byPicture[at] ?? take([...freeNames].find((name) => draft[`stored${name}`]?.slot === id)),
  )
  return draftOf(
    slides,
    bySlot.map((name) => name ?? take([...freeNames][0]) ?? 0),
  )
}

/** The call's body: all ten slides in their new order, each by the slot where it is stored. */
export const slidesToSave = (draft: SlidesDraft): BodyOf<typeof saveSlides> =>
  draft.order.map((name) => {
    const { slot = name, version } = draft[`stored${name}`] ?? {}
    return {
      id: slot,
      caption: draft[`caption${name}`]?.trim() ?? '',
      active: draft[`active${name}`] ?? false,
      version,
      ...(draft[`removed${name}`] && { removesFile: true }),
    }
  })

/** The stored slides after a save. @param slides the server's answer, in the order of the form */
export const storedAfter = (slides: readonly Slide[], order: readonly number[]): Partial<SlidesDraft> =>
  Object.fromEntries(
    slides.flatMap((slide, at) => {
      const name = order[at] ?? slide.id
      return [
        [`stored${name}`, storedOf(slide)],
        [`removed${name}`, false],
      ]
    }),
  ) as unknown as Partial<SlidesDraft>

/** The file that a slide will show; null for none. */
export const fileOf = (draft: SlidesDraft, name: number): string | null =>
  draft[`removed${name}`] ? null : (draft[`stored${name}`]?.file ?? null)

/** Whether a slide holds anything; one that is marked 'Activa' alone does. */
export const isUsed = (draft: SlidesDraft, name: number): boolean =>
  Boolean(draft[`caption${name}`]?.trim()) || (draft[`active${name}`] ?? false) || fileOf(draft, name) !== null

/** The draft with an emptied slide, to be saved with the form. */
export const emptied = (draft: SlidesDraft, name: number): SlidesDraft => ({
  ...draft,
  [`caption${name}`]: '',
  [`active${name}`]: false,
  [`removed${name}`]: (draft[`stored${name}`]?.file ?? null) !== null,
})

/** The same names with one of them moved to another index. */
export function moved(order: readonly number[], name: number, to: number): readonly number[] {
  const others = order.filter((other) => other !== name)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, name)
}
