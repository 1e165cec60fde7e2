import { useCallback, useRef, useState } from 'react'
import type { BoundarySet } from '#domain/map/boundaries'
import { BOUNDARIES } from '#domain/map/boundaries'
import { LoadingError, LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { MapControls } from './controls.tsx'
import { OUTLINES_NOT_LOADED_TEXT } from './messages.ts'
import { OutlinesLayer } from './outlines-layer.tsx'
import type { AreaShape } from './outlines.ts'
import { OVERSCAN, useGestures } from './use-gestures.ts'
import { useAreaShapes, useOutlines } from './use-outlines.ts'
import { useSize } from './use-size.ts'
import { fitViewport, limitViewport, moveViewport, screenPosition, zoomViewport } from './view.ts'
import type { MapViewport } from './view.ts'
import './map.css'

const BEFORE_KNOWN = { width: 640, height: 420 }
const NO_MARKS = () => undefined

interface AreaChoice {
  /** Says what the areas are and that a list has the same choices. */
  label: string
  chosen: readonly string[]
  onToggle: (id: string) => void
}

const DrawnAreas = ({
  areas,
  set,
  label,
  chosen,
  onToggle,
}: AreaChoice & { areas: AreaShape[]; set: BoundarySet }) => {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<SVGSVGElement>(null)
  const size = useSize(frame) ?? BEFORE_KNOWN
  const [first] = useState(chosen)
  const [looked, look] = useState<MapViewport | null>(null)
  const fit = fitViewport(
    areas.filter(({ id }) => first.includes(id)),
    size,
  )
  const view = looked ?? fit
  const land = useOutlines('lpas', set !== 'lpas').data
  const gestures = useGestures(frame, stage, { view, size, look, oneFinger: NO_MARKS })
  const { x, y } = screenPosition(view, size, { x: 0, y: 0 })
  return (
    <div className="map map-small">
      <div className="map-box">
        <div ref={frame} className="map-frame map-areas" role="img" aria-label={label} {...gestures}>
          <svg
            ref={stage}
            className="map-stage"
            width={size.width}
            height={size.height}
            viewBox={`${OVERSCAN} ${OVERSCAN} ${size.width} ${size.height}`}
          >
            <OutlinesLayer sets={{ lpas: land }} view={view} size={size} />
            <g transform={`translate(${OVERSCAN + x} ${OVERSCAN + y}) scale(${view.k})`}>
              {areas.map(({ id, name, path }) => (
                <path
                  key={id}
                  className="map-area-choice"
                  data-chosen={chosen.includes(id)}
                  d={path}
                  onClick={() => onToggle(id)}
                >
                  <title>{name}</title>
                </path>
              ))}
            </g>
          </svg>
        </div>
        <MapControls
          move={(right, down) => look(limitViewport(moveViewport(view, right, down), size))}
          zoom={times => look(zoomViewport(view, times, size))}
          home={() => look(null)}
        />
      </div>
      <p className="map-thanks">{BOUNDARIES[set].attribution}</p>
    </div>
  )
}

/** Map on which a press chooses an area or takes it back. Only for pointers: a list next to it has the same choices. */
export const AreasMap = ({ set, ...choice }: AreaChoice & { set: BoundarySet }) => {
  const { data, error, refetch } = useAreaShapes(set)
  const retry = useCallback(() => void refetch(), [refetch])
  if (error) return <LoadingError error={new Error(OUTLINES_NOT_LOADED_TEXT)} retry={retry} />
  if (!data) return <LoadingPlaceholder lines={5} />
  return <DrawnAreas areas={data} set={set} {...choice} />
}
