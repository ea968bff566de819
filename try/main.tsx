/** The page that takes a list of one's own and searches it as the shop does, with nothing sent anywhere (R416). */
import '../web/styles/layers.css'
import '../web/styles/tokens.css'
import '../web/styles/reset.css'
import '../web/styles/base.css'
import '../web/styles/controls.css'
import '../web/styles/page.css'
import { StrictMode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { CatalogueRow } from '../contract/catalogue.ts'
import cards from '../web/features/catalogue/search/catalogue.module.css'
import { Price } from '../web/features/catalogue/search/Price.tsx'
import { packsOf } from '../web/features/catalogue/search/product-text.ts'
import { formatCount } from '../web/lib/format.ts'
import { Field } from '../web/ui/Field.tsx'
import { FileDrop } from '../web/ui/FileDrop.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import type { Columns, FromThread, SeenList, ToThread } from './messages.ts'
import TryThread from './thread.ts?worker&inline'
import styles from './try.module.css'

type Ready = Extract<FromThread, { type: 'ready' }>
type Found = Extract<FromThread, { type: 'found' }>

/** Milliseconds after the last key. */
const PAUSE = 80

function TryPage() {
  const [thread] = useState(() => new TryThread())
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [seen, setSeen] = useState<SeenList>()
  const [columns, setColumns] = useState<Columns>({})
  const [isChoosing, setChoosing] = useState(false)
  const [ready, setReady] = useState<Ready>()
  const [text, setText] = useState('')
  const [pages, setPages] = useState<readonly Found[]>([])
  const asked = useRef(0)
  const tell = (message: ToThread) => thread.postMessage(message)

  useEffect(() => {
    const use = (list: SeenList) => {
      setSeen(list)
      setColumns(list.columns)
      const isSure = list.columns.code !== undefined && list.columns.description !== undefined
      setChoosing(!isSure)
      setBusy(isSure)
      if (isSure) thread.postMessage({ type: 'use', columns: list.columns } satisfies ToThread)
    }
    thread.onmessage = ({ data }: MessageEvent<FromThread>) => {
      if (data.type === 'seen') return use(data.list)
      if (data.type === 'found') {
        if (data.id === asked.current)
          setPages((before) => (data.rows.length > 0 || before.length === 0 ? [...before, data] : before))
        return
      }
      setBusy(false)
      if (data.type === 'refused') return setProblem(data.why)
      setReady(data)
      setChoosing(false)
      asked.current++
      setPages([])
      setText('')
      thread.postMessage({ type: 'search', id: asked.current, text: '', page: 0 } satisfies ToThread)
    }
    return () => thread.terminate()
  }, [thread])

  const onFile = async (file: File) => {
    setBusy(true)
    setProblem('')
    setReady(undefined)
    setSeen(undefined)
    setChoosing(false)
    setName(file.name)
    const bytes = new Uint8Array(await file.arrayBuffer())
    thread.postMessage({ type: 'read', name: file.name, bytes } satisfies ToThread, [bytes.buffer])
  }
  const forget = () => {
    setReady(undefined)
    setSeen(undefined)
    setName('')
  }
  const search = (wanted: string) => {
    setText(wanted)
    const id = ++asked.current
    setTimeout(() => {
      if (asked.current !== id) return
      setPages([])
      tell({ type: 'search', id, text: wanted, page: 0 })
    }, PAUSE)
  }
  const [first] = pages
  const total = first?.rows[0]?.total ?? 0
  const rows = pages.flatMap((page) => page.rows)

  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>Pruebe la búsqueda con su lista</h1>
        <p>
          Elija la planilla de sus artículos. Se lee y se busca{' '}
          <strong>en esta página, en su equipo: nada se envía</strong>, ni se guarda. Es el buscador de Bulto; los
          precios son los de su lista.
        </p>
      </header>
      {!ready && (
        <FileDrop
          title={
            isBusy
              ? 'Leyendo…'
              : name === ''
                ? 'Suelte aquí su lista, o elíjala'
                : `Elegir otra lista en lugar de ${name}`
          }
          hint="Excel (.xlsx), LibreOffice (.ods) o CSV, con un artículo por fila"
          accept=".xlsx,.xlsm,.ods,.csv,.txt"
          busy={isBusy}
          describedBy="problema"
          onFile={(file) => void onFile(file)}
        />
      )}
      <p id="problema" role="alert" className={styles.problem}>
        {problem}
      </p>
      {seen && (isChoosing || !ready) && !isBusy && (
        <ColumnChoice
          list={seen}
          columns={columns}
          onChange={setColumns}
          onUse={() => {
            setProblem('')
            setBusy(true)
            tell({ type: 'use', columns })
          }}
        />
      )}
      {ready && !isChoosing && (
        <>
          <p className={styles.facts}>
            {formatCount(ready.articles)} artículos
            {ready.skipped > 0 && `; ${formatCount(ready.skipped)} filas sin código o descripción quedaron afuera`}
            {columns.price === undefined
              ? '; sin columna de precio'
              : ready.withoutPrice > 0 &&
                `; ${formatCount(ready.withoutPrice)} sin precio, o con uno que no se entiende`}
            .{' '}
            <button type="button" className="button button--plain button--small" onClick={() => setChoosing(true)}>
              Cambiar columnas
            </button>
            <button type="button" className="button button--plain button--small" onClick={forget}>
              Elegir otra lista
            </button>
          </p>
          <Field label="Buscar como habla: palabras, una parte del código, con errores">
            {(control) => (
              <input
                {...control}
                type="search"
                value={text}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => search(target.value)}
              />
            )}
          </Field>
          <p role="status" className={styles.facts}>
            {first && wordsOf(first, total)}
          </p>
          {first && first.suggestions.length > 0 && (
            <p className={styles.facts}>
              ¿Quiso decir{' '}
              {first.suggestions.map(({ text: meant }) => (
                <button
                  key={meant}
                  type="button"
                  className="button button--plain button--small"
                  onClick={() => search(meant)}
                >
                  {meant}
                </button>
              ))}
              ?
            </p>
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: the shop's own list of cards, whose styles are for blocks. */}
          <div role="list" aria-label="Artículos" className={cards.cards} hidden={rows.length === 0}>
            <div>
              {rows.map((row) => (
                <TryCard key={row.articleId} row={row} brand={ready.brands[(row.brandId ?? 0) - 1] ?? ''} />
              ))}
            </div>
          </div>
          {rows.length < total && (
            <button
              type="button"
              className="button button--plain button--wide"
              onClick={() => tell({ type: 'search', id: asked.current, text, page: pages.length })}
            >
              Ver más
            </button>
          )}
        </>
      )}
    </main>
  )
}

function wordsOf({ rows, took }: Found, total: number): string {
  const time = took < 1 ? 'menos de 1 ms' : `${formatCount(Math.round(took))} ms`
  if (rows.length === 0) return `Nada. Se buscó en ${time}.`
  const how = rows[0]?.approximate ? ', con errores de tipeo' : ''
  return `${formatCount(total)} ${total === 1 ? 'artículo' : 'artículos'}${how}, en ${time}.`
}

/** A card as the catalogue's, without what needs a cart. */
const TryCard = ({ row, brand }: { readonly row: CatalogueRow; readonly brand: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: a child of the list above.
  <div role="listitem" className={cards.cardsItem}>
    <article className={cards.card} data-plain aria-label={`${row.code} ${row.description}`}>
      <div className={cards.cardBody}>
        <div className={cards.cardCode}>
          {row.code}
          {brand !== '' && <span className={cards.cardBrand}>{brand}</span>}
        </div>
        <div className={cards.cardName}>
          <span>{row.description}</span>
        </div>
        <span className={cards.cardPacks}>{packsOf(row)}</span>
        <div className={cards.cardPrice}>
          <Price product={row} />
        </div>
      </div>
    </article>
  </div>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <TryPage />
    </StrictMode>,
  )
