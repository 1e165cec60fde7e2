import { MapIcon } from '../../icons/icons.tsx'
import { Suspense, useState, type ComponentProps } from 'react'
import { LoadingPlaceholder } from '../../parts/page/query-boundary.tsx'
import { lazyComponent } from '../../parts/chunk.ts'

const PlacesMap = lazyComponent(async () => (await import('../../map/places-map.tsx')).PlacesMap)

/** Map of records, with placeholder lines while its code and outlines are loading. */
export const LazyMap = ({ lines = 12, ...shown }: ComponentProps<typeof PlacesMap> & { lines?: number }) => (
  <Suspense fallback={<LoadingPlaceholder lines={lines} what="Loading the map" />}>
    <PlacesMap {...shown} />
  </Suspense>
)

/** Button that opens a map of records below. Nothing of the map is loaded before it is pressed. */
export const MapToggle = (shown: ComponentProps<typeof LazyMap>) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={isOpen ? 'map-door' : 'map-door is-closed'}>
      <button
        type="button"
        className="button button-small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MapIcon aria-hidden="true" /> {isOpen ? 'Hide the map' : 'Show on a map'}
      </button>
      {isOpen && <LazyMap lines={8} {...shown} />}
    </div>
  )
}
