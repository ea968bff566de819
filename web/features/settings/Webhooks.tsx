import { IconEdit, IconKey, IconPlus, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteWebhook,
  listWebhooks,
  MOST_WEBHOOKS,
  renewWebhookSecret,
  type ToldSecret,
  tryWebhook,
  type Webhook,
  type WebhookTrial,
} from '../../../contract/webhooks.ts'
import { wireObject } from '../../../contract/wire.ts'
import { useAction } from '../../lib/action.ts'
import { idInAddress, useAddressState, yesInAddress } from '../../lib/address-state.ts'
import { call } from '../../lib/api.ts'
import { queryOf } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { Mark } from '../../ui/Mark.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowButton } from '../../ui/table/RowButton.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import styles from './settings.module.css'
import { WebhookForm } from './WebhookForm.tsx'
import { eventWords } from './webhook-words.ts'

const columns: readonly Column<Webhook>[] = [
  {
    name: 'url',
    label: 'Dirección',
    kind: 'long',
    show: ({ url }) => <span className={styles.url}>{url}</span>,
  },
  {
    name: 'events',
    label: 'Avisa de',
    kind: 'long',
    show: ({ events }) => events.map((event) => eventWords[event].short).join(', '),
  },
  {
    name: 'active',
    label: 'Estado',
    show: ({ active }) => (active ? <Mark kind="ok">Activo</Mark> : <Mark>En pausa</Mark>),
  },
]

const address = wireObject({ open: ['webhook', idInAddress], isNew: ['nuevo', yesInAddress] })

interface Question {
  what: 'delete' | 'secret'
  webhook: Webhook
}

/** The webhooks: addresses of other systems that are told of events in the shop (R220). */
export function Webhooks() {
  const list = useQuery(queryOf(listWebhooks))
  const place = useAddressState(address)
  const [question, setQuestion] = useState<Question | null>(null)
  const [told, setTold] = useState<ToldSecret | null>(null)
  const [trial, setTrial] = useState<{ url: string; answer: WebhookTrial } | null>(null)
  const remove = useAction(({ id }: Webhook) => call(deleteWebhook, { params: { id } }), {
    outdates: [listWebhooks],
    success: 'Webhook quitado',
    onDone: () => setQuestion(null),
  })
  const renew = useAction(({ id }: Webhook) => call(renewWebhookSecret, { params: { id } }), {
    onDone: (secret) => {
      setQuestion(null)
      setTold(secret)
    },
  })
  const attempt = useAction(
    async ({ id, url }: Webhook) => ({ url, answer: await call(tryWebhook, { params: { id } }) }),
    { onDone: setTrial },
  )
  const count = list.data?.length ?? 0
  return (
    <>
      <Waiting for={list} rows={2} height={44}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable
              label="Webhooks"
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              nameOf={({ url }) => url}
              actions={(webhook) => (
                <Actions
                  webhook={webhook}
                  busy={attempt.busy}
                  onEdit={() => place.open({ open: webhook.id })}
                  onTry={() => {
                    setTrial(null)
                    void attempt.run(webhook)
                  }}
                  onAsk={(what) => setQuestion({ what, webhook })}
                />
              )}
            />
          ) : (
            <p>Todavía no se avisa a ningún sistema.</p>
          )
        }
      </Waiting>
      <div role="status">
        {attempt.busy && <p className="field__help">Probando…</p>}
        {trial && <TrialResult {...trial} />}
      </div>
      {count < MOST_WEBHOOKS && (
        <div>
          <button type="button" className="button button--quiet" onClick={() => place.open({ isNew: true })}>
            <IconPlus size={17} aria-hidden />
            Agregar webhook
          </button>
        </div>
      )}
      {place.value.isNew && (
        <FormDrawer title="Nuevo webhook" onClose={() => place.close({ isNew: false })}>
          {() => <WebhookForm webhook={null} onTold={setTold} />}
        </FormDrawer>
      )}
      {place.value.open !== null && (
        <FormDrawer title="Editar webhook" onClose={() => place.close({ open: null })} record={list}>
          {(rows) => {
            const webhook = rows.find(({ id }) => id === place.value.open)
            return webhook ? (
              <WebhookForm key={webhook.id} webhook={webhook} onTold={setTold} />
            ) : (
              <p>Ese webhook ya no existe.</p>
            )
          }}
        </FormDrawer>
      )}
      {question && (
        <ConfirmDialog
          {...(question.what === 'delete'
            ? {
                title: 'Quitar webhook',
                text: `No se avisará más a ${question.webhook.url}, ni de lo que falta avisarle.`,
                confirm: 'Quitar',
                busy: remove.busy,
                onConfirm: () => void remove.run(question.webhook),
              }
            : {
                title: 'Cambiar secreto',
                text: 'El secreto actual deja de valer ya mismo. Lo que el otro sistema rechace hasta tener el nuevo se vuelve a enviar.',
                confirm: 'Cambiar secreto',
                busy: renew.busy,
                onConfirm: () => void renew.run(question.webhook),
              })}
          onCancel={() => setQuestion(null)}
        />
      )}
      {told && (
        <SecretDialog
          title="Secreto del webhook"
          what="Secreto"
          text="Con él, el otro sistema comprueba que los avisos son de la tienda. Cópielo ahora: no se vuelve a mostrar. Si se pierde, se cambia."
          secret={told.secret}
          onClose={() => setTold(null)}
        />
      )}
    </>
  )
}

interface ActionsProps {
  webhook: Webhook
  busy: boolean
  onEdit: () => void
  onTry: () => void
  onAsk: (what: Question['what']) => void
}

const Actions = ({ webhook: { url }, busy, onEdit, onTry, onAsk }: ActionsProps) => (
  <>
    <RowButton label="Editar" of={url} icon={<IconEdit size={17} aria-hidden />} onClick={onEdit} />
    <RowButton label="Probar" of={url} icon={<IconSend size={17} aria-hidden />} busy={busy} onClick={onTry} />
    <RowButton
      label="Cambiar secreto"
      of={url}
      icon={<IconKey size={17} aria-hidden />}
      onClick={() => onAsk('secret')}
    />
    <RowButton
      label="Quitar"
      of={url}
      icon={<IconTrash size={17} aria-hidden />}
      kind="danger"
      onClick={() => onAsk('delete')}
    />
  </>
)

/** The answer of an address to a trial: whether it accepted the event, its status and its text. */
const TrialResult = ({ url, answer: { accepted, status, ms, text } }: { url: string; answer: WebhookTrial }) => (
  <div className={`notice ${accepted ? '' : 'notice--error'}`}>
    <p>
      <strong>{accepted ? 'Lo recibió' : 'No lo recibió'}</strong>{' '}
      {status === null ? text : <span className={styles.url}>{`${url}: respondió ${status} en ${ms} ms.`}</span>}
    </p>
    {status !== null && text !== '' && <pre className={styles.answer}>{text}</pre>}
  </div>
)
