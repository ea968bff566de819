/** How the files of another program are read, as an admin settles it (R406, R408). */
import { type MappingProposal, noExportFolder, nothingMapped, openQuestions } from '../../../contract/erp-mapping.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { FeedError } from '../../ports/erp/erp.ts'
import type { ErpExports, MappingFacts } from '../../ports/erp/port.ts'
import { conflict } from '../../refusal.ts'

type Answers = Readonly<Record<string, string>>

const nothing = { files: [], questions: [], lists: [], kept: null, mapping: '' }

/** What the files in the folder hold, with the answers given so far. Without a folder `problem` says so. */
export async function proposeMapping(exports: ErpExports | undefined, answers: Answers): Promise<MappingProposal> {
  if (!exports) return { ...nothing, problem: noExportFolder }
  try {
    return (await exports.propose(answers)).shown
  } catch (error) {
    if (error instanceof FeedError) return { ...nothing, problem: error.message }
    throw error
  }
}

/**
 * Keeps the mapping that these answers make; the folder is read by it from then on.
 * @throws Refusal 409 while a question is open, or where nothing was found
 */
export async function keepMapping(
  db: Db,
  exports: ErpExports | undefined,
  caller: Caller,
  answers: Answers,
): Promise<boolean> {
  if (!exports) throw conflict(noExportFolder)
  const { keep, isOpen } = await exports.propose(answers)
  if (isOpen) throw conflict(openQuestions)
  if (keep === undefined) throw conflict(nothingMapped)
  await db.tx(async (t) => {
    const before = await exports.find(t)
    await exports.keep(t, keep.mapping)
    const isSame = before?.files === keep.facts.files && before.lists === keep.facts.lists
    if (!isSame) await auditMapping(t, caller, 'update', before, keep.facts)
  })
  return true
}

/** Reads the files by the feed's own names again. @returns whether there was a mapping */
export async function dropMapping(db: Db, exports: ErpExports | undefined, caller: Caller): Promise<boolean> {
  if (!exports) return false
  return db.tx(async (t) => {
    const before = await exports.find(t)
    const had = await exports.drop(t)
    if (had) await auditMapping(t, caller, 'delete', before, undefined)
    return had
  })
}

const auditMapping = (
  t: Queryable,
  { userId }: Caller,
  action: 'update' | 'delete',
  before: MappingFacts | undefined,
  after: MappingFacts | undefined,
): Promise<void> =>
  audit(t, {
    userId,
    action,
    entity: 'feed-mapping',
    entityId: 1,
    before: before ? { ...before } : null,
    after: after ? { ...after } : null,
  })
