import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { getOrderPaper, type OrderPaper } from '../../../../contract/fulfilment.ts'
import { useAction } from '../../../lib/action.ts'
import { formatDay } from '../../../lib/day.ts'
import { download } from '../../../lib/download.ts'
import { formatMoney } from '../../../lib/format.ts'
import styles from './order-page.module.css'

/** The ERP's papers about an order: each with its PDF, the link that the ERP gave, or its number alone. */
export function OrderPapers({ orderId, papers }: { orderId: number; papers: readonly OrderPaper[] }) {
  if (papers.length === 0) return null
  return (
    <section className={`panel ${styles.papers}`} aria-labelledby="comprobantes">
      <h2 id="comprobantes">Comprobantes</h2>
      <ul>
        {papers.map((paper) => (
          <Paper key={paper.id} orderId={orderId} paper={paper} />
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ kind, number }: OrderPaper): string =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${number}`.trim()

function Paper({ orderId, paper }: { orderId: number; paper: OrderPaper }) {
  const { id, day, amount, link, hasFile } = paper
  const name = nameOf(paper)
  const { run, busy } = useAction(() =>
    download(getOrderPaper, { params: { id: orderId, paperId: id }, otherwise: `${name}.pdf` }),
  )
  return (
    <li>
      <p>
        <strong>{name}</strong>
        <small>{[formatDay(day), amount !== null && formatMoney(amount)].filter(Boolean).join(' · ')}</small>
      </p>
      {hasFile && (
        <button
          type="button"
          className="button button--plain button--small"
          aria-label={`PDF de ${name}`}
          aria-disabled={busy}
          onClick={() => void run()}
        >
          <IconDownload size={17} aria-hidden />
          PDF
        </button>
      )}
      {link !== null && (
        <a
          className="button button--plain button--small"
          href={link}
          target="_blank"
          rel="noreferrer"
          aria-label={`Ver ${name} en otra página`}
        >
          <IconExternalLink size={17} aria-hidden />
          Ver
        </a>
      )}
    </li>
  )
}
