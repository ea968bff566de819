/** A mailbox that is only read: nothing in it is changed, marked or removed (R326). */

/** How far a mailbox was read: its validity, and the number of the last mail that was taken. */
export interface Place {
  readonly validity: string
  readonly uid: number
}

export interface ArrivedMail extends Place {
  /** Bytes of the whole mail. */
  readonly bytes: number
  /** The mail; of one above the limit its first part, which holds the head. */
  readonly source: Buffer
}

export interface Mailbox {
  /** Which mailbox it is, without its password: with another one the place means nothing. */
  readonly account: string
  /** Signs in and opens the folder. @throws MailboxFault */
  check(): Promise<void>
  /**
   * Hands over the mails behind a place one after another, in the order of their numbers.
   * @throws MailboxFault, and what `take` throws, which ends the reading
   */
  read(behind: Place, take: (mail: ArrivedMail) => Promise<void>, signal: AbortSignal): Promise<void>
}

/** Why a mailbox cannot be read, in Spanish and without a word of the server's, which may repeat a secret. */
export class MailboxFault extends Error {
  override readonly name = 'MailboxFault'
}
