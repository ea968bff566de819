/** The thread that reads one spreadsheet and then ends: a failure in it does not end the server. */
import { workerData } from 'node:worker_threads'
import { readWorkbook, type UploadedSheetTask } from './read-workbook.ts'
import { sendWorkbook } from './send-workbook.ts'
import { openParts } from './zip-parts.ts'
import '../lib/compress-safely.ts'

await sendWorkbook(() => readWorkbook(workerData as UploadedSheetTask, openParts))
