/** Reads an uploaded file with the catalogue and the columns that were chosen for earlier files (R240). */
import { createHash } from 'node:crypto'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { branchRole, type ColumnRole, roleNames, type SheetColumns } from '../../../../contract/sheet-columns.ts'
import type { CatalogueState } from '../../../catalogue/catalogue.ts'
import type { Queryable } from '../../../db/open.ts'
import { lookUpCodes } from '../../codes/codes.service.ts'
import type { BranchOfSheet } from './branch-table.rules.ts'
import type { SheetKind } from './column-words.rules.ts'
import { codesToKnow, keysOf, readSheets, type SheetsRead } from './read-sheets.service.ts'
import { type ChoiceOwner, findChoices, keepChoice } from './remembered-columns.queries.ts'
import type { SheetOfFile } from './sheet.types.ts'
import { tablesOf } from './split-tables.rules.ts'

/** A key of fixed length for headings of any length. */
const hashOf = (headings: string): string => createHash('sha256').update(headings).digest('base64url')

const isRole = (text: string): text is ColumnRole => text === '' || text in roleNames

/** The owner of the remembered columns: the client for its lists, the user for orders of many clients. */
const ownerOf = (kind: SheetKind, userId: number, clientId: number): ChoiceOwner =>
  kind === 'list' && clientId !== NO_CLIENT ? { kind, userId: null, clientId } : { kind, userId, clientId: null }

/** Reads a file's sheets for a user and, where it is a list, for a client; stores columns that were chosen for it. */
export async function readFile(
  db: Queryable,
  snapshot: CatalogueState['snapshot'],
  file: readonly SheetOfFile[],
  {
    kind,
    userId,
    clientId,
    chosen,
    branches,
  }: {
    kind: SheetKind
    userId: number
    clientId: number
    chosen: readonly SheetColumns[] | undefined
    /** The client's branches, where the columns of the list are theirs (R379). */
    branches?: readonly BranchOfSheet[]
  },
): Promise<SheetsRead> {
  const sheets = branches ? file : file.flatMap((sheet) => tablesOf(sheet, kind))
  const owner = branches ? { kind: 'branches' as const, userId: null, clientId } : ownerOf(kind, userId, clientId)
  const byHash = new Map(keysOf(sheets).map((headings) => [hashOf(headings), headings]))
  const choices = chosen ? [] : await findChoices(db, owner, [...byHash.keys()])
  const remembered = new Map(
    choices.flatMap(({ headings, roles }) => {
      // What was chosen for a branch that is gone is asked anew.
      const known = roles.filter(
        (role) => isRole(role) || branches?.some(({ addressId }) => role === branchRole(addressId)),
      )
      return known.length === roles.length ? [[byHash.get(headings) ?? '', roles as ColumnRole[]] as const] : []
    }),
  )
  const found = lookUpCodes(snapshot, codesToKnow(sheets), { besideQuantity: true })
  const codes = new Map(
    found.flatMap(({ kind: match, written, articles: [article] }) =>
      article && (match === 'equal' || match === 'zeros')
        ? [[written, { description: article.description }] as const]
        : [],
    ),
  )
  const read = readSheets(sheets, {
    kind,
    branches,
    chosen,
    remembered,
    articleOf: (text) => codes.get(text),
  })
  for (const { headings, roles } of read.toRemember) await keepChoice(db, owner, hashOf(headings), roles)
  return read
}
