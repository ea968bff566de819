/** The labels and texts of bulk changes. */
import type { BatchRow, BulkField, BulkOutcome, FieldChange } from '../../../contract/bulk-edit.ts'

export const labelOf: Record<BulkField, string> = {
  brand: 'Marca',
  category: 'Categoría',
  subcategory: 'Subcategoría',
  position: 'Orden',
  discount: 'Descuento',
  promo: 'Oferta',
  future: 'Futuro',
  hint: 'Indicación',
  active: 'Activo',
}

const NONE: Partial<Record<BulkField, string>> = {
  brand: 'sin asignar',
  category: 'sin categoría',
  subcategory: 'sin subcategoría',
}

/** A value as people read it: '12,5 %', 'Sí', a name. */
export function valueText(field: BulkField, value: FieldChange['before']): string {
  if (value === null || value === '') return NONE[field] ?? 'vacío'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (field === 'discount') return `${String(value).replace('.', ',')} %`
  return String(value)
}

export const outcomeText: Record<BulkOutcome, string> = {
  changes: 'Cambia',
  same: 'Igual',
  refused: 'No se puede',
  stale: 'Cambió después',
  notUnderstood: 'No se entiende',
  unknown: 'Código desconocido',
  twice: 'Repetido',
}

export const kindText: Record<BatchRow['kind'], string> = {
  choice: 'Selección',
  add: 'Selección, suma al descuento',
  paste: 'Columna pegada',
  sheet: 'Planilla',
}
