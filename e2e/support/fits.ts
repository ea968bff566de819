/** Finds text that a person can't read on a page: cut without '…', overlapping, or squeezed into a narrow column. */
import type { Page } from '@playwright/test'

export const WIDTHS = [320, 360, 390, 768, 820, 1024, 1280, 1440] as const
/** Tall, so that more than the first rows of a list are laid out. */
const HEIGHT = 1400

/** Layers that cover the page on purpose. Fixed and sticky elements are layers, too. */
const LAYERS = 'dialog, [popover], [role=tooltip], [role=listbox], [role=menu]'

/** The faults at all widths, each once and with the widths that have it: '320 360: cut: …'. */
export async function faultsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const found = new Map<string, { fault: string; at: number[] }>()
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const fault of await faultsOf(page)) {
      const place = fault.replace(/"[^"]*"/g, '')
      found.set(place, { fault, at: [...(found.get(place)?.at ?? []), width] })
    }
  }
  return [...found.values()].map(({ fault, at }) => `${at.join(' ')}: ${fault}`)
}

/** The faults of the page at its present width, one for each element or pair of elements. */
export async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(look, LAYERS)
}

/** Runs in the page, so all of it is one function. */
async function look(layers: string): Promise<string[]> {
  interface Area {
    left: number
    top: number
    right: number
    bottom: number
  }
  interface Shown extends Area {
    /** The control, or the element that contains the text. */
    element: Element
    layer: Element
    control: boolean
    words: string
  }
  // Waits until observers of sizes have run.
  await document.fonts.ready
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)

  const page = document.documentElement
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  /** Faults by kind and place, each with the first text that shows it. */
  const found = new Map<string, string>()
  const shown: Shown[] = []

  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, known)
    return known
  }
  /** The class of a CSS module, as the build writes it. */
  const HASHED = /^_(\w+?)_[\w-]{5}_\d+$/
  const isInline = (element: Element) => /^(inline|contents)$/.test(styleOf(element).display)
  const isVisible = (element: Element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    })
  /** Whether an element is inert, or is there only for screen readers. */
  const isUnseen = (element: Element): boolean => {
    if (element.closest('[inert]')) return true
    for (let at: Element | null = element; at && at !== top; at = at.parentElement)
      if (styleOf(at).clipPath === 'inset(50%)') return true
    return false
  }
  const nameOf = (element: Element): string => {
    const path: string[] = []
    for (let at: Element | null = element; at && at !== document.body && path.length < 4; at = at.parentElement) {
      const [first = ''] = at.classList
      path.unshift(`${at.localName}${first && `.${first.replace(HASHED, '$1')}`}`)
    }
    return path.join(' > ')
  }
  const quoted = (words: string) => `"${words.trim().replaceAll('"', '').slice(0, 40)}"`
  const report = (kind: string, element: Element, words: string, over?: Shown) => {
    const key = [kind, nameOf(element), over ? nameOf(over.element) : ''].join()
    if (found.has(key)) return
    const covering = over ? ` × ${nameOf(over.element)} ${quoted(over.words)}` : ''
    found.set(key, `${kind}: ${nameOf(element)} ${quoted(words)}${covering}`)
  }

  /** The inner area of an element's box; text beyond it is cut. */
  const insideOf = (element: Element): Area => {
    const { left, top: above } = element.getBoundingClientRect()
    const [x, y] = [left + element.clientLeft, above + element.clientTop]
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight }
  }
  const intersection = (a: Area, b: Area): Area => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  /** The area of the letters themselves, without the space above and below them, in which lines may overlap. */
  const inkOf = ({ left, top: above, right, bottom }: Area): Area => ({
    left: left + 1,
    right: right - 1,
    top: above + (bottom - above) * 0.25,
    bottom: bottom - (bottom - above) * 0.22,
  })
  const isArea = ({ left, top: above, right, bottom }: Area) => right - left > 1 && bottom - above > 1

  const layerOf = (element: Element): Element => {
    for (let at: Element | null = element; at && at !== top; at = at.parentElement)
      if (/fixed|sticky/.test(styleOf(at).position) || at.matches(layers)) return at
    return top
  }
  /** The elements that may clip an element, innermost first: an absolute one is not clipped by ancestors that are static. */
  const around = function* (element: Element): Generator<Element> {
    let skipsStatic = false
    for (let at: Element | null = element; at && at !== top.parentElement; at = at.parentElement) {
      const { position } = styleOf(at)
      if (!skipsStatic || position !== 'static') {
        skipsStatic = position === 'absolute'
        yield at
        if (position === 'fixed') return
      }
    }
  }

  /** The visible part of an area inside all elements around it; null where none is. Reports text that is cut without '…'. */
  const seenOf = (element: Element, area: Area, words: string, block: Element | null): Area | null => {
    let seen = area
    for (const box of around(element)) {
      const style = styleOf(box)
      const sideways = style.overflowX !== 'visible'
      const upright = style.overflowY !== 'visible'
      if ((!sideways && !upright) || isInline(box) || box === document.body) continue
      const clip = insideOf(box)
      if (clip.right - clip.left < 4 || clip.bottom - clip.top < 4) return null
      const clamped = style.webkitLineClamp !== 'none'
      const ellipsis = block === box && style.textOverflow === 'ellipsis'
      const hides = /hidden|clip/
      const before = seen
      seen = intersection(seen, {
        left: sideways ? clip.left : seen.left,
        right: sideways ? clip.right : seen.right,
        top: upright ? clip.top : seen.top,
        bottom: upright ? clip.bottom : seen.bottom,
      })
      if (block) {
        const narrower = before.right - before.left - (seen.right - seen.left) > 2
        const lower = before.bottom - before.top - (seen.bottom - seen.top) > 1
        if (narrower && hides.test(style.overflowX) && !ellipsis) report('cut', element, words)
        if (narrower && ellipsis && clip.right - clip.left < 24) report('nothing but …', element, words)
        if (lower && hides.test(style.overflowY) && !clamped) report('cut below', element, words)
      }
      if (!isArea(seen)) return null
    }
    return seen
  }

  const isPainted = (element: Element) => {
    const { borderLeftWidth, borderLeftColor, backgroundColor } = styleOf(element)
    const clear = /^rgba\(.*, 0\)$|transparent/
    return (borderLeftWidth !== '0px' && !clear.test(borderLeftColor)) || !clear.test(backgroundColor)
  }
  /** Whether text stands out of the card or button that is painted around it. */
  const overflowsBox = (element: Element, ink: Area): boolean => {
    for (const box of around(element)) {
      if (styleOf(box).position === 'absolute') return false
      if (isInline(box) || box === top) continue
      if (/auto|scroll/.test(styleOf(box).overflow)) return false
      if (!isPainted(box)) continue
      const { left, right, top: above, bottom } = box.getBoundingClientRect()
      return ink.right > right + 1 || ink.left < left - 1 || ink.bottom > bottom + 1 || ink.top < above - 1
    }
    return false
  }

  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const words = node.nodeValue ?? ''
    if (!element || !words.trim() || element.closest('option, script, style, svg')) continue
    if (!isVisible(element) || isUnseen(element)) continue
    let block = element
    while (isInline(block) && block.parentElement) block = block.parentElement
    range.selectNodeContents(node)
    const lines = new Set<number>()
    for (const rect of range.getClientRects()) {
      if (rect.width < 2) continue
      const ink = inkOf(rect)
      const seen = seenOf(element, ink, words, block)
      if (!seen) continue
      lines.add(Math.round(rect.top))
      if (seen.right > page.clientWidth + 1 || seen.left < -1) report('beside the screen', element, words)
      if (overflowsBox(element, seen)) report('beside its box', element, words)
      shown.push({ ...seen, element, layer: layerOf(element), control: false, words })
    }
    const count = words.trim().split(/\s+/).length
    const room = block.getBoundingClientRect().width
    if (lines.size >= 3 && lines.size > count / 2 && room < 80) report('a word a line', element, words)
  }

  const pen = document.createElement('canvas').getContext('2d')
  for (const element of top.querySelectorAll('button, input, select, textarea, a')) {
    const style = styleOf(element)
    if (!isVisible(element) || isUnseen(element) || (element.localName === 'a' && !isPainted(element))) continue
    const rect = element.getBoundingClientRect()
    if (rect.width < 4 || rect.height < 4) continue
    let inner: Area = rect
    const isField = /^(input|select|textarea)$/.test(element.localName)
    if (isField && !/^(checkbox|radio|file|range|color)$/.test((element as HTMLInputElement).type)) {
      const [left = 0, right = 0] = [style.paddingLeft, style.paddingRight].map(Number.parseFloat)
      const box = insideOf(element)
      inner = { ...box, left: box.left + left, right: box.right - right }
      const field = element as HTMLInputElement | HTMLSelectElement
      const text =
        field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value || field.placeholder
      if (pen) pen.font = style.font
      const wide = pen?.measureText(text).width ?? 0
      if (element.localName !== 'textarea' && wide > inner.right - inner.left + 1) {
        if (style.textOverflow !== 'ellipsis') report('cut in its field', element, text)
        else if (inner.right - inner.left < 24) report('nothing but …', element, text)
      }
    }
    const edge = {
      left: inner.left + 1,
      right: inner.right - 1,
      top: inner.top + 1,
      bottom: inner.bottom - 1,
    }
    const seen = seenOf(element, edge, '', null)
    if (!seen) continue
    const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
    if (seen.right > page.clientWidth + 1) report('beside the screen', element, words)
    shown.push({ ...seen, element, layer: layerOf(element), control: true, words })
  }

  shown.sort((one, other) => one.top - other.top)
  for (const [at, one] of shown.entries()) {
    for (let next = at + 1; next < shown.length; next++) {
      const other = shown[next] as Shown
      if (other.top >= one.bottom) break
      if (one.layer !== other.layer || !isArea(intersection(one, other))) continue
      if (one.element === other.element && !(one.control || other.control)) continue
      if (one.control && one.element.contains(other.element)) continue
      if (other.control && other.element.contains(one.element)) continue
      report('overlap', one.element, one.words, other)
    }
  }
  if (page.scrollWidth > page.clientWidth + 1) found.set('page', 'the page scrolls sideways')
  return [...found.values()]
}
