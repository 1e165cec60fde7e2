import {
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import type { GeoPermissibleObjects } from 'd3-geo'
import type { MapMarks } from '#contract/public/map'
import { readUploadedSets } from '#contract/public/boundaries'
import { BOUNDARIES, BOUNDARY_SETS, BUILT_IN_BOUNDARY_SETS, type BoundarySet } from '#domain/map/boundaries'
import { MAP_DISCLAIMER } from '#domain/place/attribution'
import { useAnswer } from '../api/api.ts'
import { LoadingError } from '../parts/page/query-boundary.tsx'
import { MapControls, MOVE_STEP_PIXELS, type MapMovementHandlers } from './controls.tsx'
import { FlowsLayer, type MapFlow } from './flows-layer.tsx'
import { MarksInView } from './in-view.tsx'
import { MapLegend } from './legend.tsx'
import { MarksLayer, type MarkAddress } from './marks-layer.tsx'
import { OUTLINES_NOT_LOADED_TEXT } from './messages.ts'
import { OutlinesLayer } from './outlines-layer.tsx'
import { finePlanePath } from './plane.ts'
import { useClusteredMarks, usePoints, type DrawnMark } from './use-drawn.ts'
import { OVERSCAN, useGestures } from './use-gestures.ts'
import { useOutlines } from './use-outlines.ts'
import { useSize } from './use-size.ts'
import {
  moveViewport,
  zoomViewport,
  limitViewport,
  screenPosition,
  fitViewport,
  MAX_ZOOM,
  type MapViewport,
} from './view.ts'
import './map.css'

const BEFORE_KNOWN = { width: 640, height: 420 }
/**
 * Distance in units of the plane within which marks count as one place, because zooming in would not separate
 * them.
 */
const ONE_PLACE = 0.05
/** Milliseconds for which the hint about moving the map is shown. */
const TOLD_MS = 2000

/** Movement for a key. */
const moveOf = (key: string, { move, zoom, home }: MapMovementHandlers): (() => void) | undefined =>
  ({
    ArrowLeft: () => move(-MOVE_STEP_PIXELS, 0),
    ArrowRight: () => move(MOVE_STEP_PIXELS, 0),
    ArrowUp: () => move(0, -MOVE_STEP_PIXELS),
    ArrowDown: () => move(0, MOVE_STEP_PIXELS),
    '+': () => zoom(2),
    '=': () => zoom(2),
    '-': () => zoom(0.5),
    _: () => zoom(0.5),
    Home: home,
  })[key]

/** Map of records, with its legend, the attribution of its outlines, and a table of the marks in view. */
export const MapView = ({
  label,
  marks: { items, total, unplaced },
  pageOf,
  flows = [],
  site,
  isSmall = false,
  hasOwnTable = false,
}: {
  label: string
  marks: MapMarks
  pageOf: MarkAddress
  flows?: readonly MapFlow[]
  /** Boundary of a site. */
  site?: GeoPermissibleObjects | null
  /** Map of a single record next to other facts: lower, and without a table, which would add nothing. */
  isSmall?: boolean
  /** A table with more details is next to the map. */
  hasOwnTable?: boolean
}) => {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<SVGSVGElement>(null)
  const refocus = useRef<string | null>(null)
  const help = useId()
  const size = useSize(frame) ?? BEFORE_KNOWN
  const points = usePoints(items)
  const fit = useMemo(() => {
    if (!site) return fitViewport(points, size)
    const corners = finePlanePath.bounds(site).map(([x, y]) => ({ x, y }))
    return fitViewport([...points, ...corners], size, MAX_ZOOM)
  }, [points, size, site])
  // The view is reset when the records change, so that all of the new ones are visible.
  const [looked, setLooked] = useState<{ at: MapViewport; of: typeof points } | null>(null)
  const view = looked?.of === points ? looked.at : fit
  const look = useCallback((at: MapViewport) => setLooked({ at, of: points }), [points])
  const [sets, setSets] = useState<readonly BoundarySet[]>(BUILT_IN_BOUNDARY_SETS)
  const uploaded = useAnswer(readUploadedSets, {}).data?.items ?? []
  const outlines = {
    lpas: useOutlines('lpas', sets.includes('lpas')),
    catchments: useOutlines('catchments', sets.includes('catchments')),
    parks: useOutlines('parks', sets.includes('parks')),
    ncas: useOutlines('ncas', sets.includes('ncas')),
    subcatchments: useOutlines('subcatchments', sets.includes('subcatchments')),
  }
  const failed = BOUNDARY_SETS.find(set => outlines[set].error)
  const { all, near, inView } = useClusteredMarks(items, points, view, size)
  const [picked, setPicked] = useState<DrawnMark | null>(null)
  const isPicked = picked !== null && inView.some(({ key }) => key === picked.key)
  const seen = useDeferredValue(useMemo(() => inView.flatMap(({ marks }) => marks), [inView]))
  const [isTold, setTold] = useState(false)
  const oneFinger = useCallback(() => setTold(true), [])
  useEffect(() => {
    if (!isTold) return
    const timer = setTimeout(() => setTold(false), TOLD_MS)
    return () => clearTimeout(timer)
  }, [isTold])
  const gestures = useGestures(frame, stage, { view, size, look, oneFinger })

  const focused = () => inView.find(({ marks }) => marks.some(({ id }) => id === refocus.current))
  const moves: MapMovementHandlers = {
    move: (right, down) => look(limitViewport(moveViewport(view, right, down), size)),
    zoom: times => {
      const its = focused()
      const at = its && screenPosition(view, size, its)
      look(zoomViewport(view, times, size, at && { x: at.x - size.width / 2, y: at.y - size.height / 2 }))
    },
    home: () => look(fit),
  }
  const open = (drawn: DrawnMark) => {
    const its = drawn.members.flatMap(at => points[at] ?? [])
    const apart = Math.max(...its.map(({ x, y }) => Math.hypot(x - drawn.x, y - drawn.y)))
    if (apart < ONE_PLACE) {
      setPicked(drawn)
      return
    }
    refocus.current = drawn.marks[0]?.id ?? null
    look(fitViewport(its, size, view.k * 4))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = moveOf(event.key, moves)
    if (!act) return
    event.preventDefault()
    act()
  }
  const onDoubleClick = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    look(
      zoomViewport(view, 2, size, {
        x: event.clientX - box.left - size.width / 2,
        y: event.clientY - box.top - size.height / 2,
      }),
    )
  }
  const { x, y } = screenPosition(view, size, { x: 0, y: 0 })
  const origin = { x: x + OVERSCAN, y: y + OVERSCAN }
  const shape = site && (finePlanePath(site) ?? undefined)
  return (
    <div className={isSmall ? 'map map-small' : 'map'}>
      {failed && (
        <LoadingError
          error={new Error(OUTLINES_NOT_LOADED_TEXT)}
          retry={() => void outlines[failed].refetch()}
        />
      )}
      <div className="map-box">
        <div
          ref={frame}
          className="map-frame"
          role="application"
          aria-roledescription="map"
          aria-label={label}
          aria-describedby={help}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onDoubleClick={onDoubleClick}
          {...gestures}
        >
          <svg
            ref={stage}
            className="map-stage"
            width={size.width}
            height={size.height}
            viewBox={`${OVERSCAN} ${OVERSCAN} ${size.width} ${size.height}`}
          >
            <OutlinesLayer
              sets={Object.fromEntries(sets.map(set => [set, outlines[set].data]))}
              view={view}
              size={size}
            />
            {shape && (
              <path
                className="map-site"
                aria-hidden="true"
                d={shape}
                transform={`translate(${origin.x} ${origin.y}) scale(${view.k})`}
              />
            )}
            {flows.length > 0 && <FlowsLayer flows={flows} drawn={all} k={view.k} origin={origin} />}
            <MarksLayer
              near={near}
              inView={inView}
              k={view.k}
              origin={origin}
              halfWay={OVERSCAN + size.width * 0.6}
              pageOf={pageOf}
              open={open}
              leave={() => frame.current?.focus()}
              refocus={refocus}
            />
          </svg>
        </div>
        <MapControls {...moves} />
        {isTold && (
          <p className="map-two-fingers" aria-hidden="true">
            Use two fingers to move the map
          </p>
        )}
      </div>
      <p id={help} className="sr-only">
        Arrow keys move the map; on a touch screen, use two fingers. Plus and minus zoom in and out, and Home
        shows all. Tab moves to the marks: there, the arrow keys go from one mark to the next, and Enter opens
        a mark.
      </p>
      <MapLegend
        marks={items}
        sets={sets}
        offered={[...BUILT_IN_BOUNDARY_SETS, ...uploaded.map(({ set }) => set)]}
        toggle={set => setSets(sets.includes(set) ? sets.filter(one => one !== set) : [...sets, set])}
        hasFlows={flows.length > 0}
        hasSite={Boolean(shape)}
      />
      <p className="map-thanks">
        {[
          ...sets.map(set => BOUNDARIES[set].attribution),
          ...uploaded.filter(({ set }) => sets.includes(set)).map(({ attribution }) => attribution),
          MAP_DISCLAIMER,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {!isSmall && !hasOwnTable && (
        <MarksInView
          marks={isPicked ? picked.marks : seen}
          total={total}
          unplaced={unplaced}
          isPicked={isPicked}
          showAll={() => setPicked(null)}
          pageOf={pageOf}
        />
      )}
    </div>
  )
}
