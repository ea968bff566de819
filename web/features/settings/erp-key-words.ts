/** The names of a key's rights on the screen. */
import { type KeyRight, type KeySubject, keySubjects } from '../../../contract/key-rights.ts'

export const subjectWords: Readonly<Record<KeySubject, string>> = {
  articulos: 'Artículos, precios y stock',
  asignaciones: 'Asignaciones (marca, categoría, descuento)',
  fotos: 'Fotos',
  clientes: 'Clientes y direcciones',
  listas: 'Vendedores, zonas, expresos e IVA',
  pedidos: 'Pedidos y sus respuestas',
}

const deedWords = { leer: 'leer', escribir: 'escribir', cambiar: 'cambiar lo que ya está' } as const

export const deedWord = (right: KeyRight): string =>
  deedWords[right.slice(right.indexOf(':') + 1) as keyof typeof deedWords]

/** The rights of a subject, in the order in which a person chooses them. */
export const rightsOf = (subject: KeySubject): KeyRight[] =>
  keySubjects[subject].map((deed) => `${subject}:${deed}` as KeyRight)

/** 'Artículos, precios y stock: leer, escribir. Fotos: escribir.' */
export const rightsText = (rights: readonly KeyRight[]): string =>
  (Object.keys(keySubjects) as KeySubject[])
    .flatMap((subject) => {
      const own = rightsOf(subject).filter((right) => rights.includes(right))
      return own.length > 0 ? [`${subjectWords[subject]}: ${own.map(deedWord).join(', ')}.`] : []
    })
    .join(' ')
