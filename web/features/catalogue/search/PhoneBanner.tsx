/** The side banner on the phone: a small picture above the list that opens it whole. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getBanner } from '../../../../contract/settings.ts'
import { bannerQuery } from './catalogue.api.ts'
import styles from './catalogue.module.css'

const Modal = lazy(() => import('../../../ui/Modal.tsx').then((module) => ({ default: module.Modal })))
const TITLE = 'Promoción destacada'

export function PhoneBanner() {
  const { data: isOn } = useQuery(bannerQuery)
  const [failed, setFailed] = useState(false)
  const [open, setOpen] = useState(false)
  if (!isOn || failed) return null
  return (
    <>
      <button
        type="button"
        className={`${styles.listWay} ${styles.phoneBanner}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <img
          src={getBanner.path}
          alt={TITLE}
          width={44}
          height={40}
          loading="lazy"
          fetchPriority="low"
          onError={() => setFailed(true)}
        />
      </button>
      {open && (
        <Suspense>
          <Modal title={TITLE} onClose={() => setOpen(false)}>
            <img className={styles.phoneBannerWhole} src={getBanner.path} alt={TITLE} />
          </Modal>
        </Suspense>
      )}
    </>
  )
}
