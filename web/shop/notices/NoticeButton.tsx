import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { listNotices, unwatchList, unwishArticle, watchList, wishArticle } from '../../../contract/notices.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { useHasSignal } from '../../lib/device/has-signal.ts'
import { useNotices } from './use-notices.ts'

interface NoticeButtonProps {
  /** Whether the server has stored it. */
  readonly isStored: boolean
  /** What it is about, for screen readers. */
  readonly about: string
  /** What it says before, and once it is stored. */
  readonly words: readonly [ask: string, stored: string]
  readonly className: string | undefined
  /** Asks for the notice, or takes it back. */
  readonly change: (asks: boolean) => Promise<unknown>
}

/** Asks for a notice by mail and takes it back (R380). It says so once the server has stored it, and needs signal. */
function NoticeButton({ isStored, about, words, className, change }: NoticeButtonProps) {
  const hasSignal = useHasSignal()
  const changing = useAction(change, {
    outdates: [listNotices],
    success: (_answer, asks) => (asks ? 'Le avisamos por correo' : 'Ya no le avisamos'),
  })
  const Icon = isStored ? IconBellCheck : IconBell
  const [ask, stored] = words
  const mayPress = hasSignal && !changing.busy
  return (
    <button
      type="button"
      className={className}
      aria-disabled={!mayPress}
      onClick={() => mayPress && void changing.run(!isStored)}
    >
      <Icon size={16} aria-hidden /> {changing.busy ? 'Guardando…' : isStored ? stored : ask}
      {!hasSignal && (isStored ? '' : ': necesita señal')}
      <span className="visually-hidden">
        {' '}
        {about}
        {isStored && ': tocar para que no'}
      </span>
    </button>
  )
}

interface WishButtonProps {
  readonly of: { readonly articleId: number; readonly code: string }
  readonly className?: string
}

/** The button of an article that has no price or no stock; nothing until it is known what the user waits for. */
export function WishButton({
  of: { articleId, code },
  className = 'button button--quiet button--small',
}: WishButtonProps) {
  const { clientId, missing, notices } = useNotices()
  if (missing || !notices) return null
  const params = { articleId }
  return (
    <NoticeButton
      isStored={notices.articles.some((wish) => wish.articleId === articleId)}
      about={`de ${code}`}
      words={['Avisarme', 'Le avisamos']}
      className={className}
      change={(asks) =>
        asks ? call(wishArticle, { params, body: { clientId } }) : call(unwishArticle, { params, query: { clientId } })
      }
    />
  )
}

/** The button of a saved list. */
export function WatchButton({ listId, name, className }: { listId: number; name: string; className: string }) {
  const { clientId, missing, notices } = useNotices()
  if (missing || !notices) return null
  const params = { listId }
  return (
    <NoticeButton
      isStored={notices.lists.includes(listId)}
      about={`de «${name}»`}
      words={['Avisarme si cambia un precio', 'Le avisamos si cambia un precio']}
      className={className}
      change={(asks) =>
        asks ? call(watchList, { params, body: { clientId } }) : call(unwatchList, { params, query: { clientId } })
      }
    />
  )
}
