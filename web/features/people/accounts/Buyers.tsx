import { IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderRight } from '../../../../contract/buyer-rights.ts'
import { changeBuyer, endBuyer, INVITATION_DAYS, inviteBuyer, listBuyers } from '../../../../contract/buyers.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { formatTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { FieldGroup, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './profile.module.css'

type Buyer = ResponseOf<typeof listBuyers>['buyers'][number]

const rightOptions: { value: OrderRight; label: string }[] = [
  { value: 'prepare', label: 'Arma: envía los pedidos a confirmar' },
  { value: 'confirm', label: 'Confirma: hace pedidos y confirma los de otros' },
]
const rightWords: Record<OrderRight, string> = { prepare: 'Arma pedidos', confirm: 'Confirma pedidos' }

/** The buyers of the client: its first user invites them, says what each may do, and ends them (R370, R371). */
export function Buyers() {
  const known = useQuery(queryOf(listBuyers))
  const [isInviting, setInviting] = useState(false)
  const [ending, setEnding] = useState<Buyer | null>(null)
  const outdates = [listBuyers]
  const change = useAction(
    ({ buyer, right }: { buyer: Buyer; right: OrderRight }) =>
      call(changeBuyer, { params: { id: buyer.id }, body: { right } }),
    { outdates, success: (_, { buyer, right }) => `${buyer.name}: ${rightWords[right].toLowerCase()}` },
  )
  const again = useAction(
    ({ firstName, lastName, email, right }: Buyer) =>
      call(inviteBuyer, { body: { email, firstName, lastName, right } }),
    { outdates, success: (_, { email }) => `Enviamos otra invitación a ${email}` },
  )
  const end = useAction((buyer: Buyer) => call(endBuyer, { params: { id: buyer.id } }), {
    outdates,
    success: (_, { name }) => `${name} ya no compra para su empresa`,
    onDone: () => setEnding(null),
  })
  return (
    <section className={`panel ${styles.panel}`} aria-labelledby="compradores-titulo">
      <div className={styles.head}>
        <h2 id="compradores-titulo">Compradores</h2>
        {known.data?.isFirst && (
          <button type="button" className="button button--plain" onClick={() => setInviting(true)}>
            Invitar
          </button>
        )}
      </div>
      <Waiting for={known} rows={2} height={64}>
        {({ isFirst, first, right, buyers }) =>
          isFirst ? (
            <>
              <p className={styles.lead}>
                Personas de su empresa que compran con su propio mail. Quien arma envía sus pedidos a quien confirma.
              </p>
              <ul className={styles.list}>
                {buyers.map((buyer) => (
                  <li key={buyer.id}>
                    <IconUser size={20} aria-hidden />
                    <span>
                      <strong>
                        {buyer.name}
                        {buyer.isCaller && ' (usted)'}
                      </strong>
                      <small>{buyer.email}</small>
                      <small>{whenOf(buyer)}</small>
                    </span>
                    {buyer.isInvited && !buyer.isCaller ? (
                      <span className={styles.acts}>
                        <select
                          className="input"
                          aria-label={`Permiso de ${buyer.name}`}
                          value={buyer.right}
                          disabled={change.busy}
                          onChange={({ target }) => void change.run({ buyer, right: target.value as OrderRight })}
                        >
                          {Object.entries(rightWords).map(([value, label]) => (
                            <option key={value} value={value}>
                              {label}
                            </option>
                          ))}
                        </select>
                        {buyer.waitsSince && (
                          <button
                            type="button"
                            className="button button--quiet"
                            aria-label={`Invitar otra vez a ${buyer.name}`}
                            aria-disabled={again.busy}
                            onClick={() => void again.run(buyer)}
                          >
                            Invitar otra vez
                          </button>
                        )}
                        <button
                          type="button"
                          className="button button--quiet"
                          aria-label={`Dar de baja a ${buyer.name}`}
                          onClick={() => setEnding(buyer)}
                        >
                          Dar de baja
                        </button>
                      </span>
                    ) : (
                      <small>{rightWords[buyer.right]}</small>
                    )}
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className={styles.lead}>
              {right === 'prepare'
                ? 'Usted arma pedidos y los envía a confirmar.'
                : 'Usted confirma pedidos, los suyos y los que otros arman.'}{' '}
              {first && `${first} invita y da de baja a los compradores de su empresa.`}
            </p>
          )
        }
      </Waiting>
      {isInviting && (
        <FormDrawer title="Invitar a un comprador" placement="centre" onClose={() => setInviting(false)}>
          {() => <InviteForm />}
        </FormDrawer>
      )}
      {ending && (
        <ConfirmDialog
          title="Dar de baja"
          text={`${ending.name} deja de comprar para su empresa, y su sesión se cierra enseguida en todos sus equipos. Lo que envió a confirmar sigue esperando.`}
          confirm="Dar de baja"
          busy={end.busy}
          onConfirm={() => void end.run(ending)}
          onCancel={() => setEnding(null)}
        />
      )}
    </section>
  )
}

function whenOf({ waitsSince, lastUsedAt, isCaller }: Buyer): string {
  if (waitsSince) return `Invitado el ${formatTime(waitsSince)}, todavía no ingresó`
  if (isCaller) return 'Invita y da de baja a los demás'
  return lastUsedAt ? `Último uso ${formatTime(lastUsedAt)}` : 'Sin sesión abierta'
}

function InviteForm() {
  const form = useForm({
    begin: { firstName: '', lastName: '', email: '', right: 'prepare' as string },
    save: (draft) => call(inviteBuyer, { body: { ...draft, right: draft.right as OrderRight } }),
    names: inviteBuyer.body,
    outdates: [listBuyers],
    success: 'Invitación enviada',
  })
  return (
    <FormFrame form={form} submit="Enviar invitación" submitting="Enviando…">
      <FieldGroup>
        <TextField form={form} name="firstName" label="Nombre" required maxLength={60} />
        <TextField form={form} name="lastName" label="Apellido" maxLength={60} />
        <TextField form={form} name="email" label="Mail" inputMode="email" required maxLength={254} wide />
        <SelectField form={form} name="right" label="Permiso" options={rightOptions} />
      </FieldGroup>
      <p className={styles.lead}>
        Recibe un código para elegir su contraseña, que vale {INVITATION_DAYS} días. Después ingresa con su mail.
      </p>
    </FormFrame>
  )
}
