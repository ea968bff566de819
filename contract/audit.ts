/** What the audit log tells about. */

/** Kinds of records whose changes are logged. */
export const AUDITED = [
  'user',
  'user-address',
  'client',
  'product',
  'media',
  'brand',
  'category',
  'setting',
  'slide',
  'cart',
  'order',
] as const
export type AuditedEntity = (typeof AUDITED)[number]
