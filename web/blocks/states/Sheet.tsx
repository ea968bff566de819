import type { ReactNode } from 'react'

/** One block, its states side by side: one picture of docs/design.md. */
export const Sheet = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="sheet panel" data-picture={name} aria-label={name}>
    {children}
  </section>
)

/** One state of a block, with what it is called. */
export const State = ({ words, children }: { words: string; children: ReactNode }) => (
  <figure className="sheet__state">
    <figcaption className="field__help">{words}</figcaption>
    {children}
  </figure>
)
