/** Sharing by the device's own sheet, where WhatsApp is one tap away (R392). */
import type { BodyOf } from '../../../contract/endpoint.ts'
import { linkPaper } from '../../../contract/shared-papers.ts'
import { call } from '../../lib/api.ts'
import { saveFile } from '../../lib/download.ts'

/** What is shared: a file, a link that opens the paper, or whichever of both the device can do. */
export interface ToShare {
  /** 'Pedido web 77': what the message says. */
  readonly title: string
  /** Makes the PDF. Absent for one that takes too long to wait for. */
  readonly file?: (() => Promise<File>) | undefined
  /** Absent for what must not be read later: figures of today. */
  readonly link?: BodyOf<typeof linkPaper> | undefined
}

/** What there is to share, once it is made. */
export type Made = { readonly file: File } | { readonly address: string }

/** How it went: shared (or the sheet was closed), saved as a file, or to be shown, for a tap or a copy. */
export type Outcome = 'done' | 'saved' | Made

/** Milliseconds that a file may take where there is a link instead: browsers open no sheet long after the tap. */
const FILE_MS = 2_500

/** Whether the device's sheet takes PDFs. */
function takesFiles(): boolean {
  try {
    return navigator.canShare?.({ files: [new File(['%PDF'], 'x.pdf', { type: 'application/pdf' })] }) ?? false
  } catch {
    return false
  }
}

/** Whether the device has a sheet at all. */
export const hasSheet = (): boolean => 'share' in navigator

/**
 * Makes what is to be shared and opens the device's sheet with it. Where there is no sheet, or it is too late to open it without
 * another tap, answers what was made. @throws ApiError where it can't be made
 */
export async function share(wanted: ToShare): Promise<Outcome> {
  const made = await make(wanted)
  if (await opensSheet(wanted.title, made)) return 'done'
  if ('file' in made && !takesFiles()) {
    saveFile(made.file)
    return 'saved'
  }
  return made
}

async function make({ file, link }: ToShare): Promise<Made> {
  const linked = async (body: BodyOf<typeof linkPaper>): Promise<Made> => ({
    address: (await call(linkPaper, { body })).address,
  })
  if (!file) return linked(link as BodyOf<typeof linkPaper>)
  if (!link) return { file: await file() }
  if (!takesFiles()) return linked(link)
  const late = Symbol('late')
  const first = await Promise.race([file(), new Promise<typeof late>((done) => setTimeout(() => done(late), FILE_MS))])
  return first === late ? linked(link) : { file: first }
}

/** Opens the sheet; false where there is none or the browser wants a tap of its own for it. */
export async function opensSheet(title: string, made: Made): Promise<boolean> {
  if (!hasSheet() || ('file' in made && !takesFiles())) return false
  try {
    await navigator.share('file' in made ? { files: [made.file], title } : { title, text: title, url: made.address })
    return true
  } catch (error) {
    // Closed without a choice: nothing more is to be said.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** A chat of WhatsApp's whose reader the user chooses there. */
export const whatsappText = (title: string, address: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`
