import { createContext, type FormEvent, type ReactNode, use, useEffect } from 'react'
import type { Form } from '../../lib/form.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { ErrorSummary } from '../ErrorSummary.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import styles from './form.module.css'

/** What a form can do with the drawer it stands in. */
export interface DrawerFrame {
  readonly close: () => void
  /** Sets the function that the drawer calls before it closes; null for none. */
  readonly guard: (leave: ((go: () => void) => void) | null) => void
}

export const DrawerFrameContext = createContext<DrawerFrame | null>(null)

interface FormFrameProps<Draft extends object> {
  form: Form<Draft>
  /** What screen readers call it, where no heading does. */
  label?: string
  submit?: string
  submitting?: string
  /** Its button is as wide as the form. */
  wide?: boolean
  /** In a drawer: stays when it is saved, because something comes after it. */
  stays?: boolean
  /**
   * In a drawer: a text beside the buttons, that it is saved, or what would be. 'Cancelar' then reads 'Cerrar', as long as there
   * is nothing to lose.
   */
  beside?: string
  /** One field: what is wrong stands beside it and is read aloud, without a list above. */
  short?: boolean
  children: ReactNode
}

/**
 * A form around its fields: what is wrong, the buttons, the questions before changes are lost or meet somebody
 * else's. On a page as it is; in a `FormDrawer` it closes the drawer when it is saved.
 */
export function FormFrame<Draft extends object>({
  form,
  label,
  submit = 'Guardar',
  submitting = 'Guardando…',
  wide = false,
  stays = false,
  beside = '',
  short = false,
  children,
}: FormFrameProps<Draft>) {
  const drawer = use(DrawerFrameContext)
  const { busy, unsaved } = form
  useEffect(() => {
    drawer?.guard((go) => !busy && unsaved.leave(go))
    return () => drawer?.guard(null)
  })
  const closeIf = async (saving: Promise<boolean>) => {
    if ((await saving) && !stays) drawer?.close()
  }
  return (
    <>
      <form
        className={styles.form}
        noValidate
        aria-label={label}
        aria-busy={busy}
        onSubmit={(event: FormEvent) => void closeIf(form.submit(event))}
      >
        {short ? (
          <p role="alert" className={`visually-hidden ${styles.spoken}`}>
            {form.summary.map(({ message }) => message).join('. ')}
          </p>
        ) : (
          <ErrorSummary problems={form.summary} />
        )}
        {children}
        <div className={`${drawer ? styles.foot : styles.actions} ${wide ? styles.wideActions : ''}`}>
          <ErrorSummary problems={[]} refusal={form.refusal} />
          {drawer && (
            <p role="status" className={styles.saved}>
              {beside}
            </p>
          )}
          {drawer && (
            <button type="button" className="button button--plain" onClick={() => !busy && unsaved.leave(drawer.close)}>
              {beside && !form.dirty ? 'Cerrar' : 'Cancelar'}
            </button>
          )}
          <button type="submit" className="button" aria-disabled={busy}>
            {busy ? submitting : submit}
          </button>
        </div>
      </form>
      {unsaved.asking && (
        <ConfirmDialog
          title="Hay cambios sin guardar"
          text="Si sale ahora, se pierden."
          confirm="Descartar cambios"
          cancel="Seguir editando"
          onConfirm={unsaved.discard}
          onCancel={unsaved.stay}
        />
      )}
      {form.conflict && (
        <ConflictDialog conflict={form.conflict} onChoose={(choice) => void closeIf(form.settle(choice))} />
      )}
    </>
  )
}
