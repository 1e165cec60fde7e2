import { geoPath, geoTransform } from 'd3-geo'
import { placed, type PlanePoint } from '#domain/map/plane'
import { onScreen, type Size, type View } from './view.ts'

// Flat: what lies round the globe is not asked for.
const paths = (to: (point: PlanePoint) => PlanePoint = point => point) =>
  geoPath(
    geoTransform({
      point(longitude, latitude) {
        const { x, y } = to(placed({ longitude, latitude }))
        this.stream.point(x, y)
      },
    }),
  )

/** Shapes of longitudes and latitudes as paths of the plane, to six metres. */
export const pathOf = paths().digits(2)

/** The same to less than a metre, for what is as small as a field. */
export const finePathOf = paths().digits(4)

/** The same on screen, in pixels of a view that stays as it is. */
export const screenPathOf = (view: View, size: Size) => paths(point => onScreen(view, size, point)).digits(1)
