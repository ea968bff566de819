import { IconMailCheck } from '@tabler/icons-react'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'

/** After a registration (R102): the account waits for an admin. */
export function WaitingPage() {
  return (
    <div className="message-page panel">
      <span className="message-page__icon" aria-hidden>
        <IconMailCheck size={40} stroke={1.5} />
      </span>
      <h1>Su usuario fue creado</h1>
      <p>
        Vamos a verificar sus datos. Cuando su cuenta esté verificada le enviaremos un correo de confirmación, y desde
        entonces podrá ingresar con su CUIT y su contraseña.
      </p>
      <p>Si no lo encuentra, revise también la carpeta de correo no deseado.</p>
      <div className="message-page__ways">
        <Link to={paths.login} className="button">
          Volver al inicio de sesión
        </Link>
      </div>
    </div>
  )
}
