/** Uploads into slots, one after the other: what waits, what is on its way, what was refused. */
import { useEffect, useRef, useState } from 'react'
import { refusalOf } from '../../lib/refusal.ts'
import { showToast } from '../../lib/toast.ts'

/** Sends a file into a slot, counted from 0; resolves when the file is there. Throws why it is not, for `refusalOf`. */
export type SendFile = (
  slot: number,
  file: File,
  sending: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<void>

export interface SlotUpload {
  readonly file: File
  /** Address of the file on this device, shown during the upload. */
  readonly preview: string
  /** From 0 to 1; null while it waits. */
  readonly progress: number | null
  /** Why it was refused; undefined as long as it was not. */
  readonly problem?: string
}

interface Waiting {
  readonly slot: number
  readonly file: File
  readonly controller: AbortController
}

/**
 * Uploads into slots. They go on when the slots leave the screen; then a message tells how they ended.
 * @param nameOf what messages call a slot
 */
export function useSlotUploads(send: SendFile, nameOf: (slot: number) => string) {
  const [uploads, setUploads] = useState<ReadonlyMap<number, SlotUpload>>(new Map())
  const [said, setSaid] = useState('')
  const queue = useRef<Waiting[]>([])
  const running = useRef(new Map<number, AbortController>())
  const latest = useRef({ send, nameOf })
  latest.current = { send, nameOf }
  const shown = useRef(true)

  useEffect(() => {
    shown.current = true
    const onUnload = (event: BeforeUnloadEvent) => {
      if (running.current.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => {
      shown.current = false
      // While a file is still on its way, the tab asks before it closes.
      if (running.current.size === 0) window.removeEventListener('beforeunload', onUnload)
    }
  }, [])

  const change = (slot: number, next: Partial<SlotUpload> | null) =>
    setUploads((now) => {
      const all = new Map(now)
      const upload = all.get(slot)
      if (!upload) return now
      if (next) all.set(slot, { ...upload, ...next })
      else {
        URL.revokeObjectURL(upload.preview)
        all.delete(slot)
      }
      return all
    })

  const next = async () => {
    const [first] = queue.current
    if (!first) return
    const { slot, file, controller } = first
    const name = latest.current.nameOf(slot)
    try {
      change(slot, { progress: 0 })
      const onProgress = (progress: number) => change(slot, { progress })
      await latest.current.send(slot, file, { onProgress, signal: controller.signal })
      change(slot, null)
      setSaid(`${name} guardada`)
      if (!shown.current) showToast('success', `${name} guardada`)
    } catch (error) {
      const isGivenUp = controller.signal.aborted
      const { message } = refusalOf(error)
      change(slot, isGivenUp ? null : { problem: message, progress: null })
      if (!isGivenUp && !shown.current) showToast('failure', `${name}: ${message}`)
    } finally {
      running.current.delete(slot)
      queue.current = queue.current.slice(1)
      void next()
    }
  }

  const begin = (files: readonly { slot: number; file: File }[]) => {
    const isIdle = queue.current.length === 0
    for (const { slot, file } of files) {
      const controller = new AbortController()
      running.current.set(slot, controller)
      queue.current.push({ slot, file, controller })
      const preview = URL.createObjectURL(file)
      setUploads((now) => new Map(now).set(slot, { file, preview, progress: null }))
    }
    if (isIdle) void next()
  }

  /** Gives up an upload, or takes away why it was refused. */
  const dismiss = (slot: number) => {
    const controller = running.current.get(slot)
    if (!controller) return change(slot, null)
    controller.abort()
    const isFirst = queue.current[0]?.controller === controller
    if (isFirst) return
    queue.current = queue.current.filter((waiting) => waiting.controller !== controller)
    running.current.delete(slot)
    change(slot, null)
  }

  /** Tells why a file was not taken for a slot, where the slot is. */
  const refuse = (slot: number, file: File, problem: string) =>
    setUploads((now) => new Map(now).set(slot, { file, problem, progress: null, preview: URL.createObjectURL(file) }))

  return { uploads, said, begin, dismiss, refuse }
}
