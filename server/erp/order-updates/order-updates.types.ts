/** Types of the ERP's news that the parts of this room share. */
export type { NewsTable } from '../../ports/erp/erp.ts'
