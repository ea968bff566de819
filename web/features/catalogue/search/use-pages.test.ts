import { describe, expect, it } from 'vitest'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { ApiError } from '../../../lib/api.ts'
import { joinPages } from './use-pages.ts'

const rows = (...ids: number[]): CatalogueRow[] =>
  ids.map((articleId, at) => ({ articleId, total: at === 0 ? 60 : undefined }) as CatalogueRow)
const fine = { isFetching: false, isError: false, failureReason: null, dataUpdatedAt: 7 }
const away = new ApiError(0, 'NETWORK', 'No hay conexión')
const answered = (data: CatalogueRow[]) => ({ ...fine, data })
const coming = { ...fine, data: undefined, isFetching: true }
const broken = { ...fine, data: undefined, isError: true, failureReason: away }

describe('joinPages', () => {
  it('counts what the server sent and takes the total from the first row', () => {
    const first = rows(1, 2)
    const joined = joinPages([answered(first), answered(rows(3, 4))])
    expect(joined).toMatchObject({ loaded: 4, total: 60, started: true, loading: false, failed: false })
    expect(joined.pages[0]).toBe(first)
  })

  it('shows an article once that slid to the next page, and still counts its row', () => {
    const joined = joinPages([answered(rows(1, 2)), answered(rows(2, 3))])
    expect(joined.pages.map((page) => page.map((row) => row.articleId))).toEqual([[1, 2], [3]])
    expect(joined.loaded).toBe(4)
  })

  it('ends before the first page that is missing, whether it is on its way or failed', () => {
    expect(joinPages([answered(rows(1)), coming, answered(rows(3))])).toMatchObject({
      loaded: 1,
      loading: true,
    })
    expect(joinPages([answered(rows(1)), broken])).toMatchObject({ loaded: 1, loading: false, failed: true })
    expect(joinPages([coming])).toMatchObject({ pages: [], started: false, loading: true, total: 0 })
    expect(joinPages([answered([])])).toMatchObject({ loaded: 0, started: true, total: 0 })
  })

  it('tells of when its rows are while the server does not confirm them, and nothing of other refusals', () => {
    const kept = { ...answered(rows(1)), failureReason: away }
    expect(joinPages([answered(rows(1)), { ...kept, dataUpdatedAt: 5 }]).asOf).toBe(5)
    expect(joinPages([answered(rows(1)), broken]).asOf).toBeNull()
    expect(joinPages([{ ...kept, failureReason: new ApiError(403, 'FORBIDDEN', 'No') }]).asOf).toBeNull()
  })
})
