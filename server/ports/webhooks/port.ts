/** The way to addresses outside that an admin entered. */

export interface WebhookPost {
  url: string
  headers: Readonly<Record<string, string>>
  /** JSON text, sent as it is. */
  body: string
}

export interface WebhookAnswer {
  status: number
  /** The beginning of its body. */
  text: string
}

/** There was no answer; the message is Spanish and names no more than the host. */
export class WebhookUnreachable extends Error {
  override readonly name = 'WebhookUnreachable'
}

export interface WebhookSender {
  /** Why nothing may be sent to an address, in Spanish; undefined when the address, as it is written, is allowed. */
  problemOf(url: string): string | undefined
  /** Posts once; follows no redirection. @throws WebhookUnreachable */
  send(post: WebhookPost, signal?: AbortSignal): Promise<WebhookAnswer>
}
