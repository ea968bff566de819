import type { ReactNode } from 'react'
import { Modal } from './Modal.tsx'
import './Drawer.css'

interface DrawerProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons that stay in sight below the content. */
  footer?: ReactNode
}

/** A form beside the list it belongs to: a modal dialog along the right edge, the whole screen on the phone. */
export const Drawer = (props: DrawerProps) => <Modal {...props} placement="side" />
