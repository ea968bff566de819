/** What the SQL of the ERP's link is given and gives. */
export type { ClientAnswer, OrderAnswer, OutgoingClient, OutgoingOrder } from '../../ports/erp/port.ts'
