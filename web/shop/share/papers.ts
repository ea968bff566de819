/** What 'Compartir' shares of an order, which several screens offer. */
import { orderPdf } from '../../../contract/order-documents.ts'
import { fetchFile } from '../../lib/download.ts'
import type { ToShare } from './share.ts'

export const orderToShare = (id: number): ToShare => ({
  title: `Pedido web ${id}`,
  file: () => fetchFile(orderPdf, { params: { id }, otherwise: `pedido-${id}.pdf` }),
  link: { opens: 'order', opensId: id },
})
