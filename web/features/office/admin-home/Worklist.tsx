import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { EXPIRES_SOON_DAYS, listExpiring } from '../../../../contract/certificates.ts'
import { getOrderWork, REFUSED_DAYS } from '../../../../contract/dashboard.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import {
  type DeadTask,
  type FeedStatus,
  getFeedStatus,
  listTasks,
  listWaiting,
  type WaitingFeed,
} from '../../../../contract/erp.ts'
import { listUnreadFiles } from '../../../../contract/erp-mapping.ts'
import { listNewUserOrders } from '../../../../contract/new-user-orders.ts'
import { UNASSIGNED_BRAND } from '../../../../contract/rules.ts'
import { listNotEnabled } from '../../../../contract/user-admin.ts'
import { formatCount, formatInstant, formatMoney } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { useNotified } from './admin-home.api.ts'
import styles from './admin-home.module.css'
import { places } from './places.ts'

/** Something that waits for a person: how many, of what, and the way to it. */
interface Work {
  key: string
  /** 0: there is nothing to do, and no row. */
  count: number
  /** What it is, after its figure: 'pedido de hoy', 'pedidos de hoy'. */
  nouns: readonly [one: string, many: string]
  /** What follows from it, and its reasons. */
  more?: ReactNode
  /** The screen that has it, or a heading further down. */
  way: { to: string; search?: Readonly<Record<string, string>> } | { place: string }
  /** The way's words. */
  go: string
  /** Said to a screen reader at once: buyers see something wrong until it is dealt with. */
  urgent?: boolean
}

/** How long an order may wait for the ERP before somebody looks at it, in milliseconds. */
const TAKEN_WITHIN = 3_600_000

type OrderWork = ResponseOf<typeof getOrderWork>

const reasons = (texts: readonly string[]) => (
  <ul className={styles.reasons}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)

const orderWork = (orders: OrderWork, now: number): Work[] => [
  {
    key: 'today',
    count: orders.today,
    nouns: ['pedido de hoy', 'pedidos de hoy'],
    more: formatMoney(orders.amount),
    way: { to: paths.adminOrders, search: { vista: 'historicos', desde: orders.day, hasta: orders.day } },
    go: 'Ver los de hoy',
  },
  {
    key: 'refused',
    count: orders.refused,
    nouns: ['pedido rechazado por el ERP', 'pedidos rechazados por el ERP'],
    more: `En los últimos ${REFUSED_DAYS} días. Cada uno dice por qué, y se puede volver a enviar.`,
    way: { to: paths.adminOrders, search: { vista: 'historicos', estado: 'rechazado', desde: orders.refusedFrom } },
    go: 'Ver los rechazados',
  },
  {
    key: 'notTaken',
    count: orders.notTakenSince && now - Date.parse(orders.notTakenSince) > TAKEN_WITHIN ? orders.notTaken : 0,
    nouns: ['pedido que el ERP todavía no tomó', 'pedidos que el ERP todavía no tomó'],
    more: orders.notTakenSince && `El más viejo espera desde el ${formatInstant(orders.notTakenSince)}.`,
    way: { to: paths.adminOrders, search: { vista: 'historicos', estado: 'pendiente' } },
    go: 'Ver los que esperan',
  },
  {
    key: 'unanswered',
    count: orders.unanswered,
    nouns: ['pedido tomado por el ERP que sigue sin respuesta', 'pedidos tomados por el ERP que siguen sin respuesta'],
    more: 'Hace más de un día, y ya aceptó otros posteriores: mire en el ERP si alguno quedó detenido.',
    way: { to: paths.adminOrders, search: { vista: 'historicos', estado: 'exportado', desde: orders.refusedFrom } },
    go: 'Ver los que esperan respuesta',
  },
]

interface FeedFacts {
  readonly feed: FeedStatus
  readonly waiting: readonly WaitingFeed[]
  readonly unread: readonly string[]
  readonly tasks: readonly DeadTask[]
}

const feedWork = ({ feed, waiting, unread, tasks }: FeedFacts): Work[] => [
  {
    key: 'waiting',
    count: waiting.length,
    nouns: ['archivo del ERP espera su respuesta', 'archivos del ERP esperan su respuesta'],
    more: (
      <>
        Hasta entonces la tienda sigue con los datos anteriores, también con sus precios.
        {reasons(waiting.map(({ file, preview }) => `${file}: ${preview.guards.map((g) => g.message).join('; ')}`))}
      </>
    ),
    way: { to: paths.adminWaitingFeeds },
    go: 'Ver qué cambiaría y responder',
    urgent: true,
  },
  {
    key: 'feed',
    count: feed.refused.length,
    nouns: ['archivo del ERP rechazado', 'archivos del ERP rechazados'],
    more: (
      <>
        La tienda no tomó datos del ERP{feed.refusedSince && ` desde el ${formatInstant(feed.refusedSince)}`} y sigue
        con los anteriores, también con sus precios.
        {reasons(feed.refused)}
      </>
    ),
    way: { to: paths.adminErp },
    go: 'Ver ERP y tareas',
    urgent: true,
  },
  {
    key: 'unread',
    count: unread.length,
    nouns: ['archivo en la carpeta del ERP que nadie lee', 'archivos en la carpeta del ERP que nadie lee'],
    more: `La tienda espera otro nombre: ${unread.join(', ')}.`,
    way: { to: paths.adminErp },
    go: 'Ver ERP y tareas',
  },
  {
    key: 'tasks',
    count: tasks.length,
    nouns: ['tarea detenida', 'tareas detenidas'],
    more: 'No se intentan más hasta que alguien lo pida.',
    way: { to: paths.adminErp },
    go: 'Ver las tareas',
  },
]

/** What clients see of articles without a brand. */
function seenInWords(all: number, shown: number): string {
  if (shown === 0) return all === 1 ? 'Ningún cliente lo ve.' : 'Ningún cliente los ve.'
  if (shown === all) return `Los clientes ${all === 1 ? 'lo' : 'los'} encuentran solo con el buscador.`
  const hidden = all - shown
  return `${formatCount(shown)} ${shown === 1 ? 'aparece' : 'aparecen'} solo en el buscador; ${
    hidden === 1 ? 'al otro no lo ve' : `a los otros ${formatCount(hidden)} no los ve`
  } ningún cliente.`
}

const ownWork = (feed: FeedStatus): Work[] => [
  {
    key: 'unassigned',
    count: feed.unassigned,
    nouns: ['artículo sin marca ni categoría', 'artículos sin marca ni categoría'],
    more: `${seenInWords(feed.unassigned, feed.unassignedShown)} En la lista elija varios y use «Cambiar juntos».`,
    way: { to: paths.adminProducts, search: { m: String(UNASSIGNED_BRAND) } },
    go: 'Ver los no asignados',
  },
  {
    key: 'outOfUse',
    count: feed.usersOutOfUse,
    nouns: ['usuario que no puede hacer pedidos', 'usuarios que no pueden hacer pedidos'],
    more: 'Su cliente no está activo en el sistema de gestión. Ingresan y ven el catálogo y sus pedidos.',
    way: { to: paths.adminUsers, search: { c: '0' } },
    go: 'Ver usuarios',
  },
]

/** All that waits for a person, in the order in which it is dealt with; undefined until everything has answered. */
function useWork() {
  const orders = useQuery(queryOf(getOrderWork))
  const waiting = useQuery(queryOf(listWaiting))
  const feed = useQuery(queryOf(getFeedStatus))
  // The list does not wait for the folder, which may lie on another computer.
  const { data: unread = [] } = useQuery(queryOf(listUnreadFiles))
  const tasks = useQuery(queryOf(listTasks))
  const users = useQuery(queryOf(listNotEnabled))
  const newOrders = useQuery(queryOf(listNewUserOrders))
  const notified = useNotified()
  const certificates = useQuery(queryOf(listExpiring))
  const asked = [orders, waiting, feed, tasks, users, newOrders, notified, certificates]
  const refetch = () => {
    for (const query of asked) if (query.error) void query.refetch()
  }
  const error = asked.find((query) => query.error)?.error
  const isThere =
    orders.data &&
    waiting.data &&
    feed.data &&
    tasks.data &&
    users.data &&
    newOrders.data &&
    notified.data &&
    certificates.data
  if (!isThere) return { data: undefined, error, refetch }
  const all: Work[] = [
    ...orderWork(orders.data, Date.now()),
    ...feedWork({ feed: feed.data, waiting: waiting.data, unread, tasks: tasks.data }),
    {
      key: 'users',
      count: users.data.length,
      nouns: ['usuario por habilitar', 'usuarios por habilitar'],
      way: { place: places.waitingUsers },
      go: 'Ver quiénes',
    },
    {
      key: 'newUserOrders',
      count: newOrders.data.length,
      nouns: ['pedido de un usuario nuevo', 'pedidos de usuarios nuevos'],
      way: { place: places.newUserOrders },
      go: 'Ver cuáles',
    },
    {
      key: 'notified',
      count: notified.data.length === 0 ? 1 : 0,
      nouns: ['aviso sin destinatario', ''],
      more: 'Nadie recibe aviso de los pedidos nuevos.',
      way: { place: places.notified },
      go: 'Agregar un email',
    },
    ...ownWork(feed.data),
    {
      key: 'certificates',
      count: certificates.data.length,
      nouns: ['certificado vencido o por vencer', 'certificados vencidos o por vencer'],
      more: `Hasta dentro de ${EXPIRES_SOON_DAYS} días.`,
      way: { to: paths.adminCertificates },
      go: 'Ver los certificados',
    },
  ]
  return { data: all.filter(({ count }) => count > 0), error, refetch }
}

/** What waits for a person today (R251): a row for each with how many and the way to it. Nothing to do is one line. */
export function Worklist() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>Qué espera hoy</h2>
      <Waiting for={useWork()} rows={4} height={52}>
        {(work) =>
          work.length > 0 ? (
            <ul className={`panel ${styles.work}`} aria-label="Qué espera hoy">
              {work.map((row) => (
                <WorkRow key={row.key} work={row} />
              ))}
            </ul>
          ) : (
            <p className="field__help">Nada espera.</p>
          )
        }
      </Waiting>
    </section>
  )
}

const WorkRow = ({ work: { count, nouns, more, way, go, urgent } }: { work: Work }) => (
  <li>
    <strong className={styles.count}>{formatCount(count)}</strong>
    <div role={urgent ? 'alert' : undefined}>
      <strong>{nouns[count === 1 ? 0 : 1]}</strong>
      {more && <div className={styles.more}>{more}</div>}
    </div>
    {'place' in way ? (
      <button type="button" className="button button--plain button--small" onClick={() => goTo(way.place)}>
        {go}
      </button>
    ) : (
      <Link {...way} className="button button--plain button--small">
        {go}
      </Link>
    )}
  </li>
)

/** Leads to a heading of this page, the keyboard and the screen reader too. */
function goTo(id: string): void {
  const heading = document.getElementById(id)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'center' })
}
