/** Stands where a picture is missing: a parcel on a quiet ground. */
export function Placeholder({ alt, className }: { alt: string; className?: string }) {
  const named = alt ? ({ role: 'img', 'aria-label': `${alt}, sin imagen` } as const) : { 'aria-hidden': true as const }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: `named` gives it a name, or hides it where words beside it name it.
    <svg className={className} viewBox="0 0 400 400" width="400" height="400" {...named}>
      <rect width="400" height="400" fill="var(--photo-page)" />
      <g fill="none" stroke="var(--photo-line)" strokeWidth="9" strokeLinejoin="round" strokeLinecap="round">
        <path d="M200 112 282 156v92l-82 44-82-44v-92z" />
        <path d="m118 156 82 44 82-44M200 200v92M159 134l82 44v34" />
      </g>
    </svg>
  )
}
