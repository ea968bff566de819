/**
 * An IMAP server for tests (RFC 3501): one account, one folder, of what a reader needs. It refuses what would change the folder,
 * and a test tells it to be away, to refuse the password, or to fall silent in the middle of a mail.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface ImapServer {
  /** As IMAP_URL. */
  readonly url: string
  readonly port: number
  /** The mails of the folder; `uid` counts from 1. */
  readonly mails: { uid: number; source: Buffer }[]
  /** Commands that would have changed the folder. */
  readonly changes: string[]
  /** How often somebody signed in, or tried to. */
  logins: number
  password: string
  validity: number
  /** How many mails are handed over before the connection breaks in the middle of the next. */
  breaksAfter: number
  add(...sources: (Buffer | string)[]): void
  /** Ends all connections and takes none, until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

const FOLDER = 'Pedidos'
/** Words of a command: quoted texts, parts in brackets, atoms. */
const wordsOf = (line: string): string[] => line.match(/"(?:[^"\\]|\\.)*"|\([^)]*\)|\S+/g) ?? []
const plain = (word = ''): string => (word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word)

export async function startImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  const state: ImapServer = {
    get url() {
      return `imap://pedidos%40tienda.example:${encodeURIComponent('la clave')}@127.0.0.1:${port}/${FOLDER}`
    },
    get port() {
      return port
    },
    mails: [],
    changes: [],
    logins: 0,
    password: 'la clave',
    validity: 7,
    breaksAfter: Number.POSITIVE_INFINITY,
    add: (...sources) => {
      for (const source of sources)
        state.mails.push({ uid: (state.mails.at(-1)?.uid ?? 0) + 1, source: Buffer.from(source as string) })
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((ended) => server.close(ended))
    },
    async start() {
      server = createServer(serve)
      await once(server.listen(port, '127.0.0.1'), 'listening')
      port = (server.address() as AddressInfo).port
    },
  }

  function serve(socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    let isIn = false
    say('* OK IMAP4rev1 listo')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        answer(line)
      }
    })

    function answer(line: string): unknown {
      const [tag = '', name = '', ...words] = wordsOf(line)
      const ok = (text = 'listo') => say(`${tag} OK ${text}`)
      switch (name.toUpperCase()) {
        case 'CAPABILITY':
          say('* CAPABILITY IMAP4rev1')
          return ok()
        case 'NOOP':
          return ok()
        case 'LOGIN':
          state.logins++
          isIn = plain(words[0]) === 'pedidos@tienda.example' && plain(words[1]) === state.password
          return isIn ? ok() : say(`${tag} NO [AUTHENTICATIONFAILED] la clave ${plain(words[1])} no es`)
        case 'LOGOUT':
          say('* BYE adiós')
          ok()
          return void socket.end()
        case 'LIST':
        case 'LSUB': {
          const wanted = plain(words[0]) + plain(words[1])
          if (wanted === '') say('* LIST (\\Noselect) "/" ""')
          else for (const folder of ['INBOX', FOLDER]) if (wanted === folder) say(`* ${name} () "/" "${folder}"`)
          return ok()
        }
        case 'EXAMINE':
          if (!isIn || plain(words[0]) !== FOLDER) return say(`${tag} NO no hay tal carpeta`)
          say('* FLAGS (\\Seen)')
          say(`* ${state.mails.length} EXISTS`)
          say('* 0 RECENT')
          say(`* OK [UIDVALIDITY ${state.validity}] uids`)
          say(`* OK [UIDNEXT ${(state.mails.at(-1)?.uid ?? 0) + 1}] siguiente`)
          return ok('[READ-ONLY] abierta')
        case 'UID':
          if (isIn && words[0]?.toUpperCase() === 'FETCH') return fetch(tag, words[1] ?? '', words[2] ?? '')
      }
      if (/^(UID|SELECT|STORE|EXPUNGE|COPY|MOVE|APPEND|DELETE|CREATE|CLOSE)$/i.test(name)) state.changes.push(line)
      say(`${tag} BAD no se admite`)
    }

    function fetch(tag: string, range: string, what: string): void {
      const [from, to = from] = range.split(':')
      const highest = state.mails.at(-1)?.uid ?? 0
      const [low, high] = [Number(from), to === '*' ? highest : Number(to)].sort((a, b) => a - b) as [number, number]
      const part = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(what)
      // Without PEEK the server would mark the mail as seen.
      if (/BODY\[/i.test(what)) state.changes.push(what)
      for (const [at, { uid, source }] of state.mails.entries()) {
        // 'n:*' has the last mail always, also behind it.
        if (uid < low || uid > high) continue
        const facts = `UID ${uid} RFC822.SIZE ${source.length}`
        if (!part) {
          say(`* ${at + 1} FETCH (${facts})`)
          continue
        }
        const first = Number(part[1] ?? 0)
        const bytes = part[2] === undefined ? source : source.subarray(first, first + Number(part[2]))
        const label = part[2] === undefined ? 'BODY[]' : `BODY[]<${first}>`
        socket.write(`* ${at + 1} FETCH (${facts} ${label} {${bytes.length}}\r\n`)
        if (state.breaksAfter-- <= 0) {
          socket.write(bytes.subarray(0, bytes.length / 2))
          return void socket.destroy()
        }
        socket.write(bytes)
        say(')')
      }
      say(`${tag} OK listo`)
    }
  }

  await state.start()
  return state
}
