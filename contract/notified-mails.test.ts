import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readsAnything } from '../testkit/typed-text.ts'
import { isNotified, notifiedAlready, notifiedRefused } from './notified-mails.ts'
import { settingProblems } from './setting-rules.ts'

const problem = (list: string) => settingProblems('NOTIF_PED', list, '').value
const mails = fc.uniqueArray(
  fc.tuple(fc.stringMatching(/^[a-z][a-z0-9.]{0,9}[a-z]$/), fc.nat(99)).map(([name, n]) => `${name}@casa${n}.com.ar`),
  { minLength: 1, maxLength: 20 },
)

test('a list of mails is taken as it is: each of them is in it, and in another case is the same', () => {
  fc.assert(
    fc.property(mails, fc.nat(19), (list, at) => {
      const joined = list.join(';')
      expect(problem(joined)).toBeUndefined()
      for (const mail of list) expect(isNotified(joined, mail.toUpperCase())).toBe(true)
      expect(problem(`${joined};${list[at % list.length]?.toUpperCase()}`)).toBe(notifiedAlready)
      expect(problem(`${joined};${list[at % list.length]?.replace('@', ' @')}`)).toBe(notifiedRefused)
    }),
  )
})

test('any text is a list of mails or is refused in words', () =>
  readsAnything((text) => {
    const words = problem(text)
    if (words === undefined) for (const mail of text.split(';').filter(Boolean)) expect(mail).toMatch(/^\S+@\S+$/)
    else expect([notifiedRefused, notifiedAlready]).toContain(words)
  }))
