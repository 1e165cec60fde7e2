import { useId, useRef } from 'react'
import type { SiteSurvey } from '#contract/site-boundary'
import { metresOfUnit, placed } from '#domain/map/plane'
import { scaleBar } from '#domain/map/scale-bar'
import { POINT_IN_PICTURE } from '#domain/site-boundary'
import { finePathOf, screenPathOf } from './plane.ts'
import { useSize } from './use-size.ts'
import { onScreen, type Size, type View } from './view.ts'
import './map.css'
import './site-map.css'

const BEFORE_KNOWN: Size = { width: 520, height: 320 }
/** Room around the site, of the width and the height of the picture. */
const MARGIN = 0.22
/** So many metres are shown at the least, however small a site is. */
const LEAST_METRES = 120
/** Pixels of the longest scale bar. */
const LONGEST_BAR = 120

/** The part of the plane that shows a site with its point, and room around. */
const viewOf = ({ boundary, point }: SiteSurvey, size: Size, metresPerUnit: number): View => {
  const corners = finePathOf.bounds(boundary).map(([x, y]) => ({ x, y }))
  const points = point && point.metres <= POINT_IN_PICTURE ? [...corners, placed(point)] : corners
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const least = LEAST_METRES / metresPerUnit
  const room = 1 - 2 * MARGIN
  const k = Math.min(
    (room * size.width) / Math.max(east - west, least),
    (room * size.height) / Math.max(south - north, least),
  )
  return { x: (west + east) / 2, y: (north + south) / 2, k }
}

const Bar = ({ metresPerPixel, height }: { metresPerPixel: number; height: number }) => {
  const { pixels, label } = scaleBar(metresPerPixel, LONGEST_BAR)
  return (
    <g className="site-map-scale" transform={`translate(16 ${height - 14})`}>
      <path d={`M0 -6V0H${pixels.toFixed(1)}V-6`} />
      <text x={pixels / 2} y={-8}>
        {label}
      </text>
    </g>
  )
}

/**
 * Picture of a boundary that would be saved, with the planning authorities and the boundaries around it, the point of its grid
 * reference, and a scale bar. Neighbours bear their numbers in `survey.neighbours`; a list has to say the same in words.
 */
export const SiteMap = ({ survey, label }: { survey: SiteSurvey; label: string }) => {
  const frame = useRef<HTMLDivElement>(null)
  const hatch = useId()
  const size = useSize(frame) ?? BEFORE_KNOWN
  const { boundary, point, authorities, neighbours } = survey
  const metresPerUnit = metresOfUnit(boundary.coordinates[0]?.[0]?.[0]?.[1] ?? 0)
  const view = viewOf(survey, size, metresPerUnit)
  const path = screenPathOf(view, size)
  const drawn = (shape: SiteSurvey['boundary']) => path(shape) ?? undefined
  const at = point && onScreen(view, size, placed(point))
  return (
    <div ref={frame} className="site-map-frame">
      <svg
        role="img"
        aria-label={label}
        width={size.width}
        height={size.height}
        viewBox={`0 0 ${size.width} ${size.height}`}
      >
        <pattern id={hatch} width={8} height={8} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="site-map-hatch" d="M0 0V8" />
        </pattern>
        {authorities.map(({ id, isOwn, boundary: its }) => (
          <g key={id} className="site-map-authority">
            <path d={drawn(its)} />
            {!isOwn && <path d={drawn(its)} style={{ fill: `url(#${hatch})` }} />}
          </g>
        ))}
        {neighbours.map(({ id, boundary: its }) => (
          <path key={id} className="site-map-neighbour" d={drawn(its)} />
        ))}
        <path className="map-site" d={drawn(boundary)} fillRule="evenodd" />
        {neighbours.map(({ id, boundary: its }, place) => {
          const [x, y] = path.centroid(its)
          return (
            <text key={id} className="site-map-number" x={x} y={y} dy="0.36em">
              {place + 1}
            </text>
          )
        })}
        {at && <path className="site-map-point" d={`M${at.x - 7} ${at.y}h14M${at.x} ${at.y - 7}v14`} />}
        <Bar metresPerPixel={metresPerUnit / view.k} height={size.height} />
        <text className="site-map-north" x={size.width - 18} y={22}>
          N ↑
        </text>
      </svg>
    </div>
  )
}
