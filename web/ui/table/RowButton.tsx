import type { ReactNode } from 'react'

interface RowButtonProps {
  label: string
  /** Whose row it is: the button's whole name is '`label` `of`'. */
  of: string
  icon?: ReactNode
  kind?: 'quiet' | 'plain' | 'danger' | 'main'
  onClick: () => void
}

/** What can be done with one row. */
export const RowButton = ({ label, of, icon, kind = 'quiet', onClick }: RowButtonProps) => (
  <button
    type="button"
    className={`button ${kind === 'main' ? '' : `button--${kind}`}`}
    aria-label={`${label} ${of}`}
    onClick={onClick}
  >
    {icon}
    {label}
  </button>
)
