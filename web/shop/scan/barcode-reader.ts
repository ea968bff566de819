/** Reading bar codes from a picture: the browser's own detector where it knows EAN, else the package's (R222). */
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

export interface BarcodeReader {
  /** The codes of the bar codes in the picture. */
  read(picture: HTMLVideoElement): Promise<readonly string[]>
}

interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

const FORMATS = ['ean_13', 'ean_8', 'upc_a'] as const

interface DetectorClass {
  new (options: { formats: (typeof FORMATS)[number][] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

async function ownDetector(): Promise<Detector | null> {
  const own = (globalThis as unknown as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  // Some browsers have the class, and no format that it reads.
  const formats = await own?.getSupportedFormats().catch((): readonly string[] => [])
  return own && formats?.includes('ean_13') ? new own({ formats: [...FORMATS] }) : null
}

/** The package's detector. Its WebAssembly comes from this shop's address, never from another one. */
async function packagedDetector(): Promise<Detector> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  // Its types name no format at all.
  return new (BarcodeDetector as unknown as DetectorClass)({ formats: [...FORMATS] })
}

/** Opens the browser's own detector, else the package's. @throws when neither can be had, for instance without a connection */
export async function openReader(): Promise<BarcodeReader> {
  const detector = (await ownDetector()) ?? (await packagedDetector())
  return { read: async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue) }
}
