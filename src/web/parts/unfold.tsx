import { ChevronDownIcon } from '../icons/icons.tsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/**
 * Button that opens a panel of controls under it. Escape, a press elsewhere and moving the focus out close
 * it.
 */
export const DisclosureButton = ({
  label,
  align = 'start',
  children,
}: {
  label: ReactNode
  /** Edge of the button with which the panel is aligned. */
  align?: 'start' | 'end'
  children: (fold: () => void) => ReactNode
}) => {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])

  const fold = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div
      ref={box}
      className={align === 'end' ? 'unfold unfold-end' : 'unfold'}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        fold()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className="button button-small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <ChevronDownIcon aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={id} className="unfold-panel">
          {children(fold)}
        </div>
      )}
    </div>
  )
}
