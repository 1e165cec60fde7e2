import { useEffect, useState } from 'react'

/** Returns true if an event is the shortcut of the palette: Ctrl+K, or Cmd+K. */
export const isPaletteKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.defaultPrevented

/**
 * State of the palette. Ctrl+K or Cmd+K opens and closes it, except while a form is open, whose answers it would leave behind.
 */
export const usePaletteKey = (isPossible: boolean) => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isPossible) return setOpen(false)
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      setOpen(was => !was)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isPossible])
  return [isOpen, setOpen] as const
}
