/** The scanner: the camera reads a code, its article is shown with a quantity, and on to the next (R38, R222). */
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type CatalogueRow, searchProducts } from '../../../contract/catalogue.ts'
import { hasPrice } from '../../../contract/price.ts'
import type { ReviewArticle } from '../../../contract/review.ts'
import { messageOf } from '../../lib/api.ts'
import { queryOf } from '../../lib/query.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCartOwner } from '../cart.ts'
import { usePricedClient } from '../chosen-client.ts'
import { Substitutes } from '../review/Substitutes.tsx'
import { ScannedArticle } from './ScannedArticle.tsx'
import { ScannedLine } from './ScannedLine.tsx'
import styles from './scan.module.css'
import { createScanGate, searchFor } from './scan-rules.ts'
import { createSignals, isMuted, mute } from './signals.ts'
import { type CameraFault, useCamera } from './use-camera.ts'

const faults: Record<CameraFault, string> = {
  insecure: 'La cámara solo funciona cuando la dirección de la tienda empieza con https. Escriba el código debajo.',
  refused:
    'El navegador no tiene permiso para usar la cámara. Permítalo en el candado que está junto a la dirección y pruebe de nuevo, o escriba el código debajo.',
  none: 'Este dispositivo no tiene una cámara que se pueda usar. Escriba el código debajo.',
  taken: 'Otra aplicación está usando la cámara. Ciérrela y pruebe de nuevo, o escriba el código debajo.',
  reader: 'No se pudo cargar el lector de códigos. Revise su conexión y pruebe de nuevo, o escriba el código debajo.',
}

/** The articles with exactly that code; similar codes are never offered here. */
const articlesQuery = (code: string | null, clientId: number | undefined) => ({
  ...queryOf(
    searchProducts,
    code === null ? null : { query: { text: searchFor(code), order: 'default' as const, page: 0, clientId } },
  ),
  select: (rows: CatalogueRow[]) => (rows[0]?.found === 'code' ? rows : []),
  staleTime: 60_000,
})

export function ScanSheet({ onClose }: { onClose: () => void }) {
  const id = useId()
  const video = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const [gate] = useState(createScanGate)
  const [signals] = useState(createSignals)
  const [muted, setMuted] = useState(isMuted)
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [chosen, setChosen] = useState<CatalogueRow | null>(null)
  const [hasGoneOn, setHasGoneOn] = useState(false)
  const [added, setAdded] = useState<readonly CatalogueRow[]>([])
  const { data: articles, error, isError, refetch } = useQuery(articlesQuery(code, usePricedClient()))
  const article = chosen ?? (articles?.length === 1 ? articles[0] : undefined)
  const takesCodes = code === null || isError || articles?.length === 0

  const { state, retry } = useCamera(video, (codes) => {
    const read = gate.look(codes, performance.now(), takesCodes)
    if (read === null) return
    signals.read(muted)
    setCode(read)
  })
  useEffect(() => signals.end, [signals])

  const next = () => {
    setCode(null)
    setChosen(null)
    setTyped('')
    setHasGoneOn(true)
  }
  // The button that had the focus is gone, so the box gets it. Not on a touch screen: its keyboard would cover the picture.
  useEffect(() => {
    if (!hasGoneOn || article) return
    setHasGoneOn(false)
    if (!window.matchMedia('(pointer: coarse)').matches) box.current?.focus()
  }, [hasGoneOn, article])
  const seek = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '') return
    setChosen(null)
    setCode(text)
  }
  const turnSound = () => {
    mute(!muted)
    setMuted(!muted)
  }
  /** What takes an article's place is shown as if its own code had been read. */
  const take = ({ code: other }: ReviewArticle) => {
    setChosen(null)
    setCode(other)
  }
  const substitutes = { clientId: useCartOwner().clientId, onTake: take }
  const hasCamera = state === 'on' || state === 'starting'
  return (
    <Modal title="Escanear" placement="bottom" onClose={onClose}>
      <div className={styles.scan}>
        <div className={styles.view} hidden={!hasCamera} data-dim={!takesCodes || undefined}>
          <video ref={video} muted playsInline aria-label="Cámara" />
          <p>
            {state === 'starting' ? 'Preparando la cámara…' : takesCodes ? 'Acerque el código de barras' : 'En pausa'}
          </p>
          <button type="button" aria-pressed={muted} onClick={turnSound}>
            {muted ? <IconVolumeOff size={20} aria-hidden /> : <IconVolume size={20} aria-hidden />}
            <span className="visually-hidden">Sin sonido</span>
          </button>
        </div>
        {!hasCamera && (
          <Notice>
            <p role="alert">{faults[state]}</p>
            {state !== 'insecure' && (
              <button type="button" className="button button--plain button--small" onClick={retry}>
                Probar de nuevo
              </button>
            )}
          </Notice>
        )}
        {!article && (
          <form className={styles.typed} onSubmit={seek}>
            <label className="visually-hidden" htmlFor={id}>
              Código
            </label>
            <input
              id={id}
              data-gun
              ref={box}
              className="input"
              placeholder="O escriba el código"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={60}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <button type="submit" className="button button--plain">
              Buscar
            </button>
          </form>
        )}
        <div role="status">
          {code !== null && !articles && !isError && <p className={styles.said}>Buscando {code}…</p>}
          {articles?.length === 0 && (
            <p className={styles.said}>
              El código <strong>{code}</strong> no es de ningún artículo del catálogo.
            </p>
          )}
        </div>
        {code !== null && articles?.length === 0 && <Substitutes {...substitutes} of={{ code }} />}
        {isError && (
          <p className={styles.said} role="alert">
            {messageOf(error)}{' '}
            <button type="button" className="button button--plain button--small" onClick={() => void refetch()}>
              Buscar {code} otra vez
            </button>
          </p>
        )}
        {articles && articles.length > 1 && !chosen && (
          <Several code={code ?? ''} articles={articles} onChoose={setChosen} onNone={next} />
        )}
        {article && !hasPrice(article) && (
          <Substitutes {...substitutes} of={{ articleId: article.articleId, code: '' }} />
        )}
        {article && (
          <ScannedArticle
            key={article.articleId}
            article={article}
            onAdded={() => {
              setAdded([article, ...added.filter(({ articleId }) => articleId !== article.articleId)])
              next()
            }}
            onSkip={next}
          />
        )}
        {added.length > 0 && (
          <ul className={styles.added} aria-label="Escaneados">
            {added.map((line) => (
              <ScannedLine key={line.articleId} article={line} />
            ))}
          </ul>
        )}
      </div>
    </Modal>
  )
}

interface SeveralProps {
  readonly code: string
  readonly articles: readonly CatalogueRow[]
  readonly onChoose: (article: CatalogueRow) => void
  readonly onNone: () => void
}

/** Asks which article is meant where several have the bar code. */
function Several({ code, articles, onChoose, onNone }: SeveralProps) {
  return (
    <section className={styles.several} aria-label={`Artículos con el código ${code}`}>
      <p>
        {articles.length} artículos tienen el código <strong>{code}</strong>. ¿Cuál es?
      </p>
      {articles.map((article) => (
        <button key={article.articleId} type="button" onClick={() => onChoose(article)}>
          <strong>{article.code}</strong> {article.description}
        </button>
      ))}
      <button type="button" className="button button--plain" onClick={onNone}>
        Ninguno
      </button>
    </section>
  )
}
