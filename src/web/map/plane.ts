import { geoPath, geoTransform } from 'd3-geo'
import { placed } from '#domain/map/plane'

// Flat: what lies round the globe is not asked for.
const paths = () =>
  geoPath(
    geoTransform({
      point(longitude, latitude) {
        const { x, y } = placed({ longitude, latitude })
        this.stream.point(x, y)
      },
    }),
  )

/** Shapes of longitudes and latitudes as paths of the plane, to six metres. */
export const pathOf = paths().digits(2)

/** The same to less than a metre, for what is as small as a field. */
export const finePathOf = paths().digits(4)
