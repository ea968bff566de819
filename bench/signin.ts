/** Compares the time of a sign-in with an unknown CUIT and with a wrong password: it must not tell them apart (R13). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { signIn } from '../server/people/auth/auth.service.ts'
import { hashPassword } from '../server/people/auth/password.ts'
import { createSessions } from '../server/people/auth/sessions.service.ts'

/** Medians in milliseconds, without the limiter. Both are taken in turn, so that other work of the machine disturbs both. */
export async function measureSignin(times = 200): Promise<{ unknown: number; wrong: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const db = await openDatabase({ dataDir })
  const sessions = createSessions(db)
  try {
    await migrate(db)
    const cuit = '20111111112'
    const password_hash = await hashPassword('la clave de alguien')
    await db.kysely
      .insertInto('app_user')
      .values({ email: 'a@example.test', cuit, password_hash, type: 'cliente', enabled: true })
      .execute()
    const refused = async (credentials: { cuit: string; password: string }): Promise<number> => {
      const start = performance.now()
      await signIn({ db, sessions, settings: { value: () => '' } }, credentials, {
        userAgent: '',
        mark: '',
      }).catch(() => {})
      return performance.now() - start
    }
    const unknown: number[] = []
    const wrong: number[] = []
    // The first of each only warms up.
    for (let i = 0; i <= times; i++) {
      const [a, b] = [await refused({ cuit: '20222222223', password: 'x' }), await refused({ cuit, password: 'x' })]
      if (i > 0) {
        unknown.push(a)
        wrong.push(b)
      }
    }
    return { unknown: median(unknown), wrong: median(wrong) }
  } finally {
    sessions.close()
    await db.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
