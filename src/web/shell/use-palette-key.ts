import { useEffect, useState } from 'react'
import { isPaletteKey } from './palette-key.ts'

/** Is the palette open? Ctrl+K, or Cmd+K, opens and closes it; not while a form is open, whose answers it would leave. */
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
