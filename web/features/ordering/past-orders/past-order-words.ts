/** What orders of the past are called on the screens (R399). Pure. */

/** 'Pedido anterior 0001-00004711': by the number that the client knows, else by the ERP's key. */
export const nameOf = ({ id, number }: { readonly id: number; readonly number: string }): string =>
  `Pedido anterior ${number || id}`
