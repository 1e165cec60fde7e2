import { type RefObject, useLayoutEffect, useState } from 'react'
import type { MapSize } from './view.ts'

/** Size of an element, in whole pixels; null until it is known. */
export const useSize = (element: RefObject<HTMLElement | null>): MapSize | null => {
  const [size, setSize] = useState<MapSize | null>(null)
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
