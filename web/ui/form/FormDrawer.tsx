import { type ReactNode, useMemo, useRef } from 'react'
import { Modal } from '../Modal.tsx'
import { type Loading, Waiting } from '../Waiting.tsx'
import { DrawerFrameContext } from './FormFrame.tsx'

interface FormDrawerProps<Record> {
  title: string
  /** Along the edge, or for a short question in the middle. */
  placement?: 'side' | 'centre'
  onClose: () => void
  /** The record to edit, while it comes; nothing for a new one. */
  record?: Loading<Record>
  /** The form, once its record is there. */
  children: (record: Record) => ReactNode
}

/** A form beside its list. Closing it asks the form first. */
export function FormDrawer<Record = undefined>({
  title,
  placement = 'side',
  onClose,
  record,
  children,
}: FormDrawerProps<Record>) {
  const leave = useRef<((go: () => void) => void) | null>(null)
  const onCloseNow = useRef(onClose)
  onCloseNow.current = onClose
  const frame = useMemo(
    () => ({
      close: () => onCloseNow.current(),
      guard: (ask: typeof leave.current) => {
        leave.current = ask
      },
    }),
    [],
  )
  return (
    <Modal title={title} placement={placement} onClose={() => (leave.current ? leave.current(onClose) : onClose())}>
      <DrawerFrameContext value={frame}>
        {record ? (
          <Waiting for={record} rows={placement === 'side' ? 8 : 2} height={56}>
            {children}
          </Waiting>
        ) : (
          children(undefined as Record)
        )}
      </DrawerFrameContext>
    </Modal>
  )
}
