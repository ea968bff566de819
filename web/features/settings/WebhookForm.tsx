import {
  createWebhook,
  LONGEST_WEBHOOK_URL,
  listWebhooks,
  type ToldSecret,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
  webhookTexts,
  webhookUrlProblem,
} from '../../../contract/webhooks.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, TextField } from '../../ui/form/fields.tsx'
import { eventWords } from './webhook-words.ts'

type Draft = Record<WebhookEvent, boolean> & { url: string; active: boolean; version: number | undefined }

const draftOf = (webhook: Webhook | null): Draft => ({
  url: webhook?.url ?? '',
  'pedido.creado': webhook?.events.includes('pedido.creado') ?? true,
  'pedido.cambiado': webhook?.events.includes('pedido.cambiado') ?? false,
  'pedido.estado': webhook?.events.includes('pedido.estado') ?? false,
  'usuario.habilitado': webhook?.events.includes('usuario.habilitado') ?? false,
  active: webhook?.active ?? true,
  version: webhook?.version,
})

interface WebhookFormProps {
  /** Null for a new webhook. */
  webhook: Webhook | null
  /** Called with the secret of a new webhook, which is shown only this once. */
  onTold: (secret: ToldSecret) => void
}

/** The form of a webhook: its address, and the events that it is told of. */
export function WebhookForm({ webhook, onTold }: WebhookFormProps) {
  const id = webhook?.id
  const form = useForm<Draft, ToldSecret | undefined>({
    begin: draftOf(webhook),
    focusAtStart: webhook ? undefined : 'url',
    check: (draft) => ({
      url: draft.url.trim() === '' ? undefined : webhookUrlProblem(draft.url.trim()),
      'pedido.creado': webhookEvents.some((event) => draft[event]) ? undefined : webhookTexts.events,
    }),
    save: async (draft) => {
      const choice = { url: draft.url.trim(), events: webhookEvents.filter((event) => draft[event]) }
      if (id === undefined) return call(createWebhook, { body: choice })
      const { active, version } = draft
      await call(updateWebhook, { params: { id }, body: { ...choice, active, version } })
      return undefined
    },
    names: { fields: { url: ['url'] } },
    reread:
      id === undefined
        ? undefined
        : async () => draftOf((await call(listWebhooks)).find((stored) => stored.id === id) ?? webhook),
    outdates: [listWebhooks],
    success: webhook ? 'Webhook guardado' : 'Webhook agregado',
    onDone: (secret) => secret && onTold(secret),
  })
  return (
    <FormFrame form={form}>
      <FieldGroup>
        <TextField
          form={form}
          name="url"
          label="Dirección"
          required
          wide
          maxLength={LONGEST_WEBHOOK_URL}
          placeholder="https://"
          help="La dirección del otro sistema que recibe los avisos."
        />
      </FieldGroup>
      <FieldGroup title="Avisar de">
        {webhookEvents.map((event) => (
          <CheckField
            key={event}
            form={form}
            name={event}
            label={eventWords[event].short}
            help={eventWords[event].help}
            wide
          />
        ))}
      </FieldGroup>
      {webhook && (
        <FieldGroup title="Estado">
          <CheckField
            form={form}
            name="active"
            label="Activo"
            help="De lo que pasa mientras está en pausa no se avisa, tampoco después."
            wide
          />
        </FieldGroup>
      )}
    </FormFrame>
  )
}
