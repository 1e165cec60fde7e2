import { geoPath, geoTransform } from 'd3-geo'
import { projectToPlane, type PlanePoint } from '#domain/map/plane'
import { screenPosition, type MapSize, type MapViewport } from './view.ts'

// Planar projection, without clipping to the globe.
const paths = (to: (point: PlanePoint) => PlanePoint = point => point) =>
  geoPath(
    geoTransform({
      point(longitude, latitude) {
        const { x, y } = to(projectToPlane({ longitude, latitude }))
        this.stream.point(x, y)
      },
    }),
  )

/** Converts shapes of longitudes and latitudes into paths of the plane, accurate to six metres. */
export const planePath = paths().digits(2)

/**
 * Converts shapes into paths of the plane, accurate to less than a metre, for features as small as a field.
 */
export const finePlanePath = paths().digits(4)

/** Converts shapes into paths on screen, in pixels of a fixed view. */
export const screenPath = (view: MapViewport, size: MapSize) =>
  paths(point => screenPosition(view, size, point)).digits(1)
