/** The exports that lie in the folder shared with the ERP, for the office's screen (R408). */
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { FeedMapping } from '../../../../contract/erp-mapping.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'
import type { ErpExports, MappingFacts } from '../port.ts'
import { folders } from '../watched-folder.ts'
import { proposeFor, readExportFolder, shownProposal, unreadIn } from './export-folder.ts'
import { triedKeys } from './feed-keys.ts'
import { deleteMapping, findMapping, storeMapping } from './feed-mapping.queries.ts'
import { decodeMapping, writeMapping } from './mapping.ts'

const factsOf = ({ files, lists }: FeedMapping): MappingFacts => ({
  files: Object.values(files)
    .map(({ name }) => name)
    .join(', '),
  lists: lists.map(({ list }) => list).join(', '),
})

/** Files in `ensayo` come first: nothing of them is ever taken while somebody looks. */
export function folderExports(root: string, db: Kysely<Tables>): ErpExports {
  async function lying() {
    const trial = await readExportFolder(join(root, folders.trial))
    return trial.sheets.length + trial.problems.size > 0 ? trial : readExportFolder(join(root, folders.in))
  }
  const keptMapping = async (t: Queryable) => {
    const kept = await findMapping(t)
    return kept === undefined ? undefined : decodeMapping(kept, 'El mapeo guardado')
  }
  return {
    unread: async () => unreadIn(join(root, folders.in), await keptMapping(db)),
    async propose(answers) {
      const folder = await lying()
      const found = await proposeFor(folder, answers, triedKeys(db))
      const shown = shownProposal(folder, found, await keptMapping(db))
      return {
        shown,
        isOpen: found.proposed.questions.some(({ answered }) => !answered),
        keep:
          found.faults.length === 0 && found.lists.length > 0
            ? { mapping: JSON.parse(writeMapping(found.proposed.mapping)), facts: factsOf(found.proposed.mapping) }
            : undefined,
      }
    },
    async find(t) {
      const kept = await keptMapping(t)
      return kept && factsOf(kept)
    },
    keep: storeMapping,
    drop: deleteMapping,
  }
}
