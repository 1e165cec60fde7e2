import { iterateXmlTags } from '../xml/read-xml.ts'
import {
  unreadableFileError,
  type FilePoint,
  type ShapesResult,
  exceedsOutlineLimits,
  type FileShapes,
} from './shapes.ts'

const OTHERS = new Set(['Point', 'LineString', 'Track', 'MultiTrack', 'Model'])

/**
 * Parses a list of points: longitude, latitude and sometimes height, separated by commas, with a space between points.
 */
const pointsOf = (text: string): FilePoint[] =>
  text
    .trim()
    .split(/\s+/)
    .map((point): FilePoint => {
      const [x = '', y = ''] = point.split(',')
      return [x === '' ? NaN : Number(x), y === '' ? NaN : Number(y)]
    })

/** Reads the areas of a KML file, which is always in longitude and latitude. It follows no link. */
export const readKmlShapes = (content: Buffer): ShapesResult => {
  const text = content.toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    return 'The KML refers to other files or addresses. Save it without them.'
  const shapes: FileShapes = { system: 'EPSG:4326', areas: [], others: 0 }
  let area: FilePoint[][] | undefined
  let isHole = false
  let isClosed = false
  for (const { name, before, isEnd, isEmpty } of iterateXmlTags(text)) {
    isClosed ||= isEnd && name === 'kml'
    if (OTHERS.has(name) && isEnd) shapes.others += 1
    if (name === 'Polygon') {
      if (isEnd && area) shapes.areas.push(area)
      area = isEnd || isEmpty ? undefined : []
    } else if (name === 'outerBoundaryIs' || name === 'innerBoundaryIs')
      isHole = name === 'innerBoundaryIs' && !isEnd
    else if (name === 'coordinates' && isEnd && area) {
      const ring = pointsOf(before)
      if (isHole) area.push(ring)
      else area.unshift(ring)
      if (exceedsOutlineLimits([area])) break
    }
  }
  if (area) shapes.areas.push(area)
  return isClosed || exceedsOutlineLimits(shapes.areas) ? shapes : unreadableFileError('KML')
}
