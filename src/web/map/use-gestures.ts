import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { PlanePoint } from '#domain/map/plane'
import { limitViewport, moveViewport, zoomViewport, type MapSize, type MapViewport } from './view.ts'

/**
 * Pixels that the drawing extends beyond the edges of the map, so that it can be moved for a while before it
 * is drawn again.
 */
export const OVERSCAN = 240
/** Pixels after which a press counts as a drag. */
const A_MOVE = 5

interface Going {
  /** Position of each finger. */
  fingers: Map<number, PlanePoint>
  /**
   * Transformation of the drawing since it was drawn: translation, and scale around the centre of the map.
   */
  right: number
  down: number
  times: number
  from: PlanePoint
  apart: number
  hasMoved: boolean
}

const still = (): Going => ({
  fingers: new Map(),
  right: 0,
  down: 0,
  times: 1,
  from: { x: 0, y: 0 },
  apart: 0,
  hasMoved: false,
})

const middleOf = (fingers: Going['fingers']): PlanePoint => {
  const all = [...fingers.values()]
  return {
    x: all.reduce((sum, { x }) => sum + x, 0) / all.length,
    y: all.reduce((sum, { y }) => sum + y, 0) / all.length,
  }
}

const apartOf = (fingers: Going['fingers']): number => {
  const [one, other] = [...fingers.values()]
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}

/**
 * Returns true for a gesture with one finger on a touch screen, which scrolls the page; two fingers move the
 * map.
 */
const isOneFinger = ({ pointerType }: PointerEvent, { fingers }: Going): boolean =>
  pointerType === 'touch' && fingers.size < 2

/**
 * Moves a map by pointer and touch: a mouse drags it, two fingers move and zoom it; one finger scrolls the
 * page and triggers a hint. During the gesture the browser transforms the whole drawing; it is drawn again at
 * the end, and whenever one of its edges comes near.
 */
export const useGestures = (
  frame: RefObject<HTMLElement | null>,
  stage: RefObject<SVGSVGElement | null>,
  {
    view,
    size,
    look,
    oneFinger,
  }: { view: MapViewport; size: MapSize; look: (to: MapViewport) => void; oneFinger: () => void },
) => {
  const going = useRef(still())
  const now = useRef({ view, size })
  now.current = { view, size }

  const show = () => {
    const { right, down, times } = going.current
    if (stage.current)
      stage.current.style.transform =
        right === 0 && down === 0 && times === 1 ? '' : `translate(${right}px, ${down}px) scale(${times})`
  }
  /** Commits the view that the gesture has reached, so that the map is drawn again. */
  const settle = () => {
    const { right, down, times } = going.current
    if (right === 0 && down === 0 && times === 1) return
    const { view: drawn, size: room } = now.current
    Object.assign(going.current, { right: 0, down: 0, times: 1 })
    look(limitViewport(moveViewport({ ...drawn, k: drawn.k * times }, -right, -down), room))
  }
  // Places the drawing, after every render, where the gesture has moved it.
  useLayoutEffect(show)

  const begin = () => {
    const { current } = going
    current.from = middleOf(current.fingers)
    current.apart = apartOf(current.fingers)
  }

  // Browsers report a pinch on a touchpad as a wheel event with the Ctrl key; a wheel without a modifier scrolls the page.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const box = element.getBoundingClientRect()
      const at = {
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      }
      look(zoomViewport(now.current.view, 2 ** (-event.deltaY / 200), now.current.size, at))
    }
    // Without this, the browser would scroll the page with two fingers as with one.
    const touch = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    }
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('touchmove', touch, { passive: false })
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('touchmove', touch)
    }
  }, [frame, look])

  const end = (event: PointerEvent) => {
    const { fingers } = going.current
    if (!fingers.delete(event.pointerId)) return
    if (fingers.size === 0) settle()
    else begin()
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      const { fingers } = going.current
      if (fingers.size === 0) going.current.hasMoved = false
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      begin()
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = going
      if (!current.fingers.has(event.pointerId)) return
      current.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const at = middleOf(current.fingers)
      const apart = apartOf(current.fingers)
      if (
        !current.hasMoved &&
        Math.hypot(at.x - current.from.x, at.y - current.from.y) < A_MOVE &&
        apart === 0
      )
        return
      if (isOneFinger(event, current)) {
        oneFinger()
        return
      }
      if (!current.hasMoved) event.currentTarget.setPointerCapture(event.pointerId)
      current.hasMoved = true
      current.right += at.x - current.from.x
      current.down += at.y - current.from.y
      if (apart > 0 && current.apart > 0) {
        const times = apart / current.apart
        const box = event.currentTarget.getBoundingClientRect()
        const x = at.x - box.left - box.width / 2
        const y = at.y - box.top - box.height / 2
        current.right = x + (current.right - x) * times
        current.down = y + (current.down - y) * times
        current.times *= times
      }
      current.from = at
      current.apart = apart
      show()
      if (Math.max(Math.abs(current.right), Math.abs(current.down)) > OVERSCAN * 0.8 && apart === 0) settle()
    },
    onPointerUp: end,
    onPointerCancel: end,
    // A press that became a drag opens nothing.
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!going.current.hasMoved) return
      going.current.hasMoved = false
      event.preventDefault()
      event.stopPropagation()
    },
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
}
