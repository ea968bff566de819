/** How refusals name fields: clean names in the code, legacy names on the wire (R4). */
import * as z from 'zod/mini'
import type { Fields, WireObject } from './wire.ts'

/** The fields of the wire object in a schema: the schema itself, or the object that it makes optional, or lists. */
function fieldsIn(schema: z.ZodMiniType | undefined): Fields | undefined {
  if (!schema) return undefined
  if ('fields' in schema) return schema.fields as Fields
  const { innerType, element } = schema._zod.def as { innerType?: z.ZodMiniType; element?: z.ZodMiniType }
  return fieldsIn(innerType ?? element)
}

/**
 * The legacy name of a field, for refusals that name it (R4); undefined when the schema has none of that name. A field
 * of a nested object is named by its path: `legacy.zoneId`, `items.3.code`.
 */
export function wireNameOf(schema: z.ZodMiniType | undefined, name: string): string | undefined {
  const [first = '', ...furtherParts] = name.split('.')
  const below = furtherParts.join('.')
  if (/^\d+$/.test(first) && below !== '') {
    const inside = wireNameOf(schema, below)
    return inside && `${first}.${inside}`
  }
  const declared = Object.entries(fieldsIn(schema) ?? {}).find(([clean]) => clean === first)
  if (!declared) return undefined
  const [, [wire, inner]] = declared
  if (below === '') return wire
  const inside = wireNameOf(inner, below)
  return inside && `${wire}.${inside}`
}

/** The legacy names of all fields of a wire object. */
export const wireNamesOf = (schema: z.ZodMiniType | undefined): string[] =>
  Object.values(fieldsIn(schema) ?? {}).map(([wire]) => wire)

/** Refused fields as a part of an answer: the fields of `object` by their clean names here, by their legacy names on the wire. */
export const fieldErrorsOn = <F extends Fields>(object: WireObject<F>) => {
  const names = Object.keys(object.fields).map((name) => [name, wireNameOf(object, name) ?? name] as const)
  const [toClean, toWire] = [new Map(names.map(([clean, wire]) => [wire, clean])), new Map(names)]
  const field = z.codec(z.string(), z.string(), {
    decode: (wire) => toClean.get(wire) ?? wire,
    encode: (clean) => toWire.get(clean) ?? clean,
  })
  return z.array(z.object({ field, message: z.string() }))
}
