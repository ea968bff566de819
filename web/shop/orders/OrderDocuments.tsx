import { IconFileSpreadsheet, IconFileTypePdf, IconListCheck } from '@tabler/icons-react'
import { orderPdf, orderSheet, packingList } from '../../../contract/order-documents.ts'
import { useAction } from '../../lib/action.ts'
import { download } from '../../lib/download.ts'
import { useOnBehalf } from '../chosen-client.ts'

const papers = [
  { label: 'Pedido en PDF', call: orderPdf, file: 'pedido.pdf', Icon: IconFileTypePdf, forStaff: false },
  {
    label: 'Pedido en Excel',
    call: orderSheet,
    file: 'pedido.xlsx',
    Icon: IconFileSpreadsheet,
    forStaff: false,
  },
  {
    label: 'Lista de preparación',
    call: packingList,
    file: 'preparacion.pdf',
    Icon: IconListCheck,
    forStaff: true,
  },
] as const
type Paper = (typeof papers)[number]

/** The buttons that download an order on paper; the packing list is the staff's (R310). */
export function OrderDocuments({ orderId }: { orderId: number }) {
  const { isStaff } = useOnBehalf()
  const making = useAction(({ call, file }: Paper) => download(call, { params: { id: orderId }, otherwise: file }), {
    success: (_, { label }) => `${label}: descargado`,
  })
  return papers
    .filter(({ forStaff }) => isStaff || !forStaff)
    .map((paper) => (
      <button
        key={paper.label}
        type="button"
        className="button button--plain button--small"
        aria-disabled={making.busy}
        onClick={() => !making.busy && void making.run(paper)}
      >
        <paper.Icon size={19} aria-hidden />
        {making.busyWith === paper ? 'Preparando…' : paper.label}
      </button>
    ))
}
