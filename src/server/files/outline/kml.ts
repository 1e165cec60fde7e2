import { tagsOf } from '../read-xml.ts'
import { broken, type FilePoint, type Found, isTooMuch, type Shapes } from './shapes.ts'

const OTHERS = new Set(['Point', 'LineString', 'Track', 'MultiTrack', 'Model'])

/** The points of a list of longitude, latitude and, at times, height: a comma between these, a space between points. */
const pointsOf = (text: string): FilePoint[] =>
  text
    .trim()
    .split(/\s+/)
    .map((point): FilePoint => {
      const [x = '', y = ''] = point.split(',')
      return [x === '' ? NaN : Number(x), y === '' ? NaN : Number(y)]
    })

/** Reads the areas of a KML file, which is always in longitude and latitude. Nothing outside of it is looked up. */
export const kmlShapes = (content: Buffer): Found => {
  const text = content.toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return 'The KML refers to what lies outside it. Save it without that.'
  const shapes: Shapes = { system: 'EPSG:4326', areas: [], others: 0 }
  let area: FilePoint[][] | undefined
  let isHole = false
  let isClosed = false
  for (const { name, before, isEnd, isEmpty } of tagsOf(text)) {
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
      if (isTooMuch([area])) break
    }
  }
  if (area) shapes.areas.push(area)
  return isClosed || isTooMuch(shapes.areas) ? shapes : broken('KML')
}
