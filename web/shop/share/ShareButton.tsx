import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { listLinks } from '../../../contract/links.ts'
import { useAction } from '../../lib/action.ts'
import { showToast } from '../../lib/toast.ts'
import { type Made, type Outcome, share, type ToShare } from './share.ts'

const ShareDialog = lazy(() => import('./ShareDialog.tsx').then((module) => ({ default: module.ShareDialog })))

interface ShareButtonProps {
  readonly paper: ToShare
  /** What it is of, for screen readers, where the title is not beside it. */
  readonly of?: string
  readonly className?: string
}

/** 'Compartir': opens the phone's own sheet with the PDF or with a link; elsewhere a link to copy (R392). */
export function ShareButton({ paper, of = '', className = 'button button--plain' }: ShareButtonProps) {
  const [made, setMade] = useState<Made | null>(null)
  const sharing = useAction(() => share(paper), {
    outdates: [listLinks],
    onDone: (outcome: Outcome) => {
      if (outcome === 'saved') showToast('success', 'Se descargó el PDF: adjúntelo en su mensaje')
      else if (outcome !== 'done') setMade(outcome)
    },
  })
  return (
    <>
      <button
        type="button"
        className={className}
        aria-disabled={sharing.busy}
        onClick={() => !sharing.busy && void sharing.run()}
      >
        <IconShare size={19} aria-hidden />
        {sharing.busy ? 'Preparando…' : 'Compartir'}
        {of && <span className="visually-hidden"> {of}</span>}
      </button>
      {made && (
        <Suspense>
          <ShareDialog title={paper.title} made={made} onClose={() => setMade(null)} />
        </Suspense>
      )}
    </>
  )
}
