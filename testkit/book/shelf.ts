/**
 * A model of the saved lists, the carts put aside and the carts sent to be confirmed of two buyers of one client (R368, R369, R372).
 * It knows what each of them did and was answered, and says which lists the server may have:
 * - Each change made of the version that its maker had read is there, and no change of the same version took its place (R41).
 * - A cart put aside or sent ends once: with who took it up, or with the order, and with the lines that stood in it last.
 * - Each buyer sees the own lists and the shared ones, who confirms also what waits, and nothing else.
 */

/** The first buyer confirms orders; the second one prepares them. */
export type Who = 'first' | 'second'
/** A line of a list, or of a cart without its price. */
export interface ListLine {
  readonly code: string
  readonly quantity: number
  readonly note: string
}

/** What a list says at a version. */
export interface Content {
  readonly name: string
  readonly shared: boolean
  readonly archived: boolean
  readonly lines: readonly ListLine[]
}

/** A list as the server shows it to one of the buyers. */
export interface ShownList extends Content {
  readonly id: number
  readonly kind: 'list' | 'aside'
  readonly isOwn: boolean
  readonly version: number
  /** What became of a cart that was sent; null for all others. */
  readonly sent: 'waiting' | 'returned' | 'confirmed' | null
}

/** A change that was asked for. */
export interface Attempt {
  /** The server answered with the list's new version. */
  done(version: number): void
  refused(): void
}

interface Record {
  readonly kind: 'list' | 'aside'
  readonly maker: Who
  sent: ShownList['sent']
  readonly versions: Map<number, Content>
  /** Changes without an answer: they are made, or not. */
  readonly open: { readonly from: number; readonly content: Content }[]
  /** The lines with which it ended; null while it stands. */
  ended: { readonly by: string; readonly lines: readonly ListLine[] } | null
}

export interface Shelf {
  /** Lists that stand, by id. */
  ids(): number[]
  isKnown(id: number): boolean
  /** Whether nobody made a list yet. */
  isUnused(): boolean
  /** Whether a buyer sees a list that stands. */
  isVisible(id: number, who: Who): boolean
  newest(id: number): Content
  kindOf(id: number): ShownList['kind']
  sentOf(id: number): ShownList['sent']
  /** A list that a buyer made. */
  add(maker: Who, list: ShownList): void
  /** A buyer reads a list. */
  read(list: ShownList): void
  /** A buyer changes what was read; without `done` or `refused` nobody knows whether it was made. */
  change(id: number, from: number, changes: Partial<Content>): Attempt
  /** A list was loaded by somebody who was told these lines; a cart put aside ends so. */
  loaded(id: number, by: string, lines: readonly ListLine[]): void
  /** A cart that was sent ends as an order of these lines. */
  confirmed(id: number, by: string, lines: readonly ListLine[]): void
  returned(id: number): void
  deleted(id: number, by: string): void
  /** A buyer was told that a list is not there. */
  gone(id: number, who: Who): void
  /** What is wrong with the lists that the server shows to a buyer, in Spanish, once nothing is under way any more. */
  faults(who: Who, shown: readonly ShownList[]): string[]
}

/** Lines as one sorted text, to compare them and to print them. */
export const listText = (lines: readonly ListLine[]): string =>
  lines
    .map(({ code, quantity, note }) => `${code} × ${quantity}${note && ` «${note}»`}`)
    .sort()
    .join(', ') || 'nada'

const contentText = ({ name, shared, archived, lines }: Content): string =>
  [name, shared && 'compartida', archived && 'archivada', listText(lines)].filter(Boolean).join(', ')

export function createShelf(): Shelf {
  const records = new Map<number, Record>()
  const told: { readonly id: number; readonly who: Who }[] = []
  /** What went wrong while it happened. */
  const found: string[] = []
  const of = (id: number): Record => {
    const record = records.get(id)
    if (!record) throw new Error(`No such list in the model: ${id}`)
    return record
  }
  const last = ({ versions }: Record): number => Math.max(...versions.keys())
  const contentOf = (record: Record): Content => record.versions.get(last(record))!
  const isVisible = (record: Record, who: Who): boolean =>
    record.maker === who || contentOf(record).shared || (who === 'first' && record.sent === 'waiting')
  const end = (id: number, by: string, lines: readonly ListLine[]) => {
    const record = of(id)
    if (record.ended) found.push(`la lista ${id} terminó dos veces: ${record.ended.by} y ${by}`)
    record.ended ??= { by, lines }
  }
  /** The versions that a list may have ended with: the newest, or a change of it that nobody was answered. */
  const lastTexts = (record: Record): string[] => [
    listText(contentOf(record).lines),
    ...record.open.flatMap(({ from, content }) => (from >= last(record) ? [listText(content.lines)] : [])),
  ]
  const shelf: Shelf = {
    ids: () => [...records].flatMap(([id, { ended }]) => (ended ? [] : [id])),
    isKnown: (id) => records.has(id),
    isUnused: () => records.size === 0,
    isVisible: (id, who) => isVisible(of(id), who),
    newest: (id) => contentOf(of(id)),
    kindOf: (id) => of(id).kind,
    sentOf: (id) => of(id).sent,
    add(maker, { id, kind, sent, version, ...content }) {
      if (records.has(id)) found.push(`la lista ${id} se hizo dos veces`)
      records.set(id, { kind, maker, sent, versions: new Map([[version, content]]), open: [], ended: null })
    },
    read({ id, version, ...content }) {
      const record = records.get(id)
      if (!record) return void found.push(`nadie hizo la lista ${id}: ${contentText(content)}`)
      const known = record.versions.get(version)
      if (known) {
        if (contentText(known) !== contentText(content))
          found.push(
            `la lista ${id} dice ${contentText(content)}; en su versión ${version} decía ${contentText(known)}`,
          )
        return
      }
      if (version < last(record))
        return void found.push(`la lista ${id} volvió a la versión ${version}; ya tenía la ${last(record)}`)
      const isOpen = record.open.some(
        ({ from, content: asked }) => from < version && contentText(asked) === contentText(content),
      )
      // Sending back is a version more of the same.
      if (!isOpen && contentText(contentOf(record)) !== contentText(content))
        found.push(`nadie cambió así la lista ${id}: ${contentText(content)}; era ${contentText(contentOf(record))}`)
      record.versions.set(version, content)
    },
    change(id, from, changes) {
      const record = of(id)
      // Whose change made it may not have been answered yet, while another device has already read it.
      const before = record.versions.get(from) ?? record.open.findLast((attempt) => attempt.from === from - 1)?.content
      if (!before) throw new Error(`Nobody has read version ${from} of list ${id}`)
      const content = { ...before, ...changes }
      const attempt = { from, content }
      record.open.push(attempt)
      const close = () => void record.open.splice(record.open.indexOf(attempt), 1)
      return {
        done(version) {
          close()
          const other = record.versions.get(version)
          if (version !== from + 1 || (other && contentText(other) !== contentText(content)))
            found.push(`la lista ${id} se cambió sobre la versión ${from} aunque otro ya la había cambiado`)
          record.versions.set(version, content)
        },
        refused: close,
      }
    },
    loaded(id, by, lines) {
      const record = of(id)
      if (record.kind === 'aside') return end(id, by, lines)
      const texts = [...[...record.versions.values()], ...record.open.map(({ content }) => content)].map((content) =>
        listText(content.lines),
      )
      if (!texts.includes(listText(lines))) found.push(`de la lista ${id} se cargó ${listText(lines)}; nunca tuvo eso`)
    },
    confirmed: end,
    returned(id) {
      const record = of(id)
      if (record.ended || record.sent !== 'waiting') found.push(`la lista ${id} se devolvió sin estar esperando`)
      record.sent = 'returned'
    },
    deleted: (id, by) => end(id, by, contentOf(of(id)).lines),
    gone: (id, who) => void told.push({ id, who }),
    faults(who, shown) {
      for (const list of shown) {
        shelf.read(list)
        const record = records.get(list.id)
        if (record?.ended) found.push(`la lista ${list.id} está aunque terminó (${record.ended.by})`)
        if (record && !isVisible(record, who)) found.push(`un comprador ve la lista ${list.id}, que no es suya`)
        if (record && record.sent !== list.sent)
          found.push(`la lista ${list.id} figura como ${list.sent ?? 'no enviada'}`)
      }
      const ids = new Set(shown.map(({ id }) => id))
      for (const [id, record] of records) {
        const { ended } = record
        if (!ended && isVisible(record, who) && !ids.has(id))
          found.push(`falta la lista ${id}: ${contentText(contentOf(record))}`)
        if (ended && !lastTexts(record).includes(listText(ended.lines)))
          found.push(`la lista ${id} terminó con ${listText(ended.lines)}; tenía ${lastTexts(record).join(' o ')}`)
      }
      for (const { id, who: hearer } of told) {
        const record = of(id)
        const wasHidden = [...record.versions.values()].some(({ shared }) => !shared) && record.maker !== hearer
        if (!record.ended && !wasHidden) found.push(`se dijo que la lista ${id} ya no está, y está`)
      }
      return [...new Set(found)]
    },
  }
  return shelf
}
