/**
 * A backup's file: encrypted when there is a key, with AES-256-GCM in pieces. The nonce of a piece holds its place and
 * whether it is the last. So a piece that is altered, missing, repeated or cut off is refused before it is used.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { byteReader, WholeShopError } from './frames.ts'

const MAGIC = Buffer.from('BULTO-1\n')
const PLAIN = 0
const SEALED = 1
const SALT = 16
const TAG = 16
/** Bytes of the stream in each piece but the last. */
const PIECE = 256 * 1024

/** The bytes of a backup's file; without a key as they are. */
export async function* seal(source: AsyncIterable<Buffer>, key: string | undefined): AsyncGenerator<Buffer> {
  if (key === undefined) {
    yield Buffer.concat([MAGIC, Buffer.of(PLAIN)])
    yield* source
    return
  }
  const header = Buffer.concat([MAGIC, Buffer.of(SEALED), randomBytes(SALT)])
  yield header
  const secret = await deriveKey(key, header)
  for await (const { bytes, place, isLast } of pieces(source, PIECE)) {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(place, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * The stream in a backup's file.
 *
 * @throws WholeShopError when the file is no backup, or when the key is missing or wrong
 */
export async function* unseal(source: AsyncIterable<Buffer>, key: string | undefined): AsyncGenerator<Buffer> {
  const input = byteReader(source)
  const start = await input.take(MAGIC.length + 1)
  const mode = start[MAGIC.length]
  if (!start.subarray(0, MAGIC.length).equals(MAGIC) || (mode !== PLAIN && mode !== SEALED))
    throw new WholeShopError('El archivo no es una copia de seguridad de Bulto.')
  if (mode === PLAIN) {
    yield* remainderOf(input)
    return
  }
  if (key === undefined) throw new WholeShopError('La copia está cifrada: indique su clave con la variable BACKUP_KEY.')
  const header = Buffer.concat([start, await input.take(SALT)])
  const secret = await deriveKey(key, header)
  for await (const { bytes, place, isLast } of pieces(remainderOf(input), PIECE + TAG)) {
    yield open(bytes, { header, secret, nonce: nonceOf(place, isLast), place })
  }
}

interface Piece {
  readonly bytes: Buffer
  readonly place: number
  readonly isLast: boolean
}

/** Cuts a stream into pieces of one size; the last one, which may be shorter, is known as such. */
async function* pieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Piece> {
  const input = byteReader(source)
  let bytes = await input.take(size)
  for (let place = 0; ; place++) {
    const next = await input.take(size)
    yield { bytes, place, isLast: next.length === 0 }
    if (next.length === 0) return
    bytes = next
  }
}

async function* remainderOf(input: ReturnType<typeof byteReader>): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await input.take(PIECE)
    if (bytes.length === 0) return
    yield bytes
  }
}

interface Lock {
  readonly header: Buffer
  readonly secret: Buffer
  readonly nonce: Buffer
  readonly place: number
}

function open(bytes: Buffer, { header, secret, nonce, place }: Lock): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce).setAAD(header)
    decipher.setAuthTag(bytes.subarray(-TAG))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()])
  } catch (error) {
    throw new WholeShopError(
      place === 0
        ? 'La clave de BACKUP_KEY no es la de esta copia, o el archivo está dañado.'
        : 'El archivo está dañado o cortado: no se usó nada de él.',
      { cause: error },
    )
  }
}

/** The nonce of a piece. The salt gives each file a key of its own, so a counter is enough. */
function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(place, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Slow on purpose (scrypt): otherwise a key that a person thought of could be guessed from a stolen file. */
function deriveKey(key: string, header: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(key, header.subarray(-SALT), 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
}
