import { useQuery } from '@tanstack/react-query'
import {
  getNotified,
  getUser,
  listNewUserOrders,
  listNotEnabled,
  setNotified,
  updateUser,
} from '../../../contract/user-admin.ts'
import { ApiError, call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { USERS } from '../../lib/query-keys.ts'

const NOTIFIED = ['notified-mails']

/** The addresses that get new orders. */
export const useNotified = () =>
  useQuery({
    queryKey: NOTIFIED,
    queryFn: async ({ signal }) => splitMails(await call(getNotified, { signal })),
  })

/** Users who wait to be enabled. */
export const useWaitingUsers = () =>
  useQuery({ queryKey: [USERS, 'waiting'], queryFn: ({ signal }) => call(listNotEnabled, { signal }) })

/** Orders of client users without an ERP client (READINGS 27). */
export const useNewUserOrders = () =>
  useQuery({
    queryKey: [USERS, 'new-orders'],
    queryFn: ({ signal }) => call(listNewUserOrders, { signal }),
  })

/** Addresses joined by ';' as a list. */
export const splitMails = (joined: string): string[] => joined.split(';').filter((mail) => mail !== '')

/** The spec's own rule for an address that gets orders: '@' and '.', no spaces (spec 2 section 5). */
export const isNotifiable = (mail: string): boolean =>
  mail.includes('@') && mail.includes('.') && !/\s/.test(mail)

/** Keeps the list of addresses. @throws ApiError */
export async function saveNotified(mails: readonly string[]): Promise<void> {
  await call(setNotified, { query: { emails: mails.join(';') } })
  queryClient.setQueryData(NOTIFIED, mails)
}

/**
 * Enables a user as stored; who gets the mail is the server's business.
 * @returns false when the account lacks data that the form asks for
 */
export async function enableUser(id: number): Promise<boolean> {
  const user = await call(getUser, { params: { id } })
  try {
    await call(updateUser, { body: { ...user, enabled: true, password: '' } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return false
    throw error
  }
  void queryClient.invalidateQueries({ queryKey: [USERS] })
  return true
}
