import { IconMapPin } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { placeInWords } from '../../../../contract/address-text.ts'
import { formatCuit } from '../../../../contract/cuit.ts'
import { roles } from '../../../../contract/roles.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import type { OwnAddress } from '../../../../contract/users.ts'
import { Link } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { paths } from '../../../paths.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { AddressDrawer } from './AddressForm.tsx'
import { useClientAddresses, useOwnAddresses, useOwnUser } from './accounts.api.ts'
import { OrderMessages } from './OrderMessages.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import styles from './profile.module.css'
import { SecondFactor } from './SecondFactor.tsx'

const Buyers = lazy(() => import('./Buyers.tsx').then((module) => ({ default: module.Buyers })))

/** The data, addresses, buyers, messages, second factor and sessions of the signed-in user (R202, R261, R266, R393). */
export function ProfilePage() {
  const { id, type, clientId } = useUser()
  const own = useOwnUser(id)
  return (
    <div className={`page ${styles.page}`}>
      <div className="page__head">
        <h1>Mis datos</h1>
      </div>
      <Waiting for={own} rows={4} height={64}>
        {(user) => (
          <section className={`panel ${styles.panel}`} aria-labelledby="perfil-titulo">
            <h2 id="perfil-titulo">Perfil</h2>
            <dl className={styles.fixed}>
              {user.cuit && <Fixed label="CUIT" value={formatCuit(user.cuit)} />}
              <Fixed label="Razón social" value={user.businessName} />
              <Fixed label="Email" value={user.email} />
            </dl>
            <ProfileForm user={user} />
          </section>
        )}
      </Waiting>
      <Addresses userId={id} clientId={own.data?.clientId ?? 0} />
      {roles[type].isStaff ? (
        <SecondFactor />
      ) : (
        clientId !== NO_CLIENT && (
          <Suspense>
            <Buyers />
          </Suspense>
        )
      )}
      {!roles[type].isStaff && own.data && <OrderMessages mobile={own.data.mobile} />}
      <OwnSessions />
    </div>
  )
}

const Fixed = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

function Addresses({ userId, clientId }: { userId: number; clientId: number }) {
  const own = useOwnAddresses(userId)
  const { data: known = [] } = useClientAddresses(clientId)
  const [open, setOpen] = useState<OwnAddress | 'new' | null>(null)
  return (
    <section className={`panel ${styles.panel}`} aria-labelledby="direcciones-titulo">
      <div className={styles.head}>
        <h2 id="direcciones-titulo">Direcciones</h2>
        <button type="button" className="button button--plain" onClick={() => setOpen('new')}>
          Agregar dirección
        </button>
      </div>
      <Waiting for={own} rows={2} height={64}>
        {(addresses) =>
          addresses.length === 0 ? (
            <p className={styles.lead}>Todavía no cargó direcciones.</p>
          ) : (
            <ul className={styles.list}>
              {addresses.map((address) => (
                <Address key={address.id} {...address}>
                  <button
                    type="button"
                    className="button button--quiet"
                    aria-label={`Editar ${address.street}`}
                    onClick={() => setOpen(address)}
                  >
                    Editar
                  </button>
                </Address>
              ))}
            </ul>
          )
        }
      </Waiting>
      {known.length > 0 && (
        <>
          <h3>Direcciones de entrega de su cuenta</h3>
          <p className={styles.lead}>
            Sus pedidos van a estas direcciones. Para cambiarlas, comuníquese con la tienda.
          </p>
          <ul className={styles.list}>
            {known.map(({ id, name, street, locality, provinceId, postalCode }) => (
              <Address
                key={id}
                city={locality}
                street={[name, street].filter(Boolean).join(' · ')}
                provinceId={provinceId}
                postalCode={postalCode}
              />
            ))}
          </ul>
          {known.length > 1 && (
            <p className={styles.lead}>
              Cada una es una sucursal: póngale el nombre que usa en sus planillas y pida para todas a la vez en{' '}
              <Link to={paths.branchOrders}>Pedido por sucursales</Link>.
            </p>
          )}
        </>
      )}
      {open && <AddressDrawer userId={userId} address={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </section>
  )
}

interface AddressProps {
  street: string
  city: string
  provinceId: number | null
  postalCode?: string | undefined
  notes?: string
  /** The buttons of the actions on the address. */
  children?: ReactNode
}

const Address = ({ street, city, provinceId, postalCode, notes, children }: AddressProps) => (
  <li>
    <IconMapPin size={20} aria-hidden />
    <span>
      <strong>{street}</strong>
      {placeInWords({ locality: city, provinceId, postalCode })}
      {notes && <small>{notes}</small>}
    </span>
    {children}
  </li>
)
