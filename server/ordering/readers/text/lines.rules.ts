/** Cuts a text into lines, and each line to the part that is read: without stamps, bullets and quoted mails. Pure. */
import { fold } from '../../../../contract/codes.ts'
import { unitOf } from './words.rules.ts'

/** A line of the text as it was written, and the part of it that is read. */
export interface WrittenLine {
  /** Its number, from 1. */
  readonly lines: readonly [number]
  readonly text: string
  /** The part that is read; tabs separate cells. */
  readonly read: string
  /** It belongs to the mail or message that this one answers. */
  readonly isQuoted: boolean
  /** It stands for a picture or a recording that is not in the text. */
  readonly isMedia: boolean
}

/** Characters. A longer line is not matched against any pattern: nobody wrote it by hand. */
const LONGEST_LINE = 1_500
export const isTooLong = ({ text }: { text: string }): boolean => text.length > LONGEST_LINE

/** '[21/11/26, 10:31:05] Juan: ' and '21/11/2026 10:31 - Juan: ', as chats are copied. */
const STAMPS: readonly RegExp[] = [
  /^\[(?=[^\]]*\d:\d\d)[^\]]{4,32}\] ?(?:[^:\t]{1,40}: )?/u,
  /^\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?,? \d{1,2}:\d{2}(?: ?[ap]\.? ?m\.?)? ?- (?:[^:\t]{1,40}: )?/iu,
  /^\+\d[\d -]{6,20}: /,
]
/** Characters that nobody sees. */
const UNSEEN = /\u200b|\u200c|\u200d|\u200e|\u200f|\u2060|\ufe0f|\ufeff|\u20e3/g
const WIDE_BLANK = /[^\S\t]/gu
/** Bullets of a list. A dash needs a blank behind it: '-4' is no four. */
const BULLET = /^(?:[-–—•·*▪●◦►▶→]+|[a-h]\))\s+/iu
/** Boxes to tick. Where some are ticked and others are not, the empty ones stay in the line and make it doubtful. */
const TICKED = /[☑✅✔✓]/u
const UNTICKED = /[☐□⬜◻]/u
const BOX = /^[☑✅✔✓☐□⬜◻]\s*/u
const QUOTE = /^>+\s*/
/** '-----Mensaje original-----' and 'El lun, 5 ago 2024 a las 9:12, Ventas escribió:' */
const ORIGINAL = /mensaje original|original message|mensaje reenviado|forwarded message|(?:escribi[oó]|wrote):$/i
/** 'De: …', 'Enviado: …': two such lines are the head of a mail, of which only the subject is read. */
const HEAD = /^(?:de|para|enviad[oa](?: el)?|fecha|cc|from|to|sent|date): /iu
const SUBJECT = /^(?:asunto|subject): (?:(?:re|rv|fwd?): )*/iu
/** What a chat writes in the place of a picture or a recording, and what it writes above all messages. */
const MEDIA = /^<?(?:multimedia|imagen|foto|audio|video|sticker|documento) omitid[oa]>?$/iu
const ABOVE_CHAT = /cifrados? de extremo/iu

const withoutStamp = (text: string): string => STAMPS.reduce((unstamped, stamp) => unstamped.replace(stamp, ''), text)

/** A row whose cells are separated by bars, semicolons or commas, with tabs instead; any other line as it is. */
function asCells(text: string): string {
  if (text.includes('\t')) return text
  if (/^"[^"]*"[,;]/.test(text)) return text.replaceAll(/"[,;]"?|[,;]"/g, '\t').replaceAll('"', '')
  for (const sign of ['|', ';']) {
    const cells = text.split(sign)
    const isRow =
      cells.length > 2 ||
      (cells.length === 2 && sign === ';' && cells.every((cell) => cell.trim() !== '' && !/\s\S+\s/.test(cell.trim())))
    if (isRow && (sign === '|' || cells.every((cell) => cell.length < LONGEST_CELL)))
      return cells
        .slice(cells[0]?.trim() === '' && sign === '|' ? 1 : 0)
        .map((cell) => cell.trim())
        .join('\t')
  }
  const cells = text.split(',')
  const isRow =
    cells.length > 1 &&
    cells.every((cell) => !/^\s|\s$/.test(cell)) &&
    /^\S{4,}$/.test(cells[0] ?? '') &&
    (/\d/.test(text) || cells.length > 2)
  return isRow ? cells.join('\t') : text
}
/** Characters of a cell; longer texts between semicolons are sentences. */
const LONGEST_CELL = 60

/** The lines of a text that are not blank. What nobody wrote by hand (the heads of mails), and a line that is too long, has an empty `read`. */
export function linesOf(text: string): WrittenLine[] {
  const lines: WrittenLine[] = []
  const isTicked = TICKED.test(text) && UNTICKED.test(text)
  for (const [at, content] of text.split(/\r\n|\r|\n/).entries()) {
    const whole = content.trim()
    if (whole === '') continue
    const line = { lines: [at + 1] as const, text: whole, read: '', isQuoted: false, isMedia: false }
    if (isTooLong(line)) {
      lines.push(line)
      continue
    }
    const plain = withoutStamp(whole.replace(UNSEEN, '').replace(WIDE_BLANK, ' '))
    if (MEDIA.test(plain) || ABOVE_CHAT.test(plain)) {
      lines.push({ ...line, isMedia: MEDIA.test(plain) })
      continue
    }
    // Leading tabs are empty cells: `trim` took them away.
    const empty = /^\t+/.exec(content)?.[0] ?? ''
    const isQuoted = QUOTE.test(plain)
    const read = plain
      .replace(QUOTE, '')
      .replaceAll('½', ' 1/2 ')
      .replace(BULLET, '')
      .replace(isTicked ? TICKED : BOX, '')
      .trimStart()
    lines.push({ ...line, read: `${empty}${asCells(read)}`, isQuoted })
  }
  const own = withoutHeads(quotedBelow(withCommas(lines)))
  return withoutNumbers(own.map((line) => (ORIGINAL.test(line.read) ? { ...line, read: '', isQuoted: false } : line)))
}

function withoutHeads(lines: readonly WrittenLine[]): WrittenLine[] {
  const isHead = (at: number) => HEAD.test(lines[at]?.read ?? '')
  const isPart = (at: number) => isHead(at) || SUBJECT.test(lines[at]?.read ?? '')
  return lines.map((line, at) => {
    const isOfHead = isHead(at) && (isPart(at - 1) || isPart(at + 1))
    return { ...line, read: isOfHead ? '' : line.read.replace(SUBJECT, '') }
  })
}

/** Reads commas as tabs in headings such as 'codigo,cantidad' and in all rows with as many commas. */
function withCommas(lines: readonly WrittenLine[]): WrittenLine[] {
  const commas = (read: string) => read.split(',').length - 1
  const heading = lines.find(
    ({ read }, at) => /^[^\s,\d]+(?:,[^,\d]+)+$/.test(read) && commas(lines[at + 1]?.read ?? '') === commas(read),
  )
  const isRow = ({ read }: WrittenLine) =>
    heading !== undefined && commas(read) === commas(heading.read) && !read.includes('\t')
  return lines.map((line) => (isRow(line) ? { ...line, read: line.read.replaceAll(',', '\t') } : line))
}

/**
 * Marks everything from the first line such as 'Mensaje original' as quoted. A mail without any number outside its
 * quotes is forwarded: the quoted text is the order, and nothing is marked.
 */
function quotedBelow(lines: readonly WrittenLine[]): WrittenLine[] {
  const from = lines.findIndex(({ read }) => ORIGINAL.test(read))
  const marked = lines.map((line, at) => (from >= 0 && at >= from ? { ...line, isQuoted: true } : line))
  const isForwarded = !marked.some(({ isQuoted, read }) => !isQuoted && /\d/.test(read))
  return isForwarded ? marked.map((line) => ({ ...line, isQuoted: false })) : marked
}

const NUMBERED = /^(\d{1,3}) ?[.)\-:°º](?!\d) ?|^(\d{1,3}) +(?! )(?=.*\d)/
/** Lines that must be numbered in a row: two quantities in front may be 1 and 2 by chance. */
const FEWEST_NUMBERED = 3
/** Takes the numbers 1, 2, 3… from the beginning of the lines, where most lines with digits have them. */
function withoutNumbers(lines: readonly WrittenLine[]): WrittenLine[] {
  const numbers = lines.map(({ read }) => {
    const [whole = '', marked, bare] = NUMBERED.exec(read) ?? []
    // '1 docena 00231' counts dozens, not lines.
    const [next = ''] = /^\p{L}*/u.exec(read.slice(whole.length)) ?? []
    return Number(marked ?? (unitOf(fold(next)) ? undefined : bare) ?? Number.NaN)
  })
  const counted = new Set<WrittenLine>()
  for (const [at, line] of lines.entries()) if (numbers[at] === counted.size + 1) counted.add(line)
  const isWhole = 2 * counted.size > lines.filter(({ read }) => /\d/.test(read)).length
  return counted.size < FEWEST_NUMBERED || !isWhole
    ? [...lines]
    : lines.map((line) => (counted.has(line) ? { ...line, read: line.read.replace(NUMBERED, '') } : line))
}
