/** A point on the plane of maps. */
export interface PlanePoint {
  x: number
  y: number
}

/**
 * Plane of all maps: England in Web Mercator, a thousand units from north to south and 840 across. A unit is about 650 metres in
 * the middle of England.
 */
export const MAP_PLANE = { width: 840, height: 1010 } as const

const SCALE = 5800
const RIGHT = 656
const DOWN = 6845
const RADIANS = Math.PI / 180

/** Projects longitude and latitude in degrees (WGS 84) to the plane. */
export const projectToPlane = ({
  longitude,
  latitude,
}: {
  longitude: number
  latitude: number
}): PlanePoint => ({
  x: RIGHT + SCALE * longitude * RADIANS,
  y: DOWN - SCALE * Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2)),
})

/** Longitude and latitude in degrees (WGS 84) of a point of the plane: the inverse of `projectToPlane`. */
export const planeToLatLong = ({ x, y }: PlanePoint): { longitude: number; latitude: number } => ({
  longitude: (x - RIGHT) / SCALE / RADIANS,
  latitude: (2 * Math.atan(Math.exp((DOWN - y) / SCALE)) - Math.PI / 2) / RADIANS,
})

/** Radius of the earth at the equator in metres (WGS 84). */
const RADIUS = 6_378_137

/** Metres on the ground per unit of the plane, at a latitude in degrees. */
export const metresPerPlaneUnit = (latitude: number): number =>
  (RADIUS * Math.cos(latitude * RADIANS)) / SCALE
