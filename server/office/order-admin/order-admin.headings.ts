/** All orders, and the articles of a client's, as workbooks. */
import { stateWord } from '../../../contract/erp.ts'
import type { HistoricArticle, HistoricOrder } from '../../../contract/order-admin.ts'
import { noteInWords, saleTermsInWords } from '../../../contract/order-text.ts'
import { type OrderChannel, PICKUP } from '../../../contract/orders.ts'
import type { ListSheet } from '../../spreadsheets/list-sheet.ts'

const channels: Record<OrderChannel, string> = {
  web: 'Tienda web',
  repeat: 'Pedido repetido',
  import: 'Planilla importada',
}

const deliveryKind = ({ addressId }: HistoricOrder): string =>
  addressId === PICKUP ? 'Retiro en el local' : 'Envío a domicilio'

export const historySheet: ListSheet<HistoricOrder> = {
  name: 'pedidos',
  title: 'Pedidos',
  columns: [
    { heading: 'Nro WEB', kind: 'count', width: 10, value: ({ id }) => id },
    { heading: 'Nro Pedido', kind: 'count', width: 11, value: ({ erpNumber }) => erpNumber },
    { heading: 'N° del cliente', kind: 'text', width: 14, value: ({ clientNumber }) => clientNumber ?? '' },
    { heading: 'Fecha', kind: 'day', width: 12, value: ({ createdAt }) => createdAt },
    { heading: 'Cliente', kind: 'text', width: 36, value: ({ businessName }) => businessName },
    { heading: 'Direccion', kind: 'text', width: 36, value: ({ address }) => address },
    { heading: 'Entrega', kind: 'text', width: 20, value: deliveryKind },
    { heading: 'Observaciones', kind: 'text', width: 44, value: ({ note }) => noteInWords(note) },
    { heading: 'Condición de venta', kind: 'text', width: 24, value: saleTermsInWords },
    { heading: 'Total', kind: 'money', width: 16, value: ({ total }) => total },
    { heading: 'Cant. items', kind: 'count', width: 11, value: ({ lineCount }) => lineCount },
    { heading: 'Hecho por', kind: 'text', width: 24, value: ({ madeBy }) => madeBy },
    { heading: 'Canal', kind: 'text', width: 18, value: ({ channel }) => channels[channel] },
    {
      heading: 'ERP',
      kind: 'text',
      width: 12,
      value: ({ erpState }) => (erpState ? stateWord(erpState) : ''),
    },
    { heading: 'Motivo', kind: 'text', width: 36, value: ({ erpReason }) => erpReason ?? '' },
    { heading: 'Estado', kind: 'text', width: 20, value: ({ fulfilmentText }) => fulfilmentText ?? '' },
    { heading: 'Unidades pendientes', kind: 'count', width: 12, value: ({ pendingUnits }) => pendingUnits ?? null },
    { heading: 'Viene', kind: 'money', width: 16, value: ({ comingTotal }) => comingTotal ?? null },
    { heading: 'Facturado', kind: 'money', width: 16, value: ({ billedTotal }) => billedTotal ?? null },
  ],
}

export const articlesSheet: ListSheet<HistoricArticle> = {
  name: 'articulos-pedidos',
  title: 'Artículos pedidos',
  columns: [
    { heading: 'Código', kind: 'text', width: 14, value: ({ code }) => code },
    { heading: 'Descripción', kind: 'text', width: 44, value: ({ description }) => description },
    { heading: 'Pedidos', kind: 'count', width: 10, value: ({ orders }) => orders },
    { heading: 'Cantidad', kind: 'count', width: 10, value: ({ quantity }) => quantity },
    { heading: 'Importe', kind: 'money', width: 16, value: ({ amount }) => amount },
  ],
}
