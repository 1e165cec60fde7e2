import { memo } from 'react'
import { BOUNDARY_SETS, type BoundarySet } from '#domain/map/boundaries'
import type { OutlinePaths } from './outlines.ts'
import { OVERSCAN } from './use-gestures.ts'
import { screenPosition, type MapSize, type MapViewport } from './view.ts'

/** Zoom level from which areas show their names. */
const NAMED = 3
/** Average width of a character, in pixels. */
const LETTER = 6.5

const Set = memo(({ set, outlines }: { set: BoundarySet; outlines: OutlinePaths }) => (
  <g className={`map-set map-${set}`}>
    <path className="map-surface" d={outlines.surface} />
    <path className="map-borders" d={outlines.borders} />
  </g>
))

/** Outlines behind the marks, with names of the finest chosen areas where there is space for them. */
export const OutlinesLayer = ({
  sets,
  view,
  size,
}: {
  sets: Readonly<Partial<Record<BoundarySet, OutlinePaths | undefined>>>
  view: MapViewport
  size: MapSize
}) => {
  const { x, y } = screenPosition(view, size, { x: 0, y: 0 })
  const names = view.k < NAMED ? [] : ((sets.subcatchments ?? sets.ncas ?? sets.lpas)?.names ?? [])
  return (
    <g aria-hidden="true">
      <g transform={`translate(${OVERSCAN + x} ${OVERSCAN + y}) scale(${view.k})`}>
        {BOUNDARY_SETS.map(set => {
          const outlines = sets[set]
          return outlines && <Set key={set} set={set} outlines={outlines} />
        })}
      </g>
      {names.map(area => {
        const at = screenPosition(view, size, area)
        const isNear =
          at.x > -OVERSCAN &&
          at.y > -OVERSCAN &&
          at.x < size.width + OVERSCAN &&
          at.y < size.height + OVERSCAN
        return isNear && area.width * view.k > area.name.length * LETTER ? (
          <text key={area.name} className="map-name" x={OVERSCAN + at.x} y={OVERSCAN + at.y}>
            {area.name}
          </text>
        ) : null
      })}
    </g>
  )
}
