/** The few shapes that all drawings are made of, as SVG text. */

const rounded = (value: number) => String(Math.round(value * 100) / 100)

export const oval = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${rounded(x)}" cy="${rounded(y)}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

/** A rectangle by its upper left corner; `corner` is the radius of its corners. */
export const box = (x: number, y: number, width: number, height: number, corner: number, fill: string): string =>
  `<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" rx="${corner}" fill="${fill}"/>`

export const shape = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`

/** A line with round ends and joints. */
export const line = (path: string, stroke: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

export const group = (transform: string, ...parts: string[]): string =>
  `<g transform="${transform}">${parts.join('')}</g>`

export const svg = (width: number, height: number, ...parts: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`

/** The same drawing at another size in pixels. */
export const atWidth = (drawing: string, width: number): string =>
  drawing.replace(/width="(\d+)" height="(\d+)"/, (_, oldWidth, oldHeight) => {
    return `width="${width}" height="${Math.round((Number(oldHeight) * width) / Number(oldWidth))}"`
  })
