/** Sessions that ended in every way there is, after they were used; each was a person's, whose things were open to it. */
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { hashPassword } from '../people/auth/password.ts'
import { PASSWORD } from './make.ts'
import type { TestApp } from './test-app.ts'

export const endings = ['signed out', 'closed elsewhere', 'expired', 'idle', 'invented'] as const

/** Tokens by how the session ended; `officeId`: of a supervisor or admin, whose sessions end when nobody uses them. */
export async function endSessions(
  app: TestApp,
  db: Db,
  { userId, officeId }: { userId: number; officeId: number },
): Promise<Record<(typeof endings)[number], string>> {
  const user = () => db.kysely.selectFrom('app_user').selectAll().where('id', '=', userId)
  const { cuit, password_hash } = await user().executeTakeFirstOrThrow()
  const setHash = (hash: string) =>
    db.kysely.updateTable('app_user').set({ password_hash: hash }).where('id', '=', userId).execute()
  await setHash(await hashPassword(PASSWORD))
  const post = async (url: string, token: string | undefined, body: unknown) => {
    const { statusCode, body: text } = await app.app.inject({
      method: 'POST',
      url,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    })
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${text}`)
    return text
  }
  const signIn = async (): Promise<string> => {
    const { accessToken } = JSON.parse(
      await post('/api/auth/signin', undefined, { username: cuit, password: PASSWORD }),
    )
    const { statusCode } = await app.app.inject({
      method: 'GET',
      url: `/api/usuarios/${userId}`,
      headers: { authorization: `Bearer ${accessToken}` },
    })
    if (statusCode !== 200) throw new Error(`A fresh session is answered ${statusCode}`)
    return accessToken
  }
  const signedOut = await signIn()
  await post('/api/auth/signin', signedOut, { username: '', password: '' })
  const closedElsewhere = await signIn()
  const kept = await signIn()
  await post('/api/auth/sesiones/cerrar', kept, { id: null, contra: PASSWORD })
  // The session is remembered for seconds: it ends by a clock that the test does not wait for.
  const { token: expired } = await app.as({ id: userId })
  await sql`update session set expires_at = now() - interval '1 second'
    where id = (select max(id) from session where user_id = ${userId})`.execute(db.kysely)
  const { token: idle } = await app.as({ id: officeId })
  await sql`update session set idle = true
    where id = (select max(id) from session where user_id = ${officeId})`.execute(db.kysely)
  await post('/api/auth/signin', kept, { username: '', password: '' })
  await setHash(password_hash)
  return {
    'signed out': signedOut,
    'closed elsewhere': closedElsewhere,
    expired: expired ?? '',
    idle: idle ?? '',
    invented: 'x'.repeat(43),
  }
}
