/** The one place that decides which browser the tests and the screenshots use. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where a system says which fonts it has. */
const FONTS = '/etc/fonts'

/** Arguments for a Chromium in a container: without sandbox, graphics card and calls to the outside. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of a Chromium: CHROMIUM_PATH, else the system's, else the one inside the npm package, which needs no
 * system package. CHROMIUM_FROM_NPM=1 skips the system's.
 * @returns {Promise<string>}
 */
export async function browserPath() {
  const installed = process.env.CHROMIUM_FROM_NPM ? [] : INSTALLED
  const found = [process.env.CHROMIUM_PATH, ...installed].find((path) => path && existsSync(path))
  return found ?? (await unpackFromNpm())
}

async function unpackFromNpm() {
  // The machine's fonts where it has any: with the package's single one, text is wider than on a client's device.
  if (existsSync(join(FONTS, 'fonts.conf'))) process.env.FONTCONFIG_PATH ??= FONTS
  // With this set the package also unpacks the shared libraries and fonts that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
  // The package keeps a browser that it unpacked before: one of another version has to be deleted first.
  const manifest = new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const mark = join(tmpdir(), 'chromium.version')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== version) {
    rmSync(join(tmpdir(), 'chromium'), { force: true })
  }
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  writeFileSync(mark, version)
  return path
}
