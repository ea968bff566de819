/** Other words for what is searched, as the office adds them (R377). */
import { MOST_SYNONYMS, type StoredSynonym, type SynonymBody, synonymTexts } from '../../../contract/synonyms.ts'
import { wordsOf } from '../../../engine/synonyms.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db } from '../../db/open.ts'
import { conflict, notFound, wrongField } from '../../refusal.ts'
import type { Catalogue } from './catalogue.service.ts'
import * as queries from './synonyms.queries.ts'

/**
 * Adds other words; every instance finds by them with its next snapshot.
 * @throws Refusal 400 for words that say nothing or a meaning that finds nothing, 409 for known ones and for too many
 */
export function addSynonym(
  db: Db,
  catalogue: Catalogue,
  caller: Caller,
  { words, meaning }: SynonymBody,
): Promise<StoredSynonym> {
  const [asked, shown] = [wordsOf(words).join(' '), wordsOf(meaning).join(' ')]
  if (asked === '') throw wrongField('words', synonymTexts.words)
  if (asked === shown) throw wrongField('meaning', synonymTexts.same)
  const { snapshot } = catalogue.current('base')
  // What only resembles the meaning is not what was meant.
  const { total, found, approximate } = snapshot.select({ text: meaning, order: 'default', page: 0 })
  if (shown === '' || total === 0 || found === 'near' || approximate) throw wrongField('meaning', synonymTexts.nothing)
  return db.tx(async (t, publish) => {
    await queries.lockSynonyms(t)
    const key = `${asked} > ${shown}`
    const { all, same } = await queries.countSynonyms(t, key)
    if (same > 0) throw conflict(synonymTexts.known)
    if (all >= MOST_SYNONYMS) throw conflict(synonymTexts.tooMany)
    const after = await queries.insertSynonym(t, { words, meaning, key })
    await audit(t, { userId: caller.userId, action: 'create', entity: 'synonym', entityId: after.id, after })
    await raiseCatalogueVersion(t, publish)
    return after
  })
}

/** Deletes other words; answers them. @throws Refusal 404 */
export function removeSynonym(db: Db, caller: Caller, id: number): Promise<StoredSynonym> {
  return db.tx(async (t, publish) => {
    const before = await queries.deleteSynonym(t, id)
    if (!before) throw notFound()
    await audit(t, { userId: caller.userId, action: 'delete', entity: 'synonym', entityId: id, before })
    await raiseCatalogueVersion(t, publish)
    return before
  })
}
