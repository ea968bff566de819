/** Templates as texts in the code: nothing to find on disk, neither from the sources nor from a bundle. */
import { Eta } from 'eta'

// 'it' is the data; `<%= %>` escapes, `<%~ %>` does not.
const html = new Eta({ autoEscape: true, autoTrim: false })
const plain = new Eta({ autoEscape: false, autoTrim: false })

const compile =
  (eta: Eta) =>
  <Data extends object>(source: string): ((data: Data) => string) => {
    const template = eta.compile(source)
    return (data) => eta.render(template, data)
  }

/** Compiles a template of HTML: every value is escaped. */
export const htmlTemplate = compile(html)
/** Compiles a template of plain text. */
export const textTemplate = compile(plain)
