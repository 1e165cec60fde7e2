import { PLANE, type PlanePoint } from '#domain/map/plane'

/** What of the plane is on screen: its middle, and how many pixels a unit takes. */
export interface View extends PlanePoint {
  k: number
}

/** The room that a map has, in pixels. */
export interface Size {
  width: number
  height: number
}

/** How near one comes: a unit, some 650 metres, is then 400 pixels. */
export const NEAREST = 400
/** A single thing is shown with what is around it: as near as the map comes by itself. */
const NEAR = 6
const PADDING = 48

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)

/** All of England. */
const whole = ({ width, height }: Size): View => ({
  x: PLANE.width / 2,
  y: PLANE.height / 2,
  k: Math.min(width / PLANE.width, height / PLANE.height),
})

/** No further out than England, no nearer than is of use, and England never out of sight. */
export const kept = (view: View, size: Size): View => ({
  x: between(0, view.x, PLANE.width),
  y: between(0, view.y, PLANE.height),
  k: between(whole(size).k * 0.8, view.k, NEAREST),
})

/** The view that shows all of some points with room around them; England where there are none. */
export const viewOf = (points: readonly PlanePoint[], size: Size, nearest = NEAR): View => {
  if (points.length === 0) return whole(size)
  const box = points.reduce(
    (all, { x, y }) => ({
      west: Math.min(all.west, x),
      east: Math.max(all.east, x),
      north: Math.min(all.north, y),
      south: Math.max(all.south, y),
    }),
    { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity },
  )
  const k = Math.min(
    (size.width - 2 * PADDING) / Math.max(box.east - box.west, 0.01),
    (size.height - 2 * PADDING) / Math.max(box.south - box.north, 0.01),
    nearest,
  )
  return kept({ x: (box.west + box.east) / 2, y: (box.north + box.south) / 2, k }, size)
}

/** The view moved by so many pixels. */
export const moved = (view: View, right: number, down: number): View => ({
  ...view,
  x: view.x + right / view.k,
  y: view.y + down / view.k,
})

/** The view so many times nearer, with what is at a point of the screen (from its middle, in pixels) staying there. */
export const nearer = (view: View, times: number, size: Size, at: PlanePoint = { x: 0, y: 0 }): View => {
  const { k } = kept({ ...view, k: view.k * times }, size)
  return kept({ x: view.x + at.x / view.k - at.x / k, y: view.y + at.y / view.k - at.y / k, k }, size)
}

/** Where a point of the plane is on screen, from the upper left of the map, in pixels. */
export const onScreen = (view: View, size: Size, { x, y }: PlanePoint): PlanePoint => ({
  x: (x - view.x) * view.k + size.width / 2,
  y: (y - view.y) * view.k + size.height / 2,
})

/** Half steps of nearness: what is drawn together stays so until the next. */
export const levelOf = (k: number): number => Math.round(2 * Math.log2(k))

/** How many units of the plane so many pixels are at a level. */
export const unitsAt = (level: number, pixels: number): number => pixels / 2 ** (level / 2)
