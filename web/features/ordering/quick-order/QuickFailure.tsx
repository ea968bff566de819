interface QuickFailureProps {
  text: string
  id?: string
}

/** Why the last action failed, shown beside the control that began it. */
export function QuickFailure({ text, id }: QuickFailureProps) {
  return (
    <div id={id} role="alert">
      {text && <p className="notice notice--error">{text}</p>}
    </div>
  )
}
