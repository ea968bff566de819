/** The public inventories of a shop in tests and pictures: links that are known beforehand. */
import type { InventoryKey } from '../contract/inventory.ts'

export const INVENTORY_TOKENS: Readonly<Record<InventoryKey, string>> = {
  INVENTARIO_CON_PRECIO: 'con-precios-de-muestra-2026-00001',
  INVENTARIO_SIN_PRECIO: 'sin-precios-de-muestra-2026-00002',
}
