/** The face of this context: the functions that other contexts of the server may call. See SPEC.md. */
export { detailedCart, simpleCart } from './cart/cart.service.ts'
export { deleteCarts, restoreCarts } from './cart/delete-carts.service.ts'
export { moveCart } from './cart/move-cart.service.ts'
export { followOrders } from './orders/after-orders.service.ts'
export { moveNewUserOrders } from './orders/new-user-orders.service.ts'
export { newOrderMailHandler } from './orders/orders.mail.ts'
export { requireOrder } from './orders/orders.service.ts'
export type { OrderEffects } from './orders/place-order.service.ts'
