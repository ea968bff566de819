/** Documents that take a while: prepared at the server, followed while they are made, then saved on the device. */
import { useEffect, useRef, useState } from 'react'
import {
  beginDocument,
  cancelDocument,
  type DocumentOrder,
  type DocumentProgress,
  watchDocument,
} from '../../contract/documents.ts'
import { call, messageOf } from '../lib/api.ts'
import { showToast } from '../lib/toast.ts'

/** Milliseconds between two questions about the progress. */
const LOOK_MS = 800
const failed = 'No se pudo preparar el documento. Intente nuevamente'

export interface DocumentAsked {
  /** The document's name while it is made: 'Catálogo de Rayuela'. */
  readonly label: string
  readonly order: DocumentOrder
  /** Saves the document; called when the server has it ready, so that it comes at once. */
  readonly save: (made: DocumentProgress) => Promise<void>
}

export interface Preparing {
  readonly label: string
  /** Null until the server answers for the first time. */
  readonly progress: DocumentProgress | null
  readonly cancel: () => void
}

/** One document at a time: the one that is being prepared, and how to ask for one. Leaving the screen cancels it. */
export function usePreparedDocument() {
  const [preparing, setPreparing] = useState<Preparing | null>(null)
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  const prepare = async ({ label, order, save }: DocumentAsked): Promise<void> => {
    if (underWay.current) return
    const control = new AbortController()
    underWay.current = control
    const tell = (progress: DocumentProgress | null) => setPreparing({ label, progress, cancel: () => control.abort() })
    tell(null)
    try {
      await follow(order, control.signal, tell, save)
      showToast('success', `${label}: descargado`)
    } catch (error) {
      if (!control.signal.aborted) showToast('failure', error instanceof NotMade ? failed : messageOf(error))
    } finally {
      underWay.current = null
      setPreparing(null)
    }
  }
  return { preparing, prepare }
}

class NotMade extends Error {}

async function follow(
  order: DocumentOrder,
  signal: AbortSignal,
  tell: (progress: DocumentProgress) => void,
  save: DocumentAsked['save'],
): Promise<void> {
  let progress = await call(beginDocument, { body: order })
  const params = { id: progress.id }
  try {
    while (progress.state !== 'listo') {
      if (progress.state === 'no se pudo') throw new NotMade()
      tell(progress)
      await pauseFor(LOOK_MS, signal)
      progress = await call(watchDocument, { params, signal })
    }
    tell(progress)
    await save(progress)
  } finally {
    // Saved, failed or cancelled: nobody waits for the document any more.
    void call(cancelDocument, { params }).catch(() => {})
  }
}

/** @throws the signal's reason once it is aborted */
const pauseFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
