import { useEffect, useRef, useState } from 'react'
import { LIST_MAX_BYTES, reviewList } from '../../../../contract/filled-list.ts'
import { getMailFile, type MailEntry, mailTexts } from '../../../../contract/mailbox.ts'
import { reviewQuick } from '../../../../contract/quick-order.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import type { ColumnsFound, SheetColumns } from '../../../../contract/sheet-columns.ts'
import { ApiError, call, callRaw, messageOf } from '../../../lib/api.ts'
import { download } from '../../../lib/download.ts'
import { formatCount } from '../../../lib/format.ts'
import { Link } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { paths } from '../../../paths.ts'
import { chooseClient } from '../../../shop/chosen-client.ts'
import { keptReview, useKeptReview } from '../../../shop/review/kept-review.ts'
import { ReviewTable } from '../../../shop/review/ReviewTable.tsx'
import { type OpenRow, withLinesOf } from '../../../shop/review/review-rows.ts'
import { StoredLines } from '../../../shop/review/StoredLines.tsx'
import { useReview } from '../../../shop/review/use-review.ts'
import { ChooseColumns } from '../../../shop/sheets/ChooseColumns.tsx'
import type { MailActs } from './mail-acts.ts'
import { isReadable } from './mail-words.ts'
import styles from './mailbox.module.css'

interface MailPartProps {
  mail: MailEntry
  acts: MailActs
}

/** What is read of a mail beside its files, which count from 1. */
const TEXT = 0
const QUOTED = -1
/** Milliseconds that a reading may take. */
const LIMIT = 60_000

/** Nothing of a mail was read. */
const UNREAD: { readonly done: readonly number[] } = { done: [] }

/** The mail as it came, beside the one review of what is read of it (R244); accepted rows go into the client's cart. */
export function MailReview({ mail, acts: { actOn } }: MailPartProps) {
  const { id: userId } = useUser()
  const clientId = mail.clientId ?? NO_CLIENT
  const name = `correo:${userId}:${mail.id}:${clientId}`
  const [kept] = useState(() => keptReview(name, UNREAD))
  const review = useReview({ userId, clientId }, () => kept.rows)
  const [busy, setBusy] = useState(false)
  /** What failed last, told where it was asked for: beside the mail, or at its rows. */
  const [failure, setFailure] = useState<{ at: 'mail' | 'rows'; text: string } | null>(null)
  const failureAt = (place: 'mail' | 'rows') => (failure?.at === place ? failure.text : '')
  const [asked, setAsked] = useState<{ number: number; file: File; columns: ColumnsFound } | null>(null)
  /** What was read already: read again, each row would stand there twice. */
  const [done, setDone] = useState(kept.done)
  useKeptReview(name, { done, rows: review.rows })
  const isOthers = mail.takenBy !== '' && !mail.isMine
  const mayRead = clientId !== NO_CLIENT && !isOthers && mail.state !== 'aside' && mail.answeredAt === null && !busy

  const readSide = useRef<HTMLDivElement>(null)
  // What was read stands below the mail on a phone: whoever asked for it goes on there.
  useEffect(() => {
    if (done !== kept.done || asked) (document.getElementById('agregar-todo') ?? readSide.current)?.focus()
  }, [done, kept, asked])

  /**
   * Takes the mail, whose client's cart is on the screen from then on, and works on it. It is taken each time: meanwhile somebody
   * may have released it, and another person makes the order.
   */
  const run = async (number: number | null, work: () => Promise<unknown>) => {
    // Of rows that somebody else's mail left on the screen the server says why they are not added.
    if (busy || (number !== null && (!mayRead || done.includes(number)))) return
    setBusy(true)
    setFailure(null)
    try {
      await actOn('take')
      chooseClient(userId, clientId)
      await work()
    } catch (error) {
      setFailure({ at: number === null ? 'rows' : 'mail', text: messageOf(error) })
    }
    setBusy(false)
  }
  const signal = () => AbortSignal.timeout(LIMIT)
  const readText = (text: string) => call(reviewQuick, { body: { clientId, text }, signal: signal() })
  const show = (number: number, read: Parameters<typeof review.open>[0]) => {
    review.open(read)
    setDone((before) => [...before, number])
  }
  const readMail = async () => {
    const own = mail.text === '' ? undefined : await readText(mail.text)
    // What is quoted was ordered before, unless the sender wrote nothing of an order above it.
    if (own && (own.rows.length > 0 || mail.quotedOrder === '')) show(TEXT, own)
    else await readQuoted()
  }
  const readQuoted = async () => show(QUOTED, await readText(mail.quotedOrder))
  const readFile = async (number: number, file: File, columns?: SheetColumns[]) => {
    const form = new FormData()
    form.append('file', file)
    const answer = await call(reviewList, { query: { clientId, columns }, body: form, signal: signal() })
    const { asking } = answer.columns
    setAsked(asking ? { number, file, columns: answer.columns } : null)
    if (!asking) show(number, answer)
  }
  const fetchFile = async (number: number, name: string) => {
    const response = await callRaw(getMailFile, { params: { id: mail.id, number }, signal: signal() })
    const file = new File([await response.blob()], name)
    if (file.size > LIST_MAX_BYTES) throw new ApiError(413, 'TOO_LARGE', 'El archivo pasa los 20 MB')
    await readFile(number, file)
  }
  const add = (rows: readonly OpenRow[]) =>
    run(null, async () => {
      if ((await review.store(rows)).length > 0) await actOn('carted')
    })

  return (
    <div className={styles.sides}>
      <section className={`panel ${styles.mail}`} aria-label="El correo">
        {mail.remarks.map((remark) => (
          <p key={remark} className="notice">
            {remark}
          </p>
        ))}
        {mail.text !== '' && <div className={styles.text}>{mail.text}</div>}
        {mail.quoted !== '' && (
          <details open={mail.text === ''}>
            <summary>Texto citado o reenviado</summary>
            <div className={styles.text}>{mail.quoted}</div>
            {mail.answeredAt === null && (
              <button
                type="button"
                className="button button--small button--plain"
                aria-disabled={!mayRead || done.includes(QUOTED)}
                onClick={() => void run(QUOTED, readQuoted)}
              >
                Leer lo citado como pedido
              </button>
            )}
          </details>
        )}
        {mail.text + mail.quoted === '' && <p>El correo no trae texto.</p>}
        {clientId === NO_CLIENT && <p>Elija de qué cliente es para leerlo como pedido.</p>}
        {isOthers && mail.answeredAt === null && (
          <p>{mailTexts.takenBy(mail.takenBy)}: para hacerlo usted, presione primero «Soltar».</p>
        )}
        <div role="alert">
          {failureAt('mail') !== '' && <p className="notice notice--error">{failureAt('mail')}</p>}
        </div>
        <div className={styles.acts}>
          {mail.text + mail.quoted !== '' && mail.answeredAt === null && (
            <button
              type="button"
              className="button"
              aria-disabled={!mayRead || done.includes(TEXT)}
              onClick={() => void run(TEXT, readMail)}
            >
              {busy ? 'Leyendo…' : 'Leer el texto como pedido'}
            </button>
          )}
          {mail.hasOriginal && <DownloadButton id={mail.id} number={0} name="Descargar el correo" />}
        </div>
        {mail.files.length > 0 && (
          <ul className={styles.files} aria-label="Archivos del correo">
            {mail.files.map(({ name, bytes }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a mail may bring two files of one name, and never changes
              <li key={at}>
                <DownloadButton id={mail.id} number={at + 1} name={name} />
                <small>{formatCount(Math.max(1, Math.round(bytes / 1024)))} kB</small>
                {isReadable(name) && mail.answeredAt === null && (
                  <button
                    type="button"
                    className="button button--small"
                    aria-disabled={!mayRead || done.includes(at + 1)}
                    aria-label={`Leer ${name} como pedido`}
                    onClick={() => void run(at + 1, () => fetchFile(at + 1, name))}
                  >
                    Leer
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={styles.read} ref={readSide} tabIndex={-1}>
        {done.length > 0 && review.rows.length + review.stored.length === 0 && !asked && (
          <p>Lo que se leyó no tiene renglones de un pedido.</p>
        )}
        {asked ? (
          <ChooseColumns
            fileName={asked.file.name}
            columns={asked.columns}
            roles={['code', 'ean', 'name', 'quantity', 'packs', 'note']}
            busy={busy}
            onChoose={(columns) => void run(null, () => readFile(asked.number, asked.file, columns))}
            onCancel={() => setAsked(null)}
          />
        ) : (
          <ReviewTable
            review={review}
            label="Renglones del correo"
            verb="Agregar"
            busy={busy}
            onAdd={(rows) => void add(rows)}
            onAnswer={(row, answered) =>
              void run(null, async () => {
                const body = { clientId, text: row.text, ...answered }
                review.open(withLinesOf(await call(reviewQuick, { body, signal: signal() }), row.lines), row.id)
              })
            }
            failure={failureAt('rows')}
          />
        )}
        <StoredLines lines={review.stored} />
        {review.stored.length > 0 && (
          <Link to={`${paths.cart}?id=${clientId}`} className="button">
            Seguir en el carrito
          </Link>
        )}
      </div>
    </div>
  )
}

/** Saves a file of the mail, or with 0 the mail. It comes from a stranger: the browser does not show it. */
function DownloadButton({ id, number, name }: { id: number; number: number; name: string }) {
  const [failure, setFailure] = useState('')
  return (
    <>
      <button
        type="button"
        className="button button--quiet"
        onClick={() =>
          void download(getMailFile, { params: { id, number }, otherwise: name }).then(
            () => setFailure(''),
            (error: unknown) => setFailure(messageOf(error)),
          )
        }
      >
        {name}
      </button>
      {failure !== '' && <small role="alert">{failure}</small>}
    </>
  )
}
