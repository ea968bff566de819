import { useQuery } from '@tanstack/react-query'
import { getTerms } from '../../../../contract/settings.ts'
import { queryOf } from '../../../lib/query.ts'
import { shopName } from '../../../lib/shop.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './site.module.css'
import { ownTerms } from './terms.ts'

/** The paragraphs of a typed text, which blank lines separate. */
const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

/** Terms and conditions: the shop's setting or, while that is empty, the built-in text (R28). */
export function TermsPage() {
  const terms = useQuery({ ...queryOf(getTerms), staleTime: 300_000 })
  return (
    <article className={`panel ${styles.terms}`}>
      <h1>Términos y condiciones</h1>
      <Waiting for={terms} rows={6} height={56}>
        {(text) => <Terms text={text} />}
      </Waiting>
    </article>
  )
}

function Terms({ text }: { text: string }) {
  if (text.trim()) return paragraphsOf(text).map((paragraph) => <p key={paragraph}>{paragraph}</p>)
  return ownTerms(shopName()).map(({ title, paragraphs }, index) => (
    <section key={title}>
      <h2>
        {index + 1}. {title}
      </h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ))
}
