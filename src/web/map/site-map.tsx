import { useId, useRef } from 'react'
import type { SiteSurvey } from '#contract/kit/site-boundary'
import { metresPerPlaneUnit, projectToPlane } from '#domain/map/plane'
import { calculateScaleBar } from '#domain/map/scale-bar'
import { MAX_DRAWN_POINT_METRES } from '#domain/land/site-boundary'
import { finePlanePath, screenPath } from './plane.ts'
import { useSize } from './use-size.ts'
import { screenPosition, type MapSize, type MapViewport } from './view.ts'
import './map.css'
import './site-map.css'

const BEFORE_KNOWN: MapSize = { width: 520, height: 320 }
/** Margin around the site, as a fraction of the picture's width and height. */
const MARGIN = 0.22
/** Smallest extent shown, in metres, however small a site is. */
const LEAST_METRES = 120
/** Pixels of the longest scale bar. */
const LONGEST_BAR = 120

/** View that contains a site and its point, with a margin. */
const viewOf = ({ boundary, point }: SiteSurvey, size: MapSize, metresPerUnit: number): MapViewport => {
  const corners = finePlanePath.bounds(boundary).map(([x, y]) => ({ x, y }))
  const points =
    point && point.metres <= MAX_DRAWN_POINT_METRES ? [...corners, projectToPlane(point)] : corners
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
  const { pixels, label } = calculateScaleBar(metresPerPixel, LONGEST_BAR)
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
 * Picture of a boundary that would be saved, with planning authorities and neighbouring boundaries, the point
 * of its grid reference, and a scale bar. Neighbours have their numbers in `survey.neighbours`; a list has to
 * say the same in words.
 */
export const SiteMap = ({ survey, label }: { survey: SiteSurvey; label: string }) => {
  const frame = useRef<HTMLDivElement>(null)
  const hatch = useId()
  const size = useSize(frame) ?? BEFORE_KNOWN
  const { boundary, point, authorities, neighbours } = survey
  const metresPerUnit = metresPerPlaneUnit(boundary.coordinates[0]?.[0]?.[0]?.[1] ?? 0)
  const view = viewOf(survey, size, metresPerUnit)
  const path = screenPath(view, size)
  const drawn = (shape: SiteSurvey['boundary']) => path(shape) ?? undefined
  const at = point && screenPosition(view, size, projectToPlane(point))
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
