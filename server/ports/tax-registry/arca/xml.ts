/** XML as the tax authority's services write it. */
import { XMLParser } from 'fast-xml-parser'

/** An element's children by name without prefix; text is a string, `domicilio` always a list. */
export type XmlElement = {
  readonly [name: string]: XmlElement | string | readonly (XmlElement | string)[] | undefined
}

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  // Numbers stay text, so that postal codes keep their leading zeros.
  parseTagValue: false,
  // Without it the services' numeric references (&#xF3;) would stand in names.
  htmlEntities: true,
  isArray: (name) => name === 'domicilio',
})

/** Parses XML; in an error page or a cut answer the elements that a caller looks for are missing. */
export function parseXml(text: string): XmlElement {
  try {
    return parser.parse(text) as XmlElement
  } catch {
    return {}
  }
}

/** The element at a path of names; undefined when there is none. */
export function elementAt(from: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let current: XmlElement | undefined = from
  for (const name of path) {
    const next = current?.[name]
    current = isElement(next) ? next : undefined
  }
  return current
}

/** The text of a child; '' when there is none. */
export function textOf(element: XmlElement | undefined, name: string): string {
  const value = element?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

export const isElement = (value: unknown): value is XmlElement =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text as it may stand in an element. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
