import { memo } from 'react'
import { BOUNDARY_SETS, type BoundarySet } from '#domain/map/boundaries'
import type { Outlines } from './outlines.ts'
import { BEYOND } from './use-gestures.ts'
import { onScreen, type Size, type View } from './view.ts'

/** From this nearness on areas bear their names. */
const NAMED = 3
/** As wide a letter is, in pixels. */
const LETTER = 6.5

const Set = memo(({ set, outlines }: { set: BoundarySet; outlines: Outlines }) => (
  <g className={`map-set map-${set}`}>
    <path className="map-surface" d={outlines.surface} />
    <path className="map-borders" d={outlines.borders} />
  </g>
))

/** The outlines behind the marks, and the names of the finest areas that were chosen where there is room for them. */
export const OutlinesLayer = ({
  sets,
  view,
  size,
}: {
  sets: Readonly<Partial<Record<BoundarySet, Outlines | undefined>>>
  view: View
  size: Size
}) => {
  const { x, y } = onScreen(view, size, { x: 0, y: 0 })
  const names = view.k < NAMED ? [] : ((sets.subcatchments ?? sets.ncas ?? sets.lpas)?.names ?? [])
  return (
    <g aria-hidden="true">
      <g transform={`translate(${BEYOND + x} ${BEYOND + y}) scale(${view.k})`}>
        {BOUNDARY_SETS.map(set => {
          const outlines = sets[set]
          return outlines && <Set key={set} set={set} outlines={outlines} />
        })}
      </g>
      {names.map(area => {
        const at = onScreen(view, size, area)
        const isNear =
          at.x > -BEYOND && at.y > -BEYOND && at.x < size.width + BEYOND && at.y < size.height + BEYOND
        return isNear && area.width * view.k > area.name.length * LETTER ? (
          <text key={area.name} className="map-name" x={BEYOND + at.x} y={BEYOND + at.y}>
            {area.name}
          </text>
        ) : null
      })}
    </g>
  )
}
