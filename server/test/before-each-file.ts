/** Runs before each test file: it may share its process with files that ran before it (decision 0156). */
import { restartNumbers } from './make.ts'

restartNumbers()
