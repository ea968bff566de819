/** The way out of a drill (R301): none. */
import { type WebhookSender, WebhookUnreachable } from './port.ts'

export const drillSender = (): WebhookSender => ({
  problemOf: () => undefined,
  async send() {
    throw new WebhookUnreachable('Esta tienda es un simulacro y no manda avisos')
  },
})
