import { PendingCarts } from './PendingCarts.tsx'

/** The waiting carts of a seller's clients, for the staff (R36, R42): whom to ask, and how. */
export const PendingCartsPage = () => <PendingCarts title="Carritos pendientes" />
