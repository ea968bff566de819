import { IconMail, IconPhone, IconTools } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getContact } from '../../../contract/settings.ts'
import { call } from '../../lib/api.ts'
import { titleOf } from '../../lib/shop.ts'
import { paths } from '../../paths.ts'
import './site.css'

/** Where a closed page leads (spec 1 section 4), with the ways to reach the shop meanwhile. */
export function MaintenancePage() {
  const { data = [] } = useQuery({
    queryKey: ['contact'],
    queryFn: ({ signal }) => call(getContact, { signal }),
  })
  const textOf = (key: string) => data.find((setting) => setting.key === key)?.value.trim() ?? ''
  const mail = textOf('CONTACTO_MAIL')
  const phone = textOf('CONTACTO_TEL')
  return (
    <div className="message-page panel">
      <title>{titleOf('En mantenimiento')}</title>
      <span className="message-page__icon" aria-hidden>
        <IconTools size={40} stroke={1.5} />
      </span>
      <h1>Estamos en mantenimiento</h1>
      <p>Esta sección no está disponible en este momento. Vuelva a intentar en unos minutos.</p>
      {(mail || phone) && (
        <div className="contact">
          <p>Si necesita ayuda, comuníquese con nosotros:</p>
          <ul>
            {mail && (
              <li>
                <IconMail size={20} aria-hidden />
                <a href={`mailto:${mail}`}>{mail}</a>
              </li>
            )}
            {phone && (
              <li>
                <IconPhone size={20} aria-hidden />
                <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
              </li>
            )}
          </ul>
        </div>
      )}
      <div className="message-page__ways">
        <a href={paths.catalogue} className="button">
          Volver a intentar
        </a>
      </div>
    </div>
  )
}
