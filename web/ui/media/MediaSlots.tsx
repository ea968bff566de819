/** Places for pictures and videos: filled by drop, click, keyboard or camera, emptied with a way back. */
import { IconCamera, IconPhotoPlus, IconRefresh, IconTrash, IconZoomIn } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { UNDO_TIME } from '../../lib/toast.ts'
import { useNoStrayDrop } from '../../lib/use-no-stray-drop.ts'
import { MediaView } from '../MediaView.tsx'
import { type Change, ChangeDialog } from './ChangeDialog.tsx'
import styles from './media.module.css'
import { acceptOf, isFilm, placesFor, problemOf, type Takes } from './media-files.ts'
import { type SendFile, type SlotUpload, useSlotUploads } from './use-slot-uploads.ts'

/** One place; `source` null while it is empty. */
export interface MediaPlace {
  /** 'Foto 1', 'Banner'. */
  readonly name: string
  readonly source: string | null
  readonly video: boolean
}

export interface MediaSlotsProps {
  label: string
  places: readonly MediaPlace[]
  takes?: Takes
  /** Nothing can be put there yet, and why. */
  blocked?: string
  /** Slots are counted from 0. */
  onSend: SendFile
  /** Empties a slot; true when it is empty. */
  onRemove?: (slot: number) => Promise<boolean>
  /** Takes a removal back. It is offered in the slot itself, because a message lies below an open drawer. */
  onRestore?: (slot: number) => Promise<boolean>
  /** Shows a slot's content large. */
  onShow?: (slot: number) => void
  /** One place alone, as wide as what it shows. */
  wide?: boolean
}

/** `<MediaSlots label="Fotos" places={…} onSend={(slot, file, sending) => …} onRemove={…} />` */
export function MediaSlots({
  label,
  places,
  takes = 'media',
  blocked,
  onSend,
  onRemove,
  onRestore,
  onShow,
  wide = false,
}: MediaSlotsProps) {
  const nameOf = (slot: number) => places[slot]?.name ?? ''
  const { uploads, said, begin, dismiss, refuse } = useSlotUploads(onSend, nameOf)
  const [asked, setAsked] = useState<{ changes: Change[]; left: string[] } | null>(null)
  const [removed, setRemoved] = useState<readonly number[]>([])
  useNoStrayDrop()

  const forget = (slot: number) => setRemoved((now) => now.filter((other) => other !== slot))
  const remove = async (slot: number) => {
    if (!(await onRemove?.(slot)) || !onRestore) return
    setRemoved((now) => [...now, slot])
    setTimeout(() => forget(slot), UNDO_TIME)
  }
  const restore = async (slot: number) => {
    if (await onRestore?.(slot)) forget(slot)
  }

  const take = (slot: number, given: FileList | null | undefined, dropped: boolean) => {
    if (blocked) return
    const judged = [...(given ?? [])].map((file) => ({ file, problem: problemOf(file, { takes, dropped }) }))
    const accepted = judged.filter(({ problem }) => problem === undefined).map(({ file }) => file)
    const [first] = judged
    if (first?.problem && accepted.length === 0) return refuse(slot, first.file, first.problem)
    if (accepted.length === 0) return
    const isFree = places.map(({ source }, at) => source === null && !uploads.has(at))
    const slots = placesFor(accepted.length, slot, isFree)
    const placed = accepted.map((file, nth) => ({ file, slot: slots[nth] ?? null }))
    setAsked({
      changes: placed.flatMap(({ file, slot: at }) => (at === null ? [] : [{ slot: at, file }])),
      left: [
        ...judged.flatMap(({ file, problem }) => (problem ? [`${file.name}: ${problem}`] : [])),
        ...placed.flatMap(({ file, slot: at }) => (at === null ? [`${file.name}: no queda lugar.`] : [])),
      ],
    })
  }
  return (
    <div className={styles.slots}>
      <ul aria-label={label} className={wide ? styles.wide : styles.list}>
        {places.map((place, slot) => (
          <li key={place.name}>
            <Slot
              place={place}
              upload={uploads.get(slot)}
              takes={takes}
              several={places.length > 1}
              blocked={blocked !== undefined}
              onFiles={(files, dropped) => take(slot, files, dropped)}
              onDismiss={() => dismiss(slot)}
              onRemove={onRemove && (() => void remove(slot))}
              onRestore={removed.includes(slot) ? () => void restore(slot) : undefined}
              onShow={onShow && (() => onShow(slot))}
            />
          </li>
        ))}
      </ul>
      {blocked && <p className="field__help">{blocked}</p>}
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {asked && (
        <ChangeDialog
          {...asked}
          nameOf={nameOf}
          isFilled={(slot) => places[slot]?.source !== null}
          onCancel={() => setAsked(null)}
          onSave={() => {
            setAsked(null)
            begin(asked.changes)
          }}
        />
      )}
    </div>
  )
}

interface SlotProps {
  place: MediaPlace
  upload: SlotUpload | undefined
  takes: Takes
  several: boolean
  blocked: boolean
  onFiles: (files: FileList | null | undefined, dropped: boolean) => void
  onDismiss: () => void
  onRemove: (() => void) | undefined
  /** Set while a removal can be taken back. */
  onRestore: (() => void) | undefined
  onShow: (() => void) | undefined
}

function Slot({ place, upload, takes, several, blocked, onFiles, onDismiss, onRemove, onRestore, onShow }: SlotProps) {
  const [isOver, setIsOver] = useState(false)
  const { name, source, video } = place
  const isBusy = upload !== undefined && upload.problem === undefined
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    if (!isBusy) onFiles(event.dataTransfer.files, true)
  }
  const choosing = { disabled: blocked || isBusy, onFiles }
  return (
    <fieldset
      aria-label={name}
      className={styles.slot}
      data-drop
      data-over={isOver}
      data-filled={source !== null}
      onDragEnter={() => setIsOver(true)}
      onDragOver={() => setIsOver(true)}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.view}>
        {upload ? (
          <UploadView upload={upload} name={name} onDismiss={onDismiss} />
        ) : source ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same.
          <div onDoubleClick={onRemove} title={onRemove && 'Doble clic: eliminar'}>
            <MediaView source={source} video={video} alt={name} />
          </div>
        ) : (
          <Chooser
            {...choosing}
            className={styles.empty}
            label={`${name}: elegir archivo`}
            accept={acceptOf(takes)}
            multiple={several}
          >
            <IconPhotoPlus size={28} stroke={1.5} aria-hidden />
            <span aria-hidden>{name}</span>
          </Chooser>
        )}
      </div>
      <div className={styles.actions}>
        {source === null && !upload && onRestore && <Undo name={name} onRestore={onRestore} />}
        {source && !upload && (
          <>
            <Chooser
              {...choosing}
              className={styles.action}
              title="Cambiar"
              label={`${name}: cambiar`}
              accept={acceptOf(takes)}
              multiple={several}
            >
              <IconRefresh size={18} aria-hidden />
            </Chooser>
            {onShow && (
              <button type="button" className={styles.action} aria-label={`Ver ${name}`} title="Ver" onClick={onShow}>
                <IconZoomIn size={18} aria-hidden />
              </button>
            )}
            {onRemove && (
              <button
                type="button"
                className={styles.action}
                aria-label={`Eliminar ${name}`}
                title="Eliminar"
                onClick={onRemove}
              >
                <IconTrash size={18} aria-hidden />
              </button>
            )}
          </>
        )}
        {!upload && (
          <Chooser
            {...choosing}
            className={`${styles.action} ${styles.camera}`}
            title="Sacar foto"
            label={`${name}: sacar foto`}
            accept="image/*"
            camera
          >
            <IconCamera size={18} aria-hidden />
          </Chooser>
        )}
      </div>
    </fieldset>
  )
}

/** The way back from a removal; it has the focus, which was on the button that is gone. */
function Undo({ name, onRestore }: { name: string; onRestore: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    // The second click of a double click on 'Eliminar' lands here, and is not meant.
    <button
      ref={button}
      type="button"
      className="button button--quiet"
      onClick={({ detail }) => detail < 2 && onRestore()}
    >
      Deshacer<span className="visually-hidden">: {name} eliminada</span>
    </button>
  )
}

interface ChooserProps {
  className: string | undefined
  label: string
  title?: string
  accept: string
  multiple?: boolean
  camera?: boolean
  disabled: boolean
  onFiles: SlotProps['onFiles']
  children: ReactNode
}

/** A file input in the dress of a button: the keyboard, the finger and the reader know what it is. */
function Chooser({ className, label, title, camera = false, onFiles, children, ...input }: ChooserProps) {
  return (
    <label className={className} title={title}>
      <input
        type="file"
        className="visually-hidden"
        capture={camera ? 'environment' : undefined}
        aria-label={label}
        onChange={({ target }) => {
          onFiles(target.files, false)
          // Emptied, so that choosing the same file again, once it is mended, is a change too.
          target.value = ''
        }}
        {...input}
      />
      {children}
    </label>
  )
}

function UploadView({
  upload: { file, preview, progress, problem },
  name,
  onDismiss,
}: {
  upload: SlotUpload
  name: string
  onDismiss: () => void
}) {
  if (problem !== undefined) {
    return (
      <div className={styles.problem}>
        <p role="alert">
          <span className="visually-hidden">{name}: </span>
          {problem}
        </p>
        <button type="button" className="button button--quiet" onClick={onDismiss}>
          Entendido
        </button>
      </div>
    )
  }
  const percent = Math.round((progress ?? 0) * 100)
  return (
    <div className={styles.busy}>
      {isFilm(file) ? <video src={preview} muted playsInline aria-hidden /> : <img src={preview} alt="" />}
      <div>
        <progress aria-label={`Subiendo ${name}`} max={100} value={percent} />
        <span>{progress === null ? 'En espera' : percent < 100 ? `${percent} %` : 'Guardando…'}</span>
        <button type="button" className="button button--quiet" onClick={onDismiss}>
          Cancelar
        </button>
      </div>
    </div>
  )
}
