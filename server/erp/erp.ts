/** The face of this context: what other rooms of the server may call. See SPEC.md. */
export { announcedClients, bringFiles, erpLinkHandlers, readAnswers } from './erp-link/erp-link.service.ts'
export { erpWaitingHandler } from './erp-sync/answer-waiting.service.ts'
export {
  type FileReport,
  groupedProblems,
  ImportBusyError,
  type ImportProgress,
  importFeed,
  namedRows,
  tryFeed,
} from './erp-sync/erp-sync.service.ts'
export { erpFeedHandler, type FeedSource, storeCommandRun } from './erp-sync/feed-news.service.ts'
export { readFeedState } from './erp-sync/feed-state.queries.ts'
export { feedRefusedMailHandler } from './erp-sync/feed-state.service.ts'
export { erpTrialHandler } from './erp-sync/feed-trial.service.ts'
export { feedRecords } from './erp-sync/read-list.service.ts'
export { remakeFulfilments } from './order-updates/fulfilment.queries.ts'
export { isBill } from './order-updates/state-words.ts'
export { fulfilmentChanged, tellClients } from './order-updates/tell-clients.service.ts'
export { takeFolderPictures } from './push/folder-pictures.service.ts'
export { createErpKeys } from './push/keys.service.ts'
export { pushRunHandler } from './push/push-runs.service.ts'
export { announceChange, announceEnabled, newNotice, webhookHandler } from './webhooks/notices.service.ts'
