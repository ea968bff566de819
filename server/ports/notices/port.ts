/** Short messages to a telephone: what becomes of an order, for whoever asked to be told (R394). */

/** What a message is about. Each has a text that stands at the provider, with places for the values. */
export const noticeKinds = ['received', 'dispatched'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export interface PhoneNotice {
  /** Digits with the country's code: 5493875550101. */
  readonly to: string
  readonly kind: NoticeKind
  /** What stands in the text's places, in their order. */
  readonly values: readonly string[]
}

/** It surely did not leave, and may later: the provider is away or has too much to do. */
export class NoticeUnsent extends Error {
  override readonly name = 'NoticeUnsent'
}

/** It did not leave and never will: the provider says why. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused'
}

/** Nobody knows whether it left: the answer did not come, or was none of the provider's. */
export class NoticeUnknown extends Error {
  override readonly name = 'NoticeUnknown'
}

export interface NoticeSender {
  /**
   * Sends one message and waits until the provider has it; answers the provider's id of it. Messages of errors are Spanish and hold
   * no number and no secret.
   * @throws NoticeUnsent @throws NoticeRefused @throws NoticeUnknown
   */
  send(notice: PhoneNotice, signal?: AbortSignal): Promise<string>
}
