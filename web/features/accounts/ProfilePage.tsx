import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCuit } from '../../../contract/cuit.ts'
import { provinceName } from '../../../contract/provinces.ts'
import type { OwnAddress } from '../../../contract/users.ts'
import { messageOf } from '../../lib/api.ts'
import { useUser } from '../../lib/session.ts'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { AddressModal } from './AddressModal.tsx'
import { useClientAddresses, useOwnAddresses, useOwnUser } from './accounts.api.ts'
import { ProfileForm } from './ProfileForm.tsx'
import './accounts.css'

/** City and province in one line; some are the same word. */
const placeOf = (city: string, provinceId: number | null): string =>
  [...new Set([city.trim(), provinceName(provinceId)])].filter(Boolean).join(', ')

/** The own data and addresses of the signed-in user (R202, /perfil). */
export function ProfilePage() {
  const { id } = useUser()
  const { data: own, error, refetch } = useOwnUser(id)
  return (
    <div className="page profile">
      <div className="page__head">
        <h1>Mis datos</h1>
      </div>
      {error && !own && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!own && !error && <SkeletonRows rows={4} height={64} />}
      {own && (
        <section className="panel profile__panel" aria-labelledby="perfil-titulo">
          <h2 id="perfil-titulo">Perfil</h2>
          <dl className="profile__fixed">
            <div>
              <dt>CUIT</dt>
              <dd>{formatCuit(own.cuit)}</dd>
            </div>
            <div>
              <dt>Razón social</dt>
              <dd>{own.businessName}</dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd>{own.email}</dd>
            </div>
          </dl>
          <ProfileForm user={own} />
        </section>
      )}
      <Addresses userId={id} clientId={own?.clientId ?? 0} />
    </div>
  )
}

function Addresses({ userId, clientId }: { userId: number; clientId: number }) {
  const { data: addresses, error, refetch } = useOwnAddresses(userId)
  const { data: known = [] } = useClientAddresses(clientId)
  const [open, setOpen] = useState<OwnAddress | 'new' | null>(null)
  return (
    <section className="panel profile__panel" aria-labelledby="direcciones-titulo">
      <div className="profile__head">
        <h2 id="direcciones-titulo">Direcciones</h2>
        <button type="button" className="button button--plain" onClick={() => setOpen('new')}>
          Agregar dirección
        </button>
      </div>
      {error && !addresses && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!addresses && !error && <SkeletonRows rows={2} height={64} />}
      {addresses?.length === 0 && <p className="profile__none">Todavía no cargó direcciones.</p>}
      {addresses && addresses.length > 0 && (
        <ul className="profile__list">
          {addresses.map((address) => (
            <li key={address.id}>
              <IconMapPin size={20} aria-hidden />
              <span>
                <strong>{address.street}</strong>
                {placeOf(address.city, address.provinceId)}
                {address.notes && <small>{address.notes}</small>}
              </span>
              <button
                type="button"
                className="button button--quiet"
                aria-label={`Editar ${address.street}`}
                onClick={() => setOpen(address)}
              >
                Editar
              </button>
            </li>
          ))}
        </ul>
      )}
      {known.length > 0 && (
        <>
          <h3>Direcciones de entrega de su cuenta</h3>
          <p className="profile__none">
            Sus pedidos van a estas direcciones. Para cambiarlas, comuníquese con la tienda.
          </p>
          <ul className="profile__list">
            {known.map(({ id, street, locality, provinceId }) => (
              <li key={id}>
                <IconMapPin size={20} aria-hidden />
                <span>
                  <strong>{street}</strong>
                  {placeOf(locality, provinceId)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {open && (
        <AddressModal userId={userId} address={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

const Failure = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className="notice notice--error profile__failure" role="alert">
    <p>{text}</p>
    <button type="button" className="button button--plain" onClick={onRetry}>
      Volver a intentar
    </button>
  </div>
)
