import { saveCartLine } from '../../../contract/cart.ts'
import { MAX_LINES_AT_ONCE, saveCartLines } from '../../../contract/cart-lines.ts'
import { clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { LINE_BYTES } from './lines.rules.ts'
import { type LineToSet, setLine, setLines } from './lines.service.ts'

export function linesRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  route(app, saveCartLine, ({ body, caller }) => {
    const { articleId: article, quantity, note, ask } = body
    const clientId = clientOf(caller, body.clientId)
    return setLine(db, { catalogue, caller, clientId }, { article, quantity, note, ask })
  })
  route(
    app,
    saveCartLines,
    ({ body, caller }) => {
      const clientId = clientOf(caller, body.clientId)
      return setLines(db, { catalogue, caller, clientId }, body.lines.map(lineToSet))
    },
    { bodyLimit: LINE_BYTES * MAX_LINES_AT_ONCE },
  )
}

/** A line of a request. One with a code comes from a sheet: its channel is import, and an empty note leaves the line's own. */
function lineToSet({
  row,
  articleId,
  code = '',
  quantity,
  note,
  ask,
  wasInCart,
}: {
  row: number
  articleId?: number
  code?: string
  quantity: number
  note?: string | null
  ask?: boolean
  wasInCart?: boolean
}): LineToSet {
  return articleId === undefined
    ? { row, article: code, quantity, note: note || undefined, ask, wasInCart, channel: 'import' }
    : { row, article: articleId, quantity, note, ask, wasInCart, channel: 'web' }
}
