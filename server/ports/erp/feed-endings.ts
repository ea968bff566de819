/** The endings of a feed's files: those that are read, and those of other spreadsheets, which are refused by name. */

const READ: ReadonlySet<string> = new Set(['.csv', '.xlsx'])
const OTHER: ReadonlySet<string> = new Set(['.xls', '.xlsm', '.xlsb', '.ods', '.fods', '.numbers', '.txt', '.tsv'])

/** @param ending in lower case, with its dot */
export const isReadEnding = (ending: string): boolean => READ.has(ending)
export const isOtherEnding = (ending: string): boolean => OTHER.has(ending)
