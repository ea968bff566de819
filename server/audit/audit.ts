/** The face of this context: what other rooms of the server may call. See SPEC.md. */
export {
  type AuditEntry,
  audit,
  auditAll,
  auditedUpdate,
  beginBatch,
  lastChangeAmong,
  lockRecord,
  refuseStale,
} from './audit.service.ts'
