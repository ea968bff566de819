import { showToast } from './toast.ts'

interface CopyWords {
  readonly copied: string
  /** Said where the browser refuses; absent: nothing, as nobody has pressed anything. */
  readonly refused?: string
}

/** The words for a link in a box of its own. */
export const LINK_WORDS = {
  copied: 'Enlace copiado',
  refused: 'No se pudo copiar. El enlace quedó marcado: cópielo con el teclado',
} as const satisfies CopyWords

/** Copies a text. Where the browser refuses, as without https or permission, the box that shows it is marked, for the keyboard. */
export async function copyText(text: string, words: CopyWords, box: HTMLInputElement | null = null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('success', words.copied)
  } catch {
    box?.select()
    if (words.refused) showToast('failure', words.refused)
  }
}
