/** What a key of the ERP's program may do (R293). */

/** What a key may be for, with what it may do there; `cambiar` may also change what the shop has already. */
export const keySubjects = {
  articulos: ['leer', 'escribir'],
  asignaciones: ['leer', 'escribir', 'cambiar'],
  // Nothing reads pictures: they are seen in the catalogue.
  fotos: ['escribir', 'cambiar'],
  clientes: ['leer', 'escribir'],
  listas: ['leer', 'escribir'],
  pedidos: ['leer', 'escribir'],
} as const satisfies Readonly<Record<string, readonly ('leer' | 'escribir' | 'cambiar')[]>>
export type KeySubject = keyof typeof keySubjects
/** A subject of lists, which are sent and read as rows. */
export type ListSubject = Exclude<KeySubject, 'fotos'>
/** One right of a key, e.g. `articulos:escribir`. */
export type KeyRight = { [S in KeySubject]: `${S}:${(typeof keySubjects)[S][number]}` }[KeySubject]
export const keyRights = Object.entries(keySubjects).flatMap(([subject, deeds]) =>
  deeds.map((deed) => `${subject}:${deed}` as KeyRight),
)
