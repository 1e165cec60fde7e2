import { MAP_PLANE, type PlanePoint } from '#domain/map/plane'

/** Visible part of the plane: its centre, and the number of pixels per unit. */
export interface MapViewport extends PlanePoint {
  k: number
}

/** Size of a map, in pixels. */
export interface MapSize {
  width: number
  height: number
}

/** Highest zoom: a unit, about 650 metres, is 400 pixels. */
export const MAX_ZOOM = 400
/** Initial zoom for a single mark, which shows its surroundings. */
const NEAR = 6
const PADDING = 48

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)

/** View of all of England. */
const whole = ({ width, height }: MapSize): MapViewport => ({
  x: MAP_PLANE.width / 2,
  y: MAP_PLANE.height / 2,
  k: Math.min(width / MAP_PLANE.width, height / MAP_PLANE.height),
})

/** Limits a view: no further out than England, no closer than is useful, and England always in sight. */
export const limitViewport = (view: MapViewport, size: MapSize): MapViewport => ({
  x: between(0, view.x, MAP_PLANE.width),
  y: between(0, view.y, MAP_PLANE.height),
  k: between(whole(size).k * 0.8, view.k, MAX_ZOOM),
})

/** View that contains some points with a margin; England if there are none. */
export const fitViewport = (points: readonly PlanePoint[], size: MapSize, nearest = NEAR): MapViewport => {
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
  return limitViewport({ x: (box.west + box.east) / 2, y: (box.north + box.south) / 2, k }, size)
}

/** View moved by a number of pixels. */
export const moveViewport = (view: MapViewport, right: number, down: number): MapViewport => ({
  ...view,
  x: view.x + right / view.k,
  y: view.y + down / view.k,
})

/** View zoomed by a factor around a point of the screen (in pixels from its centre), which stays in place. */
export const zoomViewport = (
  view: MapViewport,
  times: number,
  size: MapSize,
  at: PlanePoint = { x: 0, y: 0 },
): MapViewport => {
  const { k } = limitViewport({ ...view, k: view.k * times }, size)
  return limitViewport(
    { x: view.x + at.x / view.k - at.x / k, y: view.y + at.y / view.k - at.y / k, k },
    size,
  )
}

/** Position on screen of a point of the plane, in pixels from the upper left of the map. */
export const screenPosition = (view: MapViewport, size: MapSize, { x, y }: PlanePoint): PlanePoint => ({
  x: (x - view.x) * view.k + size.width / 2,
  y: (y - view.y) * view.k + size.height / 2,
})

/** Zoom level in half steps; clusters stay the same within a level. */
export const zoomLevel = (k: number): number => Math.round(2 * Math.log2(k))

/** Units of the plane that a number of pixels corresponds to at a level. */
export const pixelsToPlaneUnits = (level: number, pixels: number): number => pixels / 2 ** (level / 2)
