import { geoPath, geoTransform } from 'd3-geo'
import { placed } from '#domain/map/plane'

/** Shapes of longitudes and latitudes as paths of the plane, to six metres. Flat: what lies round the globe is not asked for. */
export const pathOf = geoPath(
  geoTransform({
    point(longitude, latitude) {
      const { x, y } = placed({ longitude, latitude })
      this.stream.point(x, y)
    },
  }),
).digits(2)
