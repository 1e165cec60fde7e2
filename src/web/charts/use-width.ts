import { useEffect, useRef, useState, type RefObject } from 'react'

/** Width available for a drawing, in pixels, so that its text has the same size on every screen. */
export const useWidth = (first = 640): [RefObject<HTMLDivElement | null>, number] => {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watcher = new ResizeObserver(entries => {
      const room = Math.floor(entries[0]?.contentRect.width ?? 0)
      if (room > 0) setWidth(room)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [box, width]
}
