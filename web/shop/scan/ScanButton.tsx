/** The button that opens the scanner. */
import { IconBarcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { showToast } from '../../lib/toast.ts'
import { askForClient, chooseFirst, useOnBehalf } from '../chosen-client.ts'

const ScanSheet = lazy(() => import('./ScanSheet.tsx').then((module) => ({ default: module.ScanSheet })))

/** `className` is the button's. `short`: only the icon is seen, and the word is for screen readers. */
export function ScanButton({ className, short = false }: { className: string | undefined; short?: boolean }) {
  const [open, setOpen] = useState(false)
  const { missing } = useOnBehalf()
  const onClick = () => {
    if (!missing) return setOpen(true)
    showToast('failure', chooseFirst)
    askForClient()
  }
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={onClick}>
        <IconBarcode size={20} aria-hidden="true" />
        <span className={short ? 'visually-hidden' : undefined}>Escanear</span>
      </button>
      {open && (
        <Suspense>
          <ScanSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
