import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { listSettings } from '../../../contract/settings-admin.ts'
import { queryOf } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { AccountRulesForm } from './AccountRulesForm.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { Banner } from './Banner.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ErpKeys } from './ErpKeys.tsx'
import { FaceForm } from './FaceForm.tsx'
import { FeedForm } from './FeedForm.tsx'
import { FiscalForm } from './FiscalForm.tsx'
import { HandOverForm } from './HandOverForm.tsx'
import { IdleForm } from './IdleForm.tsx'
import { PageSwitches } from './PageSwitches.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { News } from './SlidesForm.tsx'
import styles from './settings.module.css'
import { TermsForm } from './TermsForm.tsx'
import { Webhooks } from './Webhooks.tsx'

/** What the shop shows and which pages are open (R202). Each section is saved on its own. */
export const SettingsPage = () => (
  <div className="page">
    <div className="page__head">
      <h1>Configuración</h1>
      <Link to={paths.audit} search={{ que: 'setting' }} className="button button--quiet">
        <IconHistory size={17} aria-hidden />
        Historial de cambios
      </Link>
    </div>
    <Waiting for={useQuery(queryOf(listSettings))} rows={6} height={120}>
      {(settings) => (
        <div className={styles.sections}>
          <div>
            <Section title="Páginas" note="Cada cambio vale al instante, para todos.">
              <PageSwitches settings={settings} />
            </Section>
            <Section title="Anuncio de la tienda">
              <AnnouncementForm settings={settings} />
            </Section>
            <Section title="Contacto">
              <ContactForm settings={settings} />
            </Section>
            <Section
              title="Documentos"
              note="Encabezan los pedidos, las listas de preparación y las cotizaciones. Vacío: no se muestra."
            >
              <FiscalForm settings={settings} />
            </Section>
            <Section
              title="Pedidos que se pueden cambiar o cancelar"
              note="Mientras espera, un pedido no va al ERP. Imprimir su lista de preparación también lo toma."
            >
              <HandOverForm settings={settings} />
            </Section>
            <Section
              title="Deuda y límite de crédito"
              note="Según la cuenta que manda el ERP. Un pedido retenido tiene número y no va al ERP ni al depósito: sigue solo cuando la cuenta lo permite, o cuando se lo libera."
            >
              <AccountRulesForm settings={settings} />
            </Section>
            <Section title="Cierre por inactividad">
              <IdleForm settings={settings} />
            </Section>
            <Section
              title="Datos del ERP que esperan su respuesta"
              note="Lo que pasa de estos límites no se toma hasta que un administrador lo acepte."
            >
              <FeedForm settings={settings} />
            </Section>
            <Section
              title="Verificación en dos pasos"
              note="Quienes deben tenerla para ingresar. Cada uno la activa en «Mis datos», o se le pide en su próximo ingreso."
            >
              <SecondFactorForm settings={settings} />
            </Section>
            <Section title="Términos y condiciones">
              <TermsForm settings={settings} />
            </Section>
          </div>
          <div>
            <Section title="Nombre, logo y colores" note="En pantallas, documentos, correos y la aplicación instalada.">
              <FaceForm settings={settings} />
            </Section>
            <Section title="Banner" note="Se ve al costado del catálogo cuando «Banner» está encendido.">
              <Banner settings={settings} />
            </Section>
            <Section title="Novedades" note="Hasta diez, en este orden, cuando «Novedades» está encendido.">
              <News settings={settings} />
            </Section>
          </div>
        </div>
      )}
    </Waiting>
    <div className={styles.below}>
      <Section
        title="Webhooks"
        note="Avisan a otros sistemas, con firma y sin datos personales, cuando pasa algo en la tienda. Lo que no llega se reintenta dos días y después queda en ERP y tareas."
      >
        <Webhooks />
      </Section>
      <Section
        title="Claves del ERP"
        note="Con una clave el programa del ERP manda artículos, precios y clientes, y busca los pedidos. Cada una puede solo lo que se elige acá."
      >
        <ErpKeys />
      </Section>
    </div>
  </div>
)

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`panel ${styles.section}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p className="field__help">{note}</p>}
      {children}
    </section>
  )
}
