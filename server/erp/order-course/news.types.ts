/** Types that the SQL of the ERP's news takes from its files. */
export type { NewsTable } from '../../ports/erp/erp.ts'
