import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cssLayers, layerOf, withBreakpoints } from './lib/css-layers.mjs'
import { root } from './lib/prepare.mjs'

const TOKENS = 'web/styles/tokens.css'
/** Files in which the browser knows no tokens: their colours must be equal to those of tokens. */
const STANDS_ALONE = /\.svg$|^web\/index\.html$/
/** The colours of mails and PDFs. */
const BRAND = 'server/lib/brand-colours.ts'

const COLOUR = new RegExp(
  [
    String.raw`#[0-9a-f]{3,8}\b`,
    String.raw`\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\([^)]*\)`,
    String.raw`(?<=[:\s,(])(?:white|black|red|green|blue|yellow|orange|purple|pink|gray|grey|silver|navy|gold)(?=[;\s,)])`,
  ].join('|'),
  'gi',
)

const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).map(
  (file) => `web/${file.replaceAll('\\', '/')}`,
)
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')
const styleFiles = files.filter((file) => file.endsWith('.css'))
const code = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

/** The colours of a text: in a style sheet those of values, elsewhere those that are a whole string or attribute. */
function coloursOf(file: string, text: string): string[] {
  if (file.endsWith('.css'))
    return withoutComments(text)
      .split(/[{};]/)
      .flatMap((part) => `${part.replace(/^[^:]*/, '')};`.match(COLOUR) ?? [])
  return [...text.matchAll(/(["'`])([^"'`\n]*)\1/g)]
    .map(([, , value = '']) => value)
    .filter((value) => value.replace(COLOUR, '').trim() === '' && value.trim() !== '')
    .filter((value) => value.startsWith('#') || value.includes('('))
}

/**
 * The screen sizes that media queries ask for: 'width 48' for (max-width: 48em), (width > 48em), 48.01em. Container queries are
 * left out, as a container's width is not the screen's.
 */
const breakpointsOf = (css: string): string[] =>
  [...css.replaceAll(/@container[^{]*/g, '').matchAll(/@media[^{]*|\((?:min|max)-width: *[\d.]+\w+\)/g)].flatMap(
    ([query]) =>
      [...query.matchAll(/(width|height)\s*[<>=:]+\s*([\d.]+)(\w+)/g)].map(
        ([, side, size, unit]) => `${side} ${Number(size).toFixed(1).replace(/\.0$/, '')}${unit === 'em' ? '' : unit}`,
      ),
  )

/** Rules with sizes of type, spacing and corners that are not tokens; hairlines (1px), percents and em are allowed. */
const SIZED =
  /(?<![\w-])((?:(?:padding|margin)(?:-\w+)*|(?:row-|column-)?gap|font(?:-size)?|border(?:-\w+)*-radius):([^;{}]*))/g
const rawSizesOf = (css: string): string[] =>
  [...withoutComments(css).matchAll(SIZED)]
    .filter(([, , value = '']) => /(?<![\w.-])-?(?!1px)\d*\.?\d+(?:px|rem|pt|cm|mm|in)\b/.test(value))
    .map(([, rule = '']) => rule.trim())

const classesOf = (css: string): string[] => [
  ...new Set(
    [...withoutComments(css).matchAll(/([^{};]+)\{/g)]
      .map(([, selector = '']) => selector)
      .filter((selector) => !selector.trim().startsWith('@'))
      .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)),
  ),
]

test('a style module names the page’s ids as :global: others get a name of the module, and match nothing', () => {
  const strays = styleFiles
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) =>
      [...withoutComments(textOf(file)).matchAll(/[^{};]+(?=\{)/g)]
        .map(([selector]) => selector.replace(/:global\([^)]*\)/g, '').trim())
        .filter((selector) => selector.includes('#'))
        .map((selector) => `${file}: ${selector}`),
    )
  expect(strays).toEqual([])
})

describe('colours', () => {
  const tokenColours = coloursOf(TOKENS, textOf(TOKENS))

  test('stand in the tokens alone', () => {
    const strays = files
      .filter((file) => /\.(css|tsx?)$/.test(file) && file !== TOKENS && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => coloursOf(file, textOf(file)).map((colour) => `${file}: ${colour}`))
    expect(strays).toEqual([])
  })

  test('of files that no token reaches are those of tokens', () => {
    const strays = [...files.filter((file) => STANDS_ALONE.test(file)), BRAND]
      .flatMap((file) => coloursOf(file, textOf(file)).map((colour) => [file, colour] as const))
      .filter(([, colour]) => !tokenColours.includes(colour))
    expect(strays).toEqual([])
    expect(tokenColours.length).toBeGreaterThan(30)
    expect(coloursOf(BRAND, textOf(BRAND)).length).toBeGreaterThan(10)
  })

  test.each([
    ['a.css', '.a { color: #abc; border: 1px solid rgb(0 0 0 / 10%) }', 2],
    ['a.css', '.a:hover { background: white; } #abc { white-space: nowrap } /* #fff */', 1],
    ['a.tsx', '<path fill="#fff" d="M1 1" /> <a href="#abc-1" />', 1],
    ['a.ts', "const dark = 'rgb(0 0 0)'", 1],
  ])('are found in %s %s', (file, text, count) => {
    expect(coloursOf(file, text)).toHaveLength(count)
  })
})

test('screens change at sizes that have a name', () => {
  const strays = [...styleFiles, ...code]
    .filter((file) => file !== 'web/styles/breakpoints.ts')
    .flatMap((file) => breakpointsOf(textOf(file)).map((found) => `${file}: ${found}`))
  expect(strays).toEqual([])
  expect(breakpointsOf('@media (width > 60em) and (max-height: 400px) {')).toEqual(['width 60', 'height 400px'])
  expect(breakpointsOf('@container (min-width: 420px) {')).toEqual([])
  expect(breakpointsOf("matchMedia('(max-width: 30em)')")).toEqual(['width 30'])
})

test('a style sheet comes to the browser with the size in place of its name', () => {
  const breakpoints = { 'beyond-phone': '(width > 48em)', narrow: '(width <= 70em)' }
  const css = '@media (--beyond-phone) and (--narrow) {\n.a { top: var(--space-4) }\n}'
  expect(withBreakpoints(css, breakpoints)).toBe(
    '@media screen and (width > 48em) and (width <= 70em) {\n.a { top: var(--space-4) }\n}',
  )
  expect(() => withBreakpoints('@media (--watch) {', breakpoints)).toThrow('no breakpoint --watch')
})

describe('sizes', () => {
  test('of type, spacing and corners stand in the tokens alone', () => {
    const strays = styleFiles
      .filter((file) => file !== TOKENS && !file.endsWith('fonts.css'))
      .flatMap((file) => rawSizesOf(textOf(file)).map((size) => `${file}: ${size}`))
    expect(strays).toEqual([])
    const code = /style=\{\{[^}]*(?:fontSize|padding|margin|gap|borderRadius)/
    expect(files.filter((file) => file.endsWith('.tsx') && code.test(textOf(file)))).toEqual([])
  })

  test.each([
    ['.a { padding: 12px }', 1],
    ['.a { font: 500 14px / 1.3 var(--text); margin: 0 -8px }', 2],
    ['.a { border-radius: 0.5rem; gap: var(--space-4) 3px }', 2],
    ['.a { padding: 1px 0.4em; margin: 10% auto; gap: calc(-1 * var(--space-8)) }', 0],
    ['.a { width: 20px; min-height: 44px; border: 2px solid } /* padding: 3px */', 0],
  ])('are found in %s', (css, count) => {
    expect(rawSizesOf(css)).toHaveLength(count)
  })
})

test('a button or a field is dressed in one place', () => {
  const CONTROLS = 'web/styles/controls.css'
  const strays = styleFiles
    .filter((file) => file !== CONTROLS)
    .flatMap((file) =>
      classesOf(textOf(file))
        .filter((name) => /^(button|input)(--|$)/.test(name))
        .map((name) => `${file}: .${name}`),
    )
  expect(strays).toEqual([])
  expect(classesOf(textOf(CONTROLS))).toEqual(expect.arrayContaining(['button', 'button--plain', 'input']))
})

describe('classes', () => {
  const isModule = (file: string) => file.endsWith('.module.css')
  const product = code
    .map(textOf)
    .join('\n')
    .replace(/^import .*$/gm, '')
  /** The words of all strings in the code: a class that is used is one of them. */
  const words = new Set(
    [...product.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g)].flatMap(([, double, single, template]) =>
      (double ?? single ?? template ?? '').replace(/\$\{[^}]*\}/g, '$').split(/\s+/),
    ),
  )
  for (const [, name = ''] of product.matchAll(/'([^'\s]*)'/g)) words.add(name)
  for (const [, name = ''] of product.matchAll(/([\w-]+--)\$\{/g)) words.add(`${name}$`)
  /** Whether the code names a class, also by a name put together: toast--${kind}. */
  const named = (name: string) => words.has(name) || words.has(name.replace(/--.*/, '--$'))

  test('that no file uses are gone', () => {
    const idle = styleFiles
      .filter((file) => !isModule(file))
      .flatMap((file) => classesOf(textOf(file)).flatMap((name) => (named(name) ? [] : [`${file}: .${name}`])))
    expect(idle).toEqual([])
    expect([named('button'), named('button--plain'), named('nobody-writes-this')]).toEqual([true, true, false])
  })

  /** The style modules that a file imports: the name it gives each, and the module's path. */
  const modulesOf = (file: string) =>
    [...textOf(file).matchAll(/^import (\w+) from '([^']*\.module\.css)'$/gm)].map(([, name = '', path = '']) => ({
      name,
      module: join(dirname(file), path).replaceAll('\\', '/'),
    }))

  test('of a module are used by a file that imports it', () => {
    const imports = code.flatMap((file) =>
      modulesOf(file).map(({ name, module }) => ({ name, module, text: textOf(file) })),
    )
    const idle = styleFiles.filter(isModule).flatMap((file) => {
      const users = imports.filter(({ module }) => module === file)
      return classesOf(textOf(file).replace(/:global\([^)]*\)/g, '')).flatMap((className) =>
        users.some(
          ({ name, text }) =>
            new RegExp(String.raw`\b${name}\.${className}\b`).test(text) ||
            (text.includes(`${name}[`) && named(className)),
        )
          ? []
          : [`${file}: .${className}`],
      )
    })
    expect(idle).toEqual([])
  })

  test('that a file uses have a rule', () => {
    const global = new Set(styleFiles.filter((file) => !isModule(file)).flatMap((file) => classesOf(textOf(file))))
    const strays = code.flatMap((file) => {
      const text = textOf(file).replace(/^import .*$/gm, '')
      const ofModules = modulesOf(file).flatMap(({ name, module }) => {
        const known = classesOf(textOf(module))
        return [...text.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))]
          .map(([, className = '']) => className)
          .filter((className) => !known.includes(className))
      })
      const names = [...text.matchAll(/className="([^"]*)"/g)].flatMap(([, given = '']) => given.split(/\s+/))
      return [...names.filter((name) => name && !global.has(name)), ...ofModules].map((name) => `${file}: ${name}`)
    })
    expect(strays).toEqual([])
  })

  test('of screens stand in modules', () => {
    const whole = styleFiles.filter((file) => !isModule(file) && !file.startsWith('web/styles/'))
    expect(whole).toEqual([])
    const lines = styleFiles.filter((file) => !isModule(file)).map((file) => textOf(file).split('\n').length)
    expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(680)
  })
})

describe('layers', () => {
  test('every style file has one, declared once and in order', () => {
    const declared = styleFiles.filter((file) => /@layer\b/.test(withoutComments(textOf(file))))
    expect(declared).toEqual(['web/styles/layers.css'])
    const order =
      textOf('web/styles/layers.css')
        .match(/@layer ([^;]+);/)?.[1]
        ?.split(', ') ?? []
    expect(order).toEqual(['reset', 'base', 'ui', 'features', 'print'])
    const layers = new Set(styleFiles.map((file) => layerOf(`/${file}`)))
    expect([...layers].sort()).toEqual(['', 'base', 'features', 'print', 'reset', 'ui'])
    // The first style file that the browser reads decides the order, so the declaration comes before any screen's styles.
    const firstImport = (file: string) => textOf(file).match(/^import '(.*)'$/m)?.[1]
    expect(firstImport('web/styles/index.ts')).toBe('./layers.css')
    expect(firstImport('web/main.tsx')).toBe('./styles/index.ts')
  })

  test('an import would stand outside of its layer', () => {
    expect(styleFiles.filter((file) => /@import\b/.test(withoutComments(textOf(file))))).toEqual([])
  })

  test('a file comes to the browser inside its layer, and one without a place stops the build', () => {
    const { transform } = cssLayers({}) as unknown as {
      transform: (css: string, id: string) => { code: string } | null
    }
    expect(transform('.a { top: 0 }', '/x/web/ui/Modal.css?direct')?.code).toBe('@layer ui {\n.a { top: 0 }\n}')
    expect(transform('x', '/x/web/ui/Modal.tsx')).toBeNull()
    expect(() => transform('', '/x/web/lib/stray.css')).toThrow('no layer')
  })
})

test('a picture of a style sheet stands in it: devices keep the style sheets for when there is no signal, and no pictures', () => {
  const pictures = styleFiles.flatMap((file) =>
    [...withoutComments(textOf(file)).matchAll(/url\("?(\.[^")]*)/g)].map(([, address = '']) => `${file}: ${address}`),
  )
  expect(pictures.filter((picture) => !/\?inline$|\.woff2$/.test(picture))).toEqual([])
  expect(pictures).toContain('web/shop/logo.module.css: ./sign.svg?inline')
})
