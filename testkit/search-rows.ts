/** Searches articles over HTTP. */
import type { APIRequestContext } from '@playwright/test'

/** The fields of a catalogue row that tests read, under their names on the wire. */
export interface WireRow {
  IDART_IO: number
  CODIGO_ART: string
  ALIAS_ART: string
  DESCRIP_ART: string
  PRECIO_LPI: number
  DESCUENTO_IO: number
  multiplo: number
  INDICACION_IO: string
  cantPaginas?: number
}

/** Rows of a search; `query` has the API's own names. @throws when it is refused */
export async function searchRows(
  api: APIRequestContext,
  query: Record<string, string | number> = {},
): Promise<WireRow[]> {
  const answer = await api.get('/api/pedidos/productos/filtros', { params: { index: 0, ...query } })
  if (!answer.ok()) throw new Error(`The search answered ${answer.status()}`)
  return answer.json()
}

/** Rows of a search that can be ordered: they have a price. */
export const pricedRows = async (
  api: APIRequestContext,
  query: Record<string, string | number> = {},
): Promise<WireRow[]> => (await searchRows(api, query)).filter(({ PRECIO_LPI }) => PRECIO_LPI > 0)
