import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** A button that unfolds a panel of controls below it: Escape, a press elsewhere and leaving it by key fold it again. */
export const Unfold = ({
  label,
  align = 'start',
  children,
}: {
  label: ReactNode
  /** With which edge of the button the panel is in line. */
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
        <ChevronDown aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={id} className="unfold-panel">
          {children(fold)}
        </div>
      )}
    </div>
  )
}
