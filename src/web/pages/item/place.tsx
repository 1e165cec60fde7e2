import { ExternalLinkIcon } from '../../icons/icons.tsx'
import { areaColumns } from '#contract/columns/place'
import { formatLatLong } from '#domain/place/lat-long'
import { PLACE_PRECISION_LABELS } from '#domain/place/precision'
import type { ProjectView } from '#contract/project/project'
import { MISSING_ANSWER_TEXT } from '#domain/values/messages'
import { KeyValues, type Fact } from '../../parts/key-values.tsx'
import { showNumber } from '../../parts/values/amounts.tsx'
import { PlaceWarnings } from '../../parts/warnings.tsx'

/** Grid reference, three words or address as a link to a map service. */
const MapLink = ({ place, as = 'address' }: { place: string | null; as?: 'address' | 'grid' | 'words' }) => {
  if (!place) return <span className="quiet">{MISSING_ANSWER_TEXT}</span>
  const address = {
    address: `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`,
    grid: `https://gridreferencefinder.com/?gr=${encodeURIComponent(place)}`,
    words: `https://what3words.com/${encodeURIComponent(place.replace(/^\/+/, ''))}`,
  }[as]
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {place} <ExternalLinkIcon size={14} aria-hidden="true" />
      <span className="sr-only"> (opens a map in a new tab)</span>
    </a>
  )
}

type Place = Pick<
  ProjectView,
  | ('nearAddress' | 'gridReference' | 'threeWords' | 'latitude' | 'longitude' | 'placePrecision')
  | ('accuracy' | 'placeWarnings' | 'nca' | 'lpa' | 'subcatchment')
>

/** Place of a project or site, with links to a map, and contradictions in its description. */
export const PlaceFacts = ({ place, more = [] }: { place: Place; more?: readonly Fact[] }) => {
  const { latitude, longitude, accuracy } = place
  const point = latitude === null || longitude === null ? null : formatLatLong({ latitude, longitude })
  return (
    <>
      <PlaceWarnings warnings={place.placeWarnings} />
      <KeyValues
        as="list"
        facts={[
          [
            'Address',
            place.nearAddress === null ? null : (
              <MapLink key="address" place={place.nearAddress} as="address" />
            ),
          ],
          [
            'Grid reference',
            place.gridReference === null ? undefined : point === null ? (
              place.gridReference
            ) : (
              <MapLink key="grid" place={place.gridReference} as="grid" />
            ),
          ],
          [
            'Latitude and longitude',
            point === null ? undefined : (
              <span key="point">
                {point}
                {accuracy !== null && (
                  <span className="quiet"> (within a square of {showNumber(accuracy)} m)</span>
                )}
              </span>
            ),
          ],
          [
            'what3words',
            place.threeWords === null ? undefined : (
              <MapLink key="words" place={place.threeWords} as="words" />
            ),
          ],
          [areaColumns.nca.label, place.nca?.name],
          [areaColumns.lpa.label, place.lpa?.name],
          [areaColumns.subcatchment.label, place.subcatchment?.name],
          ['Others can see', point === null ? undefined : PLACE_PRECISION_LABELS[place.placePrecision]],
          ...more,
        ]}
      />
    </>
  )
}
