/** Types of orders and clients that are sent to the ERP, and of its answers. */
export type { ClientAnswer, OrderAnswer, OutgoingClient, OutgoingOrder } from '../../ports/erp/port.ts'
