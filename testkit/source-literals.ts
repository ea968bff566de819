/** Regular expressions and texts as they stand in the sources, read with a parser and not with patterns. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A regular expression of a source. */
export interface Pattern {
  /** Path from the repository's folder. */
  readonly file: string
  /** With `x` for each `${…}` of a template; undefined when `RegExp(…)` is given something that is no literal. */
  readonly source: string | undefined
  readonly flags: string
}

/** A text of a source; each `${…}` of a template parts two pieces. */
export type TextPieces = readonly string[]

/** Literals of one file. */
export interface Literals {
  readonly patterns: readonly Pattern[]
  readonly texts: readonly TextPieces[]
}

/** Files of the trees that are part of the product: neither tests nor what only tests use. */
export function productFiles(trees: readonly string[]): string[] {
  return trees.flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
      .map((file) => `${tree}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$|^server\/test\//.test(file)),
  )
}

/** All literals of a source file. @throws when it cannot be parsed */
export function literalsOf(file: string): Literals {
  return literalsIn(readFileSync(join(root, file), 'utf8'), file)
}

/** All literals of a source text. `file` says by its ending which language it is. @throws when it cannot be parsed */
export function literalsIn(text: string, file: string): Literals {
  const patterns: Pattern[] = []
  const texts: TextPieces[] = []
  const unread: unknown[] = [parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx') }).body]
  while (unread.length > 0) {
    const node = unread.pop()
    if (typeof node !== 'object' || node === null) continue
    unread.push(...Object.values(node))
    if (!('type' in node)) continue
    const literal = node as Node
    if (literal.type === 'RegExpLiteral') patterns.push({ file, source: literal.pattern, flags: literal.flags ?? '' })
    else if (isRegExpCall(literal)) patterns.push(patternOf(literal, file))
    else if (literal.type === 'StringLiteral') texts.push([String(literal.value)])
    else if (literal.type === 'TemplateLiteral') texts.push(piecesOf(literal))
  }
  return { patterns, texts }
}

/** What is read of the parser's nodes. */
interface Node {
  readonly type: string
  readonly pattern?: string
  readonly flags?: string
  readonly value?: unknown
  readonly quasis?: readonly { readonly cooked?: unknown; readonly raw: unknown }[]
  readonly callee?: Node
  readonly arguments?: readonly { readonly expression: Node }[]
}

const isRegExpCall = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') && callee?.type === 'Identifier' && callee.value === 'RegExp'

function patternOf({ arguments: given = [] }: Node, file: string): Pattern {
  const [pattern, flags] = given.map(({ expression }) => textOf(expression))
  return { file, source: pattern, flags: flags ?? '' }
}

/** The text of a literal; undefined for anything else. */
function textOf(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value)
  return node.type === 'TemplateLiteral' ? piecesOf(node).join('x') : undefined
}

const piecesOf = ({ quasis = [] }: Node): string[] => quasis.map(({ cooked, raw }) => String(cooked ?? raw))
