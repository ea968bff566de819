import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressOf } from '../../../contract/address.ts'
import { listSlides, type Slide, slideMedia } from '../../../contract/carousel.ts'
import { saveSlides, uploadSlideImage, uploadSlideVideo } from '../../../contract/carousel-admin.ts'
import { isVideo } from '../../../contract/media.ts'
import { call } from '../../lib/api.ts'
import { type Form, useForm } from '../../lib/form.ts'
import { outdate, recordQueryOf } from '../../lib/query.ts'
import { type Sending, upload } from '../../lib/upload.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, TextField } from '../../ui/form/fields.tsx'
import { MediaSlot } from '../../ui/media/MediaSlot.tsx'
import { isFilm } from '../../ui/media/media-files.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './settings.module.css'
import {
  moved,
  type SlidesDraft,
  slidesDraft,
  slidesDraftAgain,
  slidesToSave,
  storedAfter,
} from './slides-draft.ts'

/** The ten slides of the news: their captions, which of them are shown, and in which order (R203). */
export const Slides = () => (
  <Waiting for={useQuery(recordQueryOf(listSlides))} rows={4} height={96}>
    {(slides) => <SlidesForm slides={slides} />}
  </Waiting>
)

function SlidesForm({ slides }: { slides: readonly Slide[] }) {
  const form: Form<SlidesDraft> = useForm<SlidesDraft, Slide[]>({
    begin: slidesDraft(slides),
    save: (draft) => call(saveSlides, { body: slidesToSave(draft) }),
    onDone: (answer, { order }) => form.take(storedAfter(answer, order)),
    reread: async () => slidesDraftAgain(await call(listSlides), form.draft),
    outdates: [listSlides],
    success: 'Novedades guardadas',
  })
  const { draft, register } = form
  useEffect(() =>
    register('order', {
      label: 'Orden',
      required: false,
      say: (order) => (order as number[]).map((name) => nameOf(draft, name)).join(', '),
    }),
  )
  return (
    <FormFrame form={form} label="Novedades" submit="Guardar novedades">
      <ol className={styles.slides} aria-label="Novedades, en su orden">
        {draft.order.map((name, at) => (
          <SlideRow key={name} form={form} name={name} at={at} />
        ))}
      </ol>
    </FormFrame>
  )
}

const nameOf = (draft: SlidesDraft, name: number): string =>
  draft[`caption${name}`]?.trim() || `novedad ${name}`

interface SlideRowProps {
  form: Form<SlidesDraft>
  name: number
  /** The slide's index in the present order. */
  at: number
}

/** One slide. Its picture is saved when it is chosen; its caption, flag and place are saved with the form. */
function SlideRow({ form, name, at }: SlideRowProps) {
  const { draft } = form
  const { slot = name, file = null, version } = draft[`stored${name}`] ?? {}
  const send = async (picture: File, sending: Sending) => {
    const endpoint = isFilm(picture) ? uploadSlideVideo : uploadSlideImage
    const answer = await upload(endpoint, picture, { query: { slot }, ...sending })
    // One more than the version that was read means that nobody else changed the slide meanwhile.
    const isOnlyChange = version !== undefined && answer.version === version + 1
    const stored = { slot, file: answer.file, version: isOnlyChange ? version + 1 : (version ?? 0) }
    form.take({ [`stored${name}`]: stored } as unknown as Partial<SlidesDraft>)
    void outdate(listSlides)
  }
  return (
    <li className={styles.slide}>
      <select
        className="input"
        aria-label={`Posición de ${nameOf(draft, name)}`}
        value={at + 1}
        onChange={({ target }) => form.set({ order: moved(draft.order, name, Number(target.value) - 1) })}
      >
        {draft.order.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is known by its number
          <option key={place} value={place + 1}>
            {place + 1}
          </option>
        ))}
      </select>
      <MediaSlot
        name={`Imagen o video de ${nameOf(draft, name)}`}
        source={file && addressOf(slideMedia, { query: { slot, version: file } })}
        video={isVideo(file ?? '')}
        onSend={send}
      />
      <div className={styles.words}>
        <TextField
          form={form}
          name={`caption${name}`}
          label={`Epígrafe ${at + 1}`}
          maxLength={200}
          locked={form.busy}
        />
        <CheckField
          form={form}
          name={`active${name}`}
          label="Activa"
          help={draft[`active${name}`] && file === null ? 'Sin imagen no se muestra.' : undefined}
        />
      </div>
    </li>
  )
}
