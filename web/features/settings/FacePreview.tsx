import type { CSSProperties } from 'react'
import {
  FACTORY_ACCENT,
  FACTORY_MAIN,
  faceTokens,
  HEADER_LOGO,
  isDarkened,
  logoWithin,
  mainColours,
  readLogoSize,
} from '../../../contract/face.rules.ts'
import { facePictureAddress } from '../../../contract/face.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { Logo } from '../../shop/Logo.tsx'
import { Mark } from '../../ui/Mark.tsx'
import styles from './face.module.css'

interface FacePreviewProps {
  name: string
  /** '#rrggbb'; '' is the factory's. */
  main: string
  accent: string
  withName: boolean
  logo: StoredSetting
  darkLogo: StoredSetting
  icon: StoredSetting
}

/** A shop in the chosen face: its header, its buttons, a card, the heads of a mail and of a paper, and its icon (R402). */
export function FacePreview({ name, main, accent, withName, logo, darkLogo, icon }: FacePreviewProps) {
  const size = readLogoSize(logo.aux)
  const box = size && logoWithin(size, HEADER_LOGO)
  const iconFile = icon.value || logo.value
  // Each one: the page itself has those of the stored face, which must not show through. So it is with the logo.
  const tokens = Object.fromEntries(
    Object.entries({ ...FACTORY_MAIN, ...FACTORY_ACCENT, ...faceTokens({ main, accent }) }).map(([token, to]) => [
      `--${token}`,
      to,
    ]),
  )
  const worn = {
    ...tokens,
    '--logo': box ? `url(${facePictureAddress(logo.value, 'logo.webp')})` : 'initial',
    '--logo-width': box ? `${box.width}px` : 'initial',
    '--logo-height': box ? `${box.height}px` : 'initial',
    '--logo-name': box && !withName ? 'none' : 'initial',
  } as CSSProperties
  return (
    <figure className={styles.preview} style={worn} aria-label="Vista previa de la marca">
      <figcaption>Así se ve:</figcaption>
      <div className={styles.header}>
        <span className={styles.logo}>
          <Logo name={name} />
        </span>
        <span className="button button--small">Ingresar</span>
      </div>
      <div className={styles.bar}>
        {darkLogo.value ? (
          <img src={facePictureAddress(darkLogo.value, 'logo.webp')} alt={name} />
        ) : (
          <strong>{name}</strong>
        )}
        <span className={styles.current}>PRODUCTOS</span>
      </div>
      <div className={styles.card}>
        <span className={styles.new}>NUEVO</span>
        <strong>Oso de peluche, 30 cm</strong>
        <span className={styles.link}>Ver detalle</span>
        <Mark>De a 12</Mark>
        <span className="button button--small">Agregar</span>
      </div>
      <div className={styles.heads}>
        <div className={styles.mail}>
          <span className="field__help">Correo</span>
          <span className={styles.logo}>
            <Logo name={name} />
          </span>
          <div>
            <strong>Recibimos su pedido</strong>
            <span className="button button--small">Ver el pedido</span>
          </div>
        </div>
        <div className={styles.paper}>
          <span className="field__help">Documento</span>
          <div>
            <span className={styles.logo}>
              <Logo name={name} />
            </span>
            <strong>Cotización</strong>
          </div>
          <span className={styles.headings}>Código · Descripción · Cantidad</span>
        </div>
        {iconFile && (
          <div className={styles.icon}>
            <span className="field__help">Ícono</span>
            <img src={facePictureAddress(iconFile, '192.png')} alt="" width="56" height="56" />
          </div>
        )}
      </div>
      {main && isDarkened(main) && (
        <p className="notice" role="status">
          El color principal se oscureció a {mainColours(main).azul} para que se lea: {main} es muy claro para textos y
          botones. Si es el color de su marca, úselo como acento.
        </p>
      )}
    </figure>
  )
}
