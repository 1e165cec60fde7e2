import { XIcon } from '../icons/icons.tsx'
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

/** Frame of a form: a panel at the side, or a dialog in the middle for a confirmation. */
export const PanelFrame = ({
  title,
  about,
  isConfirmation,
  onClose,
  children,
}: {
  title: string
  /** Name of the subject, if the title does not contain it: on a phone the panel covers the page. */
  about?: string | undefined
  isConfirmation: boolean
  onClose: () => void
  children: ReactNode
}) => (
  <ModalOverlay
    className={isConfirmation ? 'overlay overlay-centre' : 'overlay'}
    isOpen
    isDismissable
    onOpenChange={isOpen => {
      if (!isOpen) onClose()
    }}
  >
    <Modal className={isConfirmation ? 'modal max800' : 'side-panel'}>
      <Dialog className="panel">
        <header className="panel-head">
          <div>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {about !== undefined && <p className="panel-about">{about}</p>}
          </div>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <XIcon aria-hidden="true" />
          </button>
        </header>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
)
