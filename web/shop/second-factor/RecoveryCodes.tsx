import { copyText } from '../../lib/copy-text.ts'
import { saveText } from '../../lib/download.ts'
import { shopName } from '../../lib/shop.ts'
import styles from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The button that goes on. */
  next: string
  onNext: () => void
}

/** The recovery codes, which nobody can see again afterwards (R263). */
export function RecoveryCodes({ codes, next, onNext }: RecoveryCodesProps) {
  const copy = () =>
    copyText(codes.join('\n'), {
      copied: 'Códigos copiados',
      refused: 'No se pudo copiar. Descárguelos o anótelos',
    })
  const download = () =>
    saveText(
      `Códigos de recuperación de ${shopName()}. Cada uno sirve una vez.\r\n\r\n${codes.join('\r\n')}\r\n`,
      'codigos-de-recuperacion.txt',
    )
  return (
    <div className={styles.codes}>
      <p>
        Guarde estos códigos fuera del teléfono: con uno de ellos ingresa si lo pierde. Cada uno sirve una vez, y no se
        vuelven a mostrar.
      </p>
      <ul aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        <button type="button" className="button button--plain" onClick={() => void copy()}>
          Copiar
        </button>
        <button type="button" className="button button--plain" onClick={download}>
          Descargar
        </button>
        <button type="button" className="button" onClick={onNext}>
          {next}
        </button>
      </div>
    </div>
  )
}
