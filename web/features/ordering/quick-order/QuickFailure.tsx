interface QuickFailureProps {
  text: string
  id?: string
}

/** Why nothing came of the last key, beside what it was pressed for. */
export function QuickFailure({ text, id }: QuickFailureProps) {
  return (
    <div id={id} role="alert">
      {text && <p className="notice notice--error">{text}</p>}
    </div>
  )
}
