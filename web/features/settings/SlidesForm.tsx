import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf } from '../../../contract/address.ts'
import { listSlides, SLIDE_SLOTS, type Slide, slideMedia } from '../../../contract/carousel.ts'
import { saveSlides, uploadSlideImage, uploadSlideVideo } from '../../../contract/carousel-admin.ts'
import { isVideo } from '../../../contract/media.ts'
import { SETTING_LENGTHS } from '../../../contract/setting-rules.ts'
import { getCarouselText } from '../../../contract/settings.ts'
import { listSettings, type StoredSetting, saveSettings } from '../../../contract/settings-admin.ts'
import { call } from '../../lib/api.ts'
import { type Form, useForm } from '../../lib/form.ts'
import { outdate, queryOf, recordQueryOf } from '../../lib/query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showToast } from '../../lib/toast.ts'
import { type Sending, upload } from '../../lib/upload.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, TextField } from '../../ui/form/fields.tsx'
import { MediaSlot } from '../../ui/media/MediaSlot.tsx'
import { isFilm } from '../../ui/media/media-files.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './settings.module.css'
import {
  emptied,
  fileOf,
  isUsed,
  moved,
  type SlidesDraft,
  slidesDraft,
  slidesDraftAgain,
  slidesToSave,
  storedAfter,
} from './slides-draft.ts'
import { rememberSettings, settingOf } from './use-settings-form.ts'

/** The news as one form: the title of their window, and up to ten slides with captions, flags and their order (R203, R254). */
export const News = ({ settings }: { settings: readonly StoredSetting[] }) => (
  <Waiting for={useQuery(recordQueryOf(listSlides))} rows={4} height={96}>
    {(slides) => <NewsForm slides={slides} title={settingOf(settings, 'CAROUSEL')} />}
  </Waiting>
)

type NewsDraft = SlidesDraft & { title: string; titleVersion: number }
const titleOf = ({ value, version }: StoredSetting) => ({ title: value, titleVersion: version })

function NewsForm({ slides, title }: { slides: readonly Slide[]; title: StoredSetting }) {
  /** Slides that are shown also while they hold nothing: to be filled, or to be written anew. */
  const [listed, setListed] = useState<readonly number[]>(() => {
    const begun = slidesDraft(slides)
    return begun.order.filter((name) => isUsed(begun, name))
  })
  const form: Form<NewsDraft> = useForm<NewsDraft, Slide[]>({
    begin: { ...slidesDraft(slides), ...titleOf(title) },
    save: async (draft, begun) => {
      if (draft.title.trim() !== begun.title) await saveTitle(draft, begun)
      return call(saveSlides, { body: slidesToSave(draft) })
    },
    onDone: (answer, { order }) => form.take(storedAfter(answer, order) as Partial<NewsDraft>),
    reread: async () => {
      const [again, all] = await Promise.all([call(listSlides), call(listSettings)])
      return { ...slidesDraftAgain(again, form.draft), ...titleOf(settingOf(all, 'CAROUSEL')) }
    },
    outdates: [listSlides, getCarouselText],
    success: 'Novedades guardadas',
  })
  const saveTitle = async ({ title: wanted, titleVersion }: NewsDraft, begun: NewsDraft) => {
    // The switch of the news is the setting's other half: where it alone was turned since, the new version is the right one.
    const now = queryClient.getQueryData(queryOf(listSettings).queryKey)
    const known = now && settingOf(now, 'CAROUSEL')
    const version = known?.value === begun.title ? known.version : titleVersion
    const stored = await call(saveSettings, { body: [{ key: 'CAROUSEL', value: wanted.trim(), version }] })
    rememberSettings(stored)
    // Stored, even if the slides are refused after it.
    form.take(titleOf(settingOf(stored, 'CAROUSEL')) as Partial<NewsDraft>)
  }
  const { draft, register } = form
  const shown = draft.order.filter((name) => isUsed(draft, name) || listed.includes(name))
  const hidden = draft.order.filter((name) => !shown.includes(name))
  useEffect(() =>
    register('order', {
      label: 'Orden',
      required: false,
      say: (order) => (order as number[]).map((name) => nameOf(draft, name)).join(', '),
    }),
  )
  const add = () => {
    const [next] = hidden
    if (next === undefined) return
    setListed([...listed, next])
    form.set({ order: [...shown, next, ...hidden.slice(1)] } as Partial<NewsDraft>)
  }
  const remove = (name: number) => {
    const {
      [`caption${name}` as const]: caption,
      [`active${name}` as const]: active,
      [`removed${name}` as const]: removed,
    } = draft
    form.set(emptied(draft, name) as Partial<NewsDraft>)
    setListed(listed.filter((other) => other !== name))
    showToast('success', 'Novedad quitada; falta guardar', {
      label: 'Deshacer',
      run: () => {
        setListed((now) => [...now, name])
        form.set({
          [`caption${name}`]: caption,
          [`active${name}`]: active,
          [`removed${name}`]: removed,
        } as unknown as Partial<NewsDraft>)
      },
    })
  }
  return (
    <FormFrame form={form} label="Novedades">
      <TextField
        form={form}
        name="title"
        label="Texto del carousel"
        maxLength={SETTING_LENGTHS.carousel}
        help="Es el título de la ventana de novedades. Vacío: “Novedades”."
      />
      {shown.length > 0 && (
        <ol className={styles.slides} aria-label="Novedades, en su orden">
          {shown.map((name, at) => (
            <SlideRow
              key={name}
              form={form}
              name={name}
              at={at}
              count={shown.length}
              onMove={(to) => form.set({ order: moved([...shown, ...hidden], name, to) } as Partial<NewsDraft>)}
              onRemove={() => remove(name)}
            />
          ))}
        </ol>
      )}
      {hidden.length > 0 ? (
        <div>
          <button type="button" className="button button--plain" onClick={add}>
            <IconPlus size={18} aria-hidden />
            Agregar novedad
          </button>
        </div>
      ) : (
        <p className="field__help">Son las {SLIDE_SLOTS} que entran.</p>
      )}
    </FormFrame>
  )
}

const nameOf = (draft: SlidesDraft, name: number): string => draft[`caption${name}`]?.trim() || `novedad ${name}`

interface SlideRowProps {
  form: Form<NewsDraft>
  name: number
  /** The slide's index among those that are shown. */
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** One slide. Its picture is saved when it is chosen; all else, and that a picture goes, is saved with the form. */
function SlideRow({ form, name, at, count, onMove, onRemove }: SlideRowProps) {
  const { draft } = form
  const { slot = name, version } = draft[`stored${name}`] ?? {}
  const file = fileOf(draft, name)
  const setRemoved = async (removed: boolean) => {
    form.set({ [`removed${name}`]: removed } as unknown as Partial<NewsDraft>)
    return true
  }
  const send = async (picture: File, sending: Sending) => {
    const endpoint = isFilm(picture) ? uploadSlideVideo : uploadSlideImage
    const answer = await upload(endpoint, picture, { query: { slot }, ...sending })
    // One more than the version that was read means that nobody else changed the slide meanwhile.
    const isOnlyChange = version !== undefined && answer.version === version + 1
    const stored = { slot, file: answer.file, version: isOnlyChange ? version + 1 : (version ?? 0) }
    form.take({ [`stored${name}`]: stored, [`removed${name}`]: false } as unknown as Partial<NewsDraft>)
    void outdate(listSlides)
  }
  return (
    <li className={styles.slide}>
      <select
        className="input"
        aria-label={`Posición de ${nameOf(draft, name)}`}
        value={at + 1}
        onChange={({ target }) => onMove(Number(target.value) - 1)}
      >
        {Array.from({ length: count }, (_, place) => (
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
        onRemove={() => setRemoved(true)}
        onRestore={() => setRemoved(false)}
      />
      <div className={styles.words}>
        <TextField
          form={form}
          name={`caption${name}`}
          label={`Epígrafe ${at + 1}`}
          maxLength={200}
          locked={form.busy}
        />
        <div className={styles.slideEnd}>
          <CheckField
            form={form}
            name={`active${name}`}
            label="Activa"
            help={draft[`active${name}`] && file === null ? 'Sin imagen no se muestra.' : undefined}
          />
          <button
            type="button"
            className="button button--danger button--small"
            aria-label={`Quitar ${nameOf(draft, name)}`}
            onClick={onRemove}
          >
            <IconTrash size={17} aria-hidden />
            Quitar
          </button>
        </div>
      </div>
    </li>
  )
}
