import { useQuery } from '@tanstack/react-query'
import { getNotified, setNotified } from '../../../../contract/notified-mails.ts'
import { call } from '../../../lib/api.ts'
import { queryOf } from '../../../lib/query.ts'

/** The list of addresses in a text that joins them with ';'. */
export const splitMails = (joined: string): string[] => joined.split(';').filter((mail) => mail !== '')

/** The addresses that are told of new orders. */
export const useNotified = () => useQuery({ ...queryOf(getNotified), select: splitMails })

/** The spec's own rule for an address that gets orders: '@' and '.', no spaces (R205). */
export const isNotifiable = (mail: string): boolean => mail.includes('@') && mail.includes('.') && !/\s/.test(mail)

/** Stores the list of addresses. @throws ApiError */
export const saveNotified = (mails: readonly string[]) => call(setNotified, { query: { emails: mails.join(';') } })
