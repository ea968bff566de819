import { Link } from '../lib/router.tsx'
import { dataBadgeUrl, shopName } from '../lib/shop.ts'
import { paths } from '../paths.ts'
import badgePicture from './data-fiscal.svg'
import styles from './shell.module.css'

/** Copyright with the current year, the terms, and the tax authority's data badge when there is one. */
export function Footer() {
  const badge = dataBadgeUrl()
  return (
    <footer className={styles.footer}>
      <p>
        © {new Date().getFullYear()} {shopName()}. Todos los derechos reservados.
      </p>
      <Link to={paths.terms}>Términos y condiciones</Link>
      {badge && (
        <a href={badge} target="_blank" rel="noreferrer" className={styles.footerBadge}>
          <img src={badgePicture} width="36" height="49" alt="Data fiscal, se abre en otra pestaña" />
        </a>
      )}
    </footer>
  )
}
