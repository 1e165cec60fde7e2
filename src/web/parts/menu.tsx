import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

/** A button that unfolds a list of links and buttons; Escape, leaving it or choosing folds it again. */
export const Menu = ({
  button,
  label,
  buttonClass = 'button',
  atEnd = false,
  children,
}: {
  button: ReactNode
  label?: string
  buttonClass?: string
  atEnd?: boolean
  children: ReactNode
}) => {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
      trigger.current?.focus()
    } else if (event.key === 'ArrowDown' && isOpen) {
      event.preventDefault()
      items[(at + 1) % items.length]?.focus()
    } else if (event.key === 'ArrowUp' && isOpen) {
      event.preventDefault()
      items[(at - 1 + items.length) % items.length]?.focus()
    }
  }

  return (
    <div className={atEnd ? 'menu menu-end' : 'menu'} ref={root} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div
          className="menu-list"
          id={id}
          onClick={event => {
            if (!(event.target as Element).closest('.menu-item')) return
            setOpen(false)
            trigger.current?.focus()
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}
