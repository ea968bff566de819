import { IconTools } from '@tabler/icons-react'
import { paths } from '../../../paths.ts'
import { ContactWays, useContact } from '../../../shop/ContactWays.tsx'
import styles from './site.module.css'

/** The page that stands in for a closed one (R104), with the ways to reach the shop meanwhile. */
export function MaintenancePage() {
  const contact = useContact()
  return (
    <div className="message-page panel">
      <span className="message-page__icon" aria-hidden>
        <IconTools size={40} stroke={1.5} />
      </span>
      <h1>Estamos en mantenimiento</h1>
      <p>Esta sección no está disponible en este momento. Vuelva a intentar en unos minutos.</p>
      {(contact?.mail || contact?.phone) && (
        <div className={styles.contact}>
          <p>Si necesita ayuda, comuníquese con nosotros:</p>
          <ContactWays />
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
