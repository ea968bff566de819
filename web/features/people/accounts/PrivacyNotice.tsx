import { shopName } from '../../../lib/shop.ts'
import { useContact } from '../../../shop/ContactWays.tsx'
import { hasRegistry } from './accounts.api.ts'
import styles from './registration.module.css'

/** The notice that the law requires where personal data are collected (Ley 25.326, art. 6; Resolución AAIP 14/2018). */
export function PrivacyNotice({ asksCarrier }: { asksCarrier: boolean }) {
  const mail = useContact()?.mail
  const shop = shopName()
  return (
    <section className={styles.privacy} aria-labelledby="datos-personales">
      <h2 id="datos-personales">Sus datos personales (Ley 25.326)</h2>
      <p>
        El responsable de los datos que usted carga en este formulario es {shop}. Los usamos para verificar su identidad
        fiscal, habilitar su cuenta, preparar y enviar sus pedidos y comunicarnos con usted por ellos.{' '}
        {hasRegistry() && 'Consultamos su CUIT en el padrón de la administración tributaria. '}
        No vendemos sus datos; los recibe quien los necesita para cumplir con un pedido, como el expreso que lo entrega.
      </p>
      <p>
        De cada ingreso guardamos, mientras la sesión está abierta, qué navegador se usó, cuándo empezó y cuándo se usó
        por última vez; con la sesión no guardamos su dirección de internet. Usted las ve y puede cerrarlas en «Mis
        datos».
      </p>
      <p>
        {asksCarrier ? 'Email, contraseña, CUIT y expreso' : 'Email, contraseña y CUIT'} son obligatorios, y también su
        nombre{hasRegistry() && ' si el padrón no lo informa'}: sin ellos no podemos crear la cuenta. Los demás datos
        son opcionales, y si no son exactos puede demorarse la habilitación o la entrega.
      </p>
      <p>
        Usted puede pedir en cualquier momento el acceso a sus datos, su rectificación, su actualización o su supresión
        {mail ? (
          <>
            {' '}
            escribiendo a <a href={`mailto:${mail}`}>{mail}</a>.
          </>
        ) : (
          `, comunicándose con ${shop}.`
        )}{' '}
        El acceso es gratuito a intervalos no inferiores a seis meses, salvo que acredite un interés legítimo (artículo
        14, inciso 3 de la Ley 25.326).
      </p>
      <p>
        La Agencia de Acceso a la Información Pública, en su carácter de órgano de control de la Ley 25.326, tiene la
        atribución de atender las denuncias y reclamos de quienes resulten afectados en sus derechos por incumplimiento
        de las normas vigentes en materia de protección de datos personales.
      </p>
    </section>
  )
}
