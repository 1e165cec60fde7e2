import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from './view.ts'

/** The room that an element has, in whole pixels; null until it is known. */
export const useSize = (element: RefObject<HTMLElement | null>): Size | null => {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (!element.current) return
    const watcher = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      const height = Math.floor(entry?.contentRect.height ?? 0)
      if (width > 0 && height > 0) setSize({ width, height })
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element])
  return size
}
