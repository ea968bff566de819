import { test } from 'vitest'
import { codeKey, fold } from '../../../contract/codes.ts'
import { habits, shop } from './pasted-texts.ts'
import { secondHalf } from './pasted-texts-second.ts'
import { afterwards } from './pasted-texts-third.ts'
import type { KnownArticle } from './quick-order.types.ts'
import { readOrderText } from './read-text.rules.ts'

const articles = new Map<string, KnownArticle[]>()
for (const [at, [code, alias, description, unitsPerPack, multiple, listPrice]] of shop.entries()) {
  const article = { articleId: at + 1, code, description, unitsPerPack, multiple, listPrice, discount: 0 }
  for (const name of [code, alias].filter(Boolean)) {
    const key = codeKey(fold(name))
    articles.set(key, [...(articles.get(key) ?? []), article])
  }
}
const names = new Set(shop.flatMap(([, , name]) => fold(name).split(/[^\p{L}\p{N}]+/u)))
const known = { byCode: (k: string) => articles.get(k) ?? [], isNameWord: (w: string) => names.has(w) }
test('figures', () => {
  for (const [half, all] of [
    ['first', habits],
    ['second', secondHalf],
    ['third', afterwards],
  ] as const) {
    let meantAll = 0,
      right = 0,
      wrong = 0
    for (const [habit, texts] of Object.entries(all))
      for (const { text, meant } of texts) {
        const m = meant.filter(Boolean)
        const taken = readOrderText(text, known).flatMap((e) =>
          e.kind === 'line' ? [`${e.article.code}=${e.quantity}`] : [],
        )
        meantAll += m.length
        const r = taken.filter((t) => m.includes(t))
        right += r.length
        const w = taken.filter((t) => !m.includes(t))
        wrong += w.length
        const missing = m.filter((x) => !taken.includes(x))
        if (w.length) console.log('WRONG', habit, JSON.stringify(text), 'took', w, 'meant', m)
        if (missing.length)
          console.log(
            'MISS',
            habit,
            JSON.stringify(text),
            missing,
            JSON.stringify(
              readOrderText(text, known)
                .filter((e) => e.kind !== 'line')
                .map((e) => [e.text, e.doubt]),
            ),
          )
      }
    console.log(half, { meantAll, right, wrong })
  }
})
