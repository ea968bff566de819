import { LINK_DAYS } from '../../../contract/links.ts'
import { Modal } from '../../ui/Modal.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { type Made, opensSheet } from './share.ts'

interface ShareDialogProps {
  readonly title: string
  readonly made: Made
  readonly onClose: () => void
}

/** What was made to be shared, where the sheet did not open by itself: the PDF with a button for the sheet, or the link. */
export function ShareDialog({ title, made, onClose }: ShareDialogProps) {
  const heading = `Compartir ${title}`
  if ('address' in made)
    return (
      <LinkDialog title={heading} address={made.address} message={title} onClose={onClose}>
        <p>
          Quien tenga este enlace ve este documento y nada más, sin cuenta, durante {LINK_DAYS} días o hasta que usted
          lo quite.
        </p>
      </LinkDialog>
    )
  return (
    <Modal
      title={heading}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Listo
          </button>
          <button
            type="button"
            className="button"
            onClick={() => void opensSheet(title, made).then((opened) => opened && onClose())}
          >
            Elegir con quién
          </button>
        </>
      }
    >
      <p>El PDF está listo.</p>
    </Modal>
  )
}
