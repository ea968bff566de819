/** A valid value for each part of a call, made from its schema, so that one text or list of it can be as large as allowed. */
import type { Schema } from './calls.ts'

/** What is large in an input; all else is small and valid. The schemas are those of the call, told apart by identity. */
export interface Large {
  readonly field?: Schema | undefined
  readonly text?: string
  readonly list?: Schema | undefined
  readonly items?: number
}

/**
 * What fields of these names hold, where their schema takes it: the filled shop's own ids, or what its use cases ask for. An
 * optional field is given only if it is named here; `undefined`: given, as its schema has it.
 */
const NAMED: Readonly<Record<string, string | number | undefined>> = {
  idcli: 1_001,
  dir: 10_011,
  iddir: 10_011,
  idusu: 1,
  idexp: 1,
  email: 'nueva@example.com',
  mail: 'nueva@example.com',
  mails: 'nueva@example.com',
  cuit: '30712345671',
  username: '30009000210',
  contra: 'una-clave-larga',
  confirmar: 'una-clave-larga',
  password: 'una-clave-larga',
  nombre: 'Ana',
  apellido: 'Paz',
  razonSocial: 'Ana Paz',
  celular: '3415551234',
  telefono: '3415551234',
  direccion: 'Salta 1234',
  provincia: 21,
  ciudad: 'Rosario',
  localidad: 'Rosario',
  cp: '2000',
  url: 'https://example.com/aviso',
  clave: 'TERMINOS',
  fecha: '2026-11-24',
  tipo: 'factura A',
  numero: 'A-1',
  terminos: 1,
  zona: 1,
  iva: 1,
  cantidad: 1,
  token: '123456',
  IDMARCA_IO: 0,
  IDCATEGORIA_IO: 0,
  IDSUBCATEGORIA_IO: 0,
  OFERTA_IO: 1,
  renglones: undefined,
  ids: undefined,
  cod: '00005',
  CODIGO_ART: '00005',
}
const PLAIN = ['00005', '1', '0', '2026-11-24', ''] as const

/** The types of a schema: zod writes a union of plain ones as a list. */
const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []))

/** Whether a text may be of this schema, not one of a few words. */
export const isText = (schema: Schema): boolean =>
  typesOf(schema).includes('string') && !schema.enum && schema.const === undefined && schema.format !== 'binary'

/** Whether a text of a schema with these limits is allowed. */
export const isAllowed = (text: string, { pattern, minLength = 0, maxLength = Infinity }: Schema): boolean =>
  text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))

const known = new WeakMap<Schema, ReadonlySet<Schema>>()
/** A schema and all within it; found once, as each of ten thousand items asks. */
export function schemasIn(schema: Schema): ReadonlySet<Schema> {
  const found = known.get(schema)
  if (found) return found
  const { anyOf = [], properties = {}, items } = schema
  const parts = [...anyOf, ...Object.values(properties), ...(items ? [items] : [])]
  const all = new Set([schema, ...parts.flatMap((part) => [...schemasIn(part)])])
  known.set(schema, all)
  return all
}

/** Whether a named value is one of a schema. */
const fits = (value: string | number, schema: Schema): boolean =>
  [...schemasIn(schema)].some((part) => {
    if (part.const !== undefined) return part.const === value
    if (isText(part) && isAllowed(String(value), part)) return true
    const { minimum = -Infinity, maximum = Infinity } = part
    const isNumber = typesOf(part).some((type) => type === 'integer' || type === 'number')
    return isNumber && typeof value === 'number' && value >= minimum && value <= maximum
  })

/** Whether an optional field is given in a sample. */
export function isNamed(name: string, schema: Schema): boolean {
  const value = NAMED[name]
  return name in NAMED && (value === undefined || fits(value, schema))
}

/** Whether what is large in an input is this part of it, or within it. */
export const hasLarge = (part: Schema, { field, list }: Large): boolean =>
  (field !== undefined && schemasIn(part).has(field)) || (list !== undefined && schemasIn(part).has(list))

/** A valid value. `nth`: its place in the innermost list, from 0, so that ids of a list differ. */
export function sampleOf(schema: Schema, large: Large, name = '', nth = 0): unknown {
  if (schema === large.field) return large.text
  const isLarge = (part: Schema) => hasLarge(part, large)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) {
    const options = schema.anyOf.filter(({ type }) => type !== 'null')
    const named = NAMED[name]
    const fitting = named === undefined ? undefined : options.find((option) => fits(named, option))
    return sampleOf(options.find(isLarge) ?? fitting ?? options[0] ?? {}, large, name, nth)
  }
  const [type] = typesOf(schema)
  switch (type) {
    case 'object': {
      const given = Object.entries(schema.properties ?? {}).filter(
        ([key, part]) => schema.required?.includes(key) || isNamed(key, part) || isLarge(part),
      )
      return Object.fromEntries(given.map(([key, part]) => [key, sampleOf(part, large, key, nth)]))
    }
    case 'array': {
      const length = schema === large.list ? (large.items ?? 1) : Math.max(1, schema.minItems ?? 1)
      return Array.from({ length }, (_, at) => sampleOf(schema.items ?? {}, large, name, at))
    }
    case 'integer':
    case 'number': {
      const named = NAMED[name]
      return typeof named === 'number'
        ? named
        : Math.max(schema.minimum ?? 1, Math.min(nth + 1, schema.maximum ?? Infinity))
    }
    case 'boolean':
      return true
    case 'null':
      return null
    default: {
      const texts = [...(name in NAMED ? [String(NAMED[name] ?? '')] : []), ...PLAIN]
      return texts.find((text) => isAllowed(text, schema)) ?? ''
    }
  }
}
