/** The one tooltip of the screen: shown for whatever carries `data-tip`, by pointer, focus or touch. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './TipLayer.module.css'

const TIP_ID = 'ayuda'

interface Tip {
  readonly target: HTMLElement
  readonly text: string
}

const tipOf = (node: EventTarget | null): Tip | null => {
  const target = node instanceof Element ? node.closest<HTMLElement>('[data-tip]') : null
  return target ? { target, text: target.dataset.tip ?? '' } : null
}

/**
 * A tip stays while the pointer is on its target or on the tip, and goes with Escape (WCAG 1.4.13).
 * @param first The element that was reached before this code was loaded; its tip is shown at once.
 */
export function TipLayer({ first }: { readonly first: HTMLElement | null }) {
  const [tip, setTip] = useState<Tip | null>(() => tipOf(first))
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const show = (event: Event) => {
      if (event.target === box.current) return
      const next = tipOf(event.target)
      setTip((shown) => (shown?.target === next?.target ? shown : next))
    }
    const hide = () => setTip(null)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('pointerover', show)
    document.addEventListener('focusin', show)
    document.addEventListener('focusout', hide)
    document.addEventListener('keydown', onKey)
    window.addEventListener('scroll', hide, { passive: true })
    return () => {
      document.removeEventListener('pointerover', show)
      document.removeEventListener('focusin', show)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', hide)
    }
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    if (!tip || !element) return
    if (!element.matches(':popover-open')) element.showPopover()
    const place = () => {
      const anchor = tip.target.getBoundingClientRect()
      const size = element.getBoundingClientRect()
      const left = anchor.left + anchor.width / 2 - size.width / 2
      element.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - size.width - 8))}px`
      const above = anchor.top - size.height
      element.style.top = `${above > 8 ? above : anchor.bottom}px`
    }
    place()
    // A phone that is turned would leave the tip beside its screen.
    window.addEventListener('resize', place)
    const described = tip.target.matches('button, input') ? tip.target : tip.target.querySelector('input')
    described?.setAttribute('aria-describedby', TIP_ID)
    return () => {
      window.removeEventListener('resize', place)
      described?.removeAttribute('aria-describedby')
    }
  }, [tip])

  if (!tip) return null
  return (
    <div ref={box} id={TIP_ID} role="tooltip" popover="manual" className={styles.tip}>
      {tip.text}
    </div>
  )
}
