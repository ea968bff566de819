import { PendingCarts } from './PendingCarts.tsx'

/** The waiting carts of a seller's clients, for staff (R36, R42): which client to ask, and how to reach the client. */
export const PendingCartsPage = () => <PendingCarts title="Carritos pendientes" />
