import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { PlanePoint } from '#domain/map/plane'
import { kept, moved, nearer, type Size, type View } from './view.ts'

/** The drawing reaches so far beyond the edges of the map that it can be moved a while before it is drawn anew, in pixels. */
export const BEYOND = 240
/** From here on a press has become a move. */
const A_MOVE = 5

interface Going {
  /** Where each finger is. */
  fingers: Map<number, PlanePoint>
  /** How the drawing stands to what it was drawn as: moved and scaled about the middle of the map. */
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

/** One finger on a touch screen scrolls the page that the map is on, and two move the map. */
const isOneFinger = ({ pointerType }: PointerEvent, { fingers }: Going): boolean =>
  pointerType === 'touch' && fingers.size < 2

/**
 * Moves a map by pointer and touch: a mouse drags it, two fingers move it and bring it nearer; of one finger, which scrolls the
 * page, it is told. While that goes on the browser moves the
 * drawing as a whole; it is drawn anew at the end, and whenever an edge of it comes near.
 */
export const useGestures = (
  frame: RefObject<HTMLElement | null>,
  stage: RefObject<SVGSVGElement | null>,
  {
    view,
    size,
    look,
    oneFinger,
  }: { view: View; size: Size; look: (to: View) => void; oneFinger: () => void },
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
  /** The view as it is to be once drawn anew. */
  const settle = () => {
    const { right, down, times } = going.current
    if (right === 0 && down === 0 && times === 1) return
    const { view: drawn, size: room } = now.current
    Object.assign(going.current, { right: 0, down: 0, times: 1 })
    look(kept(moved({ ...drawn, k: drawn.k * times }, -right, -down), room))
  }
  // What has been drawn anew stands where it was moved to.
  useLayoutEffect(show)

  const begin = () => {
    const { current } = going
    current.from = middleOf(current.fingers)
    current.apart = apartOf(current.fingers)
  }

  // Fingers of both are wanted together, so the wheel turned with them is a gesture of the touchpad.
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
      look(nearer(now.current.view, 2 ** (-event.deltaY / 200), now.current.size, at))
    }
    // Else the browser would scroll the page with two fingers as with one.
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
      if (Math.max(Math.abs(current.right), Math.abs(current.down)) > BEYOND * 0.8 && apart === 0) settle()
    },
    onPointerUp: end,
    onPointerCancel: end,
    // A press that has become a move opens nothing.
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!going.current.hasMoved) return
      going.current.hasMoved = false
      event.preventDefault()
      event.stopPropagation()
    },
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
}
