/** A point of the plane that maps are drawn on. */
export interface PlanePoint {
  x: number
  y: number
}

/**
 * The plane of all maps: England in Web Mercator, a thousand units from the north down to the south coast and 840 across.
 * A unit is about 650 metres in the middle of England.
 */
export const PLANE = { width: 840, height: 1010 } as const

const SCALE = 5800
const RIGHT = 656
const DOWN = 6845
const RADIANS = Math.PI / 180

/** Where a place lies in the plane, by longitude and latitude in degrees (WGS 84). */
export const placed = ({ longitude, latitude }: { longitude: number; latitude: number }): PlanePoint => ({
  x: RIGHT + SCALE * longitude * RADIANS,
  y: DOWN - SCALE * Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2)),
})

/** Metres of the earth's radius at the equator (WGS 84). */
const RADIUS = 6_378_137

/** Metres on the ground that a unit of the plane is at a latitude in degrees. */
export const metresOfUnit = (latitude: number): number => (RADIUS * Math.cos(latitude * RADIANS)) / SCALE
