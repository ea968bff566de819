import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endOwnSessions, listOwnSessions, type OwnSession } from '../../../../contract/sessions.ts'
import { call } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { PasswordAgainForm } from '../../../ui/form/PasswordAgainForm.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './profile.module.css'

/** Where the user is signed in, and ending those sessions from here (R266). */
export function OwnSessions() {
  const own = useQuery(queryOf(listOwnSessions))
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null)
  return (
    <section className={`panel ${styles.panel}`} aria-labelledby="sesiones-titulo">
      <div className={styles.head}>
        <h2 id="sesiones-titulo">Sesiones abiertas</h2>
        {(own.data?.length ?? 0) > 1 && (
          <button type="button" className="button button--plain" onClick={() => setEnding('others')}>
            Cerrar las demás
          </button>
        )}
      </div>
      <p className={styles.lead}>
        Si no reconoce alguna, ciérrela y cambie su contraseña. De cada una guardamos qué navegador es y cuándo se usó,
        no desde dónde.
      </p>
      <Waiting for={own} rows={2} height={56}>
        {(sessions) => (
          <ul className={styles.list}>
            {sessions.map((session) => (
              <Session key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </Waiting>
      {ending && (
        <FormDrawer
          title={ending === 'others' ? 'Cerrar las demás sesiones' : 'Cerrar una sesión'}
          placement="centre"
          onClose={() => setEnding(null)}
        >
          {() => <EndForm ending={ending} />}
        </FormDrawer>
      )}
    </section>
  )
}

const ON_PHONE = /Android|iPhone|iPad/

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, beganAt, lastUsedAt, isCurrent } = session
  const Icon = ON_PHONE.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li>
      <Icon size={20} aria-hidden />
      <span>
        <strong>{device}</strong>
        <small>
          {`Desde ${formatTime(beganAt)}`}
          {!isCurrent && ` · último uso ${formatTime(lastUsedAt)}`}
        </small>
      </span>
      {isCurrent ? (
        <Mark kind="ok">esta sesión</Mark>
      ) : (
        <button
          type="button"
          className="button button--quiet"
          aria-label={`Cerrar ${device}, desde ${formatTime(beganAt)}`}
          onClick={onEnd}
        >
          Cerrar
        </button>
      )}
    </li>
  )
}

function EndForm({ ending }: { ending: OwnSession | 'others' }) {
  return (
    <PasswordAgainForm
      save={({ password }) =>
        call(endOwnSessions, { body: { password, ...(ending !== 'others' && { id: ending.id }) } })
      }
      names={endOwnSessions.body}
      outdates={[listOwnSessions]}
      success={(count) => (count === 1 ? 'Sesión cerrada' : `${count} sesiones cerradas`)}
      submit="Cerrar"
      submitting="Cerrando…"
    >
      <p>
        {ending === 'others'
          ? 'Se cierran todas menos esta. En los otros equipos habrá que ingresar otra vez.'
          : `Se cierra ${ending.device}, abierta desde ${formatTime(ending.beganAt)}.`}
      </p>
    </PasswordAgainForm>
  )
}
