import type { ReactNode } from 'react'

interface RowButtonProps {
  label: string
  /** Whose row it is: the button's whole name is '`label` `of`'. */
  of: string
  icon?: ReactNode
  kind?: 'quiet' | 'plain' | 'danger' | 'main'
  /** It is under way: another click does nothing. */
  busy?: boolean
  onClick: () => void
}

/** A button for one row. */
export const RowButton = ({ label, of, icon, kind = 'quiet', busy = false, onClick }: RowButtonProps) => (
  <button
    type="button"
    className={`button button--small ${kind === 'main' ? '' : `button--${kind}`}`}
    aria-label={`${label} ${of}`}
    aria-disabled={busy}
    onClick={() => !busy && onClick()}
  >
    {icon}
    {label}
  </button>
)
