import * as calls from '../../../contract/webhooks.ts'
import { type App, route } from '../../http/route.ts'
import {
  allWebhooks,
  changeWebhook,
  createWebhook,
  removeWebhook,
  renewSecret,
  tryWebhook,
  type WebhookParts,
} from './webhooks.service.ts'

export function webhooksRoutes(app: App, parts: WebhookParts): void {
  route(app, calls.listWebhooks, () => allWebhooks(parts))
  route(app, calls.createWebhook, ({ body, caller }) => createWebhook(parts, caller, body))
  route(app, calls.updateWebhook, ({ params, body, caller }) => changeWebhook(parts, caller, params.id, body))
  route(app, calls.deleteWebhook, ({ params, caller }) => removeWebhook(parts, caller, params.id))
  route(app, calls.renewWebhookSecret, ({ params, caller }) => renewSecret(parts, caller, params.id))
  route(app, calls.tryWebhook, ({ params }) => tryWebhook(parts, params.id))
}
