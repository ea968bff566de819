/** What the beginning of a line says of all that is ordered in it (R38): pure. */
import { fold } from '../../../contract/codes.ts'
import { isCodeHeading, isQuantityHeading, isSort } from './text-headings.rules.ts'
import { singular } from './text-names.rules.ts'
import { isNumberLabel } from './text-numbers.rules.ts'
import { asksFor, asksTerms, holdsAll, isOfHandling, tellsWhatWas, waits } from './text-sentences.rules.ts'
import { isHarmless } from './text-vocabulary.rules.ts'
import { CROSSED, isDone, isDoubtful, takesBack, tells, wordsOf } from './text-words.rules.ts'
import { withoutCourtesy } from './text-written.rules.ts'

/** What opens a line and holds for all of it: 'Confirmame si llegás con esto: RY10013 12, RY10014 24'. */
const OPENING = /^[^:\d]*:/
/** What of a line stands before its colon; '' without one. */
export const openingOf = (text: string): string => (text.includes(':') ? (OPENING.exec(text)?.[0] ?? '') : '')
/** 'Si ty 1017' is a code in pieces. */
const ON_CONDITION =
  /^\W*(si|cuando|en caso|siempre que|mientras)\s(?!\S*\d|(?!va|es|no|te|me|se|lo|la|le|de|al|en|ya|el|un)[a-z]{2}\s?\d{3})/i
/** Whether what stands before a colon, or a condition, makes all of a line doubtful. */
export function opensInDoubt(text: string, names: (word: string) => boolean): boolean {
  if (ON_CONDITION.test(text) || isLabelOfCrossed(DASHED.exec(text)?.[0] ?? '')) return true
  const opening = openingOf(text)
  if (isLabelOfCrossed(opening)) return true
  if (opening === '' || asksFor(opening) || isOfHandling(fold(opening))) return false
  return (
    holdsAll(opening, { names: () => false }) ||
    isOddLabel(opening, names) ||
    [...wordsOf(opening)].some((word) => isDoubtful(word) && !isNumberLabel(word))
  )
}

/** 'tachado:', '(anulado):', 'Baja:': a label by which its writer gives up what stands behind it. */
const isLabelOfCrossed = (opening: string): boolean => {
  const words = [...wordsOf(opening)]
  return (
    words.length > 0 &&
    words.length <= LONGEST_LABEL &&
    words.some(
      (word) =>
        takesBack(word) ||
        tells(word) ||
        /^(desestim|desech|suprim|rechaz|suspend|baja)/.test(word) ||
        (isDone(word) && !word.startsWith('pedid')),
    )
  )
}
const LONGEST_LABEL = 3
/** 'Desestimado - RY10014 12' */
const DASHED = /^[^\d:–-]*\s[–-]\s/

/** On what the whole order hangs, said before its lines: 'si me llega el lunes mandame', 'con 10 de descuento cierro'. */
export function opensOnCondition(text: string): boolean {
  const said = fold(withoutCourtesy(text.replace(/(?<!\p{L})sí(?!\p{L})/giu, ' ')))
  return ORDER_IF.test(said) || ORDER_AT.test(said) || (ORDER_OF_PART.test(said) && !isOfHandling(said))
}
const ORDER_IF =
  /(^|[,.;:!]|\by|\bpero|\bque)\W*(si|siempre (que|y cuando)|mientras|en caso|con tal)\b(?=\W+\w)(?! \w+\W*$)(?! (no )?(pod|pued|es posible|hay (algun|algo)|falta|tenes (algun|duda)|alg|quer|gust|lleg\w+ al minimo))/
/** 'solo lo que está en negrita va', 'pido la mitad ahora': which or how much of it is not said. */
const ORDER_OF_PART =
  /\b(solo|solamente|unicamente) (va |van |mand\w+ |quiero )?(lo|los|las|el|la) (que(?! (llevo|quiero|pido|necesito|puse)\b)|de|con|marcad|tildad|resaltad|subrayad)\w*|\b(la mitad|una parte|la tercera parte|un tercio|el resto) (ya|ahora|hoy|despues|luego)\b/
const ORDER_AT =
  /(^|[,.;:!])\W*(con|a|al|por|sin)\b[^,.;:]*(\d|\b(descuento|bonific\w*|rebaja|precios?|oferta|plazo|flete|envio|cuotas|financi\w*|gratis|cargo)\b)[^.;:]*\b(cerr|cierr|llev|compr|arranc|hac|hag|confirm|entr|agarr|qued)(o|amos|emos|imos)\b/
/** 'retirar: …', 'vecino: …': a word before a colon that is no name and that nothing explains. */
const isOddLabel = (opening: string, names: (word: string) => boolean): boolean => {
  const [label = '', ...more] = opening.match(/[\p{L}\p{N}]+/gu) ?? []
  const folded = fold(label)
  return (
    more.length === 0 &&
    /^\p{Ll}{4}/u.test(label) &&
    !isHarmless(folded) &&
    !isSort(folded) &&
    !names(folded) &&
    !names(singular(folded)) &&
    !isCodeHeading(folded) &&
    !isQuantityHeading(folded)
  )
}

/** Whether a line as a whole asks, crosses out or tells. */
export const isAbout = (text: string): boolean =>
  CROSSED.test(text) ||
  [...wordsOf(text)].some(tells) ||
  opensAsTale(text) ||
  isOpenLead(leadOf(text)) ||
  endsInTerms(text)
/** '20 RY10013 y 10 RY20418 cuánto me saldrían' asks about all of it. */
const LAST_WORDS = /\d([^\d.!?]*)\W*$/
const endsInTerms = (text: string): boolean =>
  asksTerms(LAST_WORDS.exec(text)?.[1] ?? '') && !leadOf(text).split(/,| y /).some(asksFor)
/** What waits or asks for terms before any number leaves open what comes behind it. */
const isOpenLead = (lead: string): boolean => waits(lead) || asksTerms(lead)
/** What of a line stands before its first number. */
export const leadOf = (text: string): string => /^\D*/.exec(text)?.[0] ?? ''
/** What changes an order that stands elsewhere, tells or waits says so before its first number. */
export const opensOtherwise = (text: string): boolean =>
  changesOther(text) || opensAsTale(text) || isOpenLead(leadOf(text)) || endsInTerms(text)
/** 'el RY10013 que sean 24', 'pasalo a 24': changes what somebody ordered before. */
const TO_BE = /\p{L}.*\bque sean? \d+(\s?un?\p{L}*\.?)?\s*([.,;)]|$)/iu
const TO_TURN = /\b(pas|dej|baj|sub|cambi|llev)\p{L}{0,3}l[oa]s? a \d/iu
const changesOther = (text: string): boolean =>
  (text.includes('que sea') && TO_BE.test(text)) || TO_TURN.test(text)
/** 'Recibido todo ok (RY10013 12, RY10014 12)' */
const SHORTEST_TALE = 5
const opensAsTale = (text: string): boolean => {
  const lead = leadOf(text)
  return lead.length > SHORTEST_TALE && tellsWhatWas(lead) && !asksFor(lead) && !asksFor(text)
}
/** Whether what stands between two pairs ends what was told before it: '…, ahora necesito'. */
export const asksAnew = (between: string): boolean => /\bahora\b/i.test(between) && asksFor(between)
