import {
  ArrowDownIcon,
  ArrowLeftIcon,
  ArrowRightIcon,
  ArrowUpIcon,
  HouseIcon,
  MinusIcon,
  PlusIcon,
} from '../icons/icons.tsx'

/** Movements of the view, each of which has its own button. */
export interface MapMovementHandlers {
  move: (right: number, down: number) => void
  zoom: (times: number) => void
  home: () => void
}

/** Distance in pixels that an arrow key moves the map. */
export const MOVE_STEP_PIXELS = 96

/** Buttons for everything that dragging, pinching or keys can do. */
export const MapControls = ({ move, zoom, home }: MapMovementHandlers) => (
  <div className="map-controls" role="group" aria-label="Move the map">
    {(
      [
        ['in', 'Zoom in', PlusIcon, () => zoom(2)],
        ['out', 'Zoom out', MinusIcon, () => zoom(0.5)],
        ['home', 'Show all', HouseIcon, home],
        ['north', 'North', ArrowUpIcon, () => move(0, -MOVE_STEP_PIXELS)],
        ['south', 'South', ArrowDownIcon, () => move(0, MOVE_STEP_PIXELS)],
        ['west', 'West', ArrowLeftIcon, () => move(-MOVE_STEP_PIXELS, 0)],
        ['east', 'East', ArrowRightIcon, () => move(MOVE_STEP_PIXELS, 0)],
      ] as const
    ).map(([id, label, Icon, press]) => (
      <button
        key={id}
        type="button"
        className={`map-control map-control-${id}`}
        aria-label={label}
        title={label}
        onClick={press}
      >
        <Icon size={18} aria-hidden="true" />
      </button>
    ))}
  </div>
)
