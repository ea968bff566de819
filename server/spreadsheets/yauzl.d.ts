// yauzl ships no types; this is the part of it that the guard uses.
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  interface Entry {
    readonly fileName: string
    /** As the archive's directory says. */
    readonly uncompressedSize: number
    isEncrypted(): boolean
  }
  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }
  export function fromBufferPromise(buffer: Buffer): Promise<ZipFile>
}
