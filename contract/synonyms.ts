/** Ours: other words for what is searched, as the office adds them (R377). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import { int, wireObject } from './wire.ts'

/** Most of them: each is looked at when a text has its first word. */
export const MOST_SYNONYMS = 500
export const LONGEST_SYNONYM = 60

/** Why other words are refused. */
export const synonymTexts = {
  words: 'Escriba lo que buscan, hasta 60 letras',
  meaning: 'Escriba qué ven, hasta 60 letras',
  nothing: 'Con eso no se encuentra ningún artículo',
  same: 'Es lo mismo que buscan',
  known: 'Ya está agregado',
  tooMany: 'Ya hay 500: borre los que no se usan',
} as const

const text = (problem: string) =>
  z.string().check(z.trim(), z.minLength(1, problem), z.maxLength(LONGEST_SYNONYM, problem))
const fields = {
  /** What is searched. */
  words: ['palabras', text(synonymTexts.words)],
  /** The search whose articles are shown, too. */
  meaning: ['tambien', text(synonymTexts.meaning)],
} as const
const body = wireObject(fields)
export type SynonymBody = z.output<typeof body>

const storedSynonym = wireObject({ id: ['id', int], words: ['palabras', z.string()], meaning: ['tambien', z.string()] })
export type StoredSynonym = z.output<typeof storedSynonym>

export const listSynonyms = endpoint({
  method: 'GET',
  path: '/api/sinonimos',
  access: { who: 'admin' },
  summary:
    'Otras palabras para buscar: quien busca una ve también lo que se encuentra con la otra. Por orden alfabético.',
  response: z.array(storedSynonym),
})

export const addSynonym = endpoint({
  method: 'POST',
  path: '/api/sinonimos',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Agrega otras palabras para buscar. Valen en la tienda a los segundos.',
  body,
  response: storedSynonym,
})

export const removeSynonym = endpoint({
  method: 'DELETE',
  path: '/api/sinonimos/:id',
  access: { who: 'admin' },
  summary: 'Borra otras palabras para buscar.',
  params: wireObject({ id: ['id', idText] }),
  response: storedSynonym,
})
