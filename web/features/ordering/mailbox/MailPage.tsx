import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readId } from '../../../../contract/ids.ts'
import { getMail, type MailAct, type MailEntry } from '../../../../contract/mailbox.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { AddressError } from '../../../lib/address-error.ts'
import { formatInstant } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { ClientPicker } from '../../../shop/ClientPicker.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { MailReview } from './MailReview.tsx'
import { AGAIN, type MailActs, useMailActs } from './mail-acts.ts'
import { senderOf, stateMark, stateWords } from './mail-words.ts'
import styles from './mailbox.module.css'

/** One mail: the mail itself, and beside it what is read of it (R328). */
export function MailPage() {
  const last = useLocation().pathname.split('/').at(-1)
  const id = readId(last)
  if (id === undefined) throw new AddressError(String(last))
  const mail = useQuery({ ...queryOf(getMail, { params: { id } }), refetchInterval: AGAIN })
  return (
    <div className="page">
      <BackLink to={paths.mailbox}>Recibidos</BackLink>
      <Waiting for={mail} rows={8}>
        {(entry) => <Entry key={entry.id} mail={entry} />}
      </Waiting>
    </div>
  )
}

function Entry({ mail }: { mail: MailEntry }) {
  const acts = useMailActs(mail)
  return (
    <>
      <div className="page__head">
        <h1>{mail.subject || 'Sin asunto'}</h1>
        <Mark kind={stateMark(mail)}>{stateWords(mail)}</Mark>
      </div>
      <div className={styles.entry}>
        <MailHead mail={mail} acts={acts} />
        <MailReview key={mail.clientId} mail={mail} acts={acts} />
      </div>
    </>
  )
}

/** Whose the mail is, and what is to become of it. */
function MailHead({ mail, acts: { act, choose, answer } }: { mail: MailEntry; acts: MailActs }) {
  const { state, clientId, isMine, orderId, answeredAt } = mail
  const [isChoosing, setChoosing] = useState(false)
  const [asideFor, setAsideFor] = useState<string | null>(null)
  const button = (label: string, what: MailAct) => (
    <button
      type="button"
      className="button button--plain"
      aria-disabled={act.busy}
      onClick={() => void act.run({ act: what })}
    >
      {label}
    </button>
  )
  return (
    <section className={`panel ${styles.head}`} aria-label="Datos del correo">
      <p>
        De <strong>{senderOf(mail)}</strong>, {formatInstant(mail.sentAt ?? mail.receivedAt)}
      </p>
      {clientId === null || isChoosing ? (
        <div className={`field ${styles.client}`}>
          <label className="field__label" htmlFor="cliente-del-correo">
            ¿De qué cliente es?
          </label>
          <ClientPicker
            id="cliente-del-correo"
            label="¿De qué cliente es?"
            clientId={clientId ?? NO_CLIENT}
            onChoose={({ id }) => {
              setChoosing(false)
              void choose.run(id)
            }}
          />
        </div>
      ) : (
        <p>
          Cliente: <strong>{mail.businessName}</strong>{' '}
          {answeredAt === null && (
            <button type="button" className="button button--quiet" onClick={() => setChoosing(true)}>
              Cambiar
            </button>
          )}
        </p>
      )}
      <div className={styles.acts}>
        {orderId !== null && (
          <Link to={paths.orderOf(orderId)} className="button button--plain">
            Ver el pedido web {orderId}
          </Link>
        )}
        {answeredAt !== null && <span>Respondido: {formatInstant(answeredAt)}</span>}
        {orderId !== null && answeredAt === null && (
          <button type="button" className="button" aria-disabled={answer.busy} onClick={() => void answer.run()}>
            Responder con el número
          </button>
        )}
        {state === 'new' && button('Lo hago yo', 'take')}
        {mail.takenBy !== '' && answeredAt === null && button('Soltar', 'release')}
        {(state === 'new' || (state === 'taken' && isMine)) && (
          <button type="button" className="button button--plain" onClick={() => setAsideFor('')}>
            Apartar
          </button>
        )}
        {state === 'aside' && button('Volver a la lista', 'back')}
      </div>
      {asideFor !== null && (
        <ConfirmDialog
          title="Apartar el correo"
          text="No se hace un pedido de él. Se puede volver a la lista."
          confirm="Apartar"
          harmless
          ready={asideFor.trim() !== ''}
          busy={act.busy}
          onConfirm={() =>
            void act.run({ act: 'aside', reason: asideFor }).then((isDone) => isDone && setAsideFor(null))
          }
          onCancel={() => setAsideFor(null)}
        >
          <div className="field">
            <label className="field__label" htmlFor="motivo">
              Motivo
            </label>
            <input
              id="motivo"
              className="input"
              maxLength={200}
              value={asideFor}
              onChange={({ target }) => setAsideFor(target.value)}
            />
          </div>
        </ConfirmDialog>
      )}
    </section>
  )
}
