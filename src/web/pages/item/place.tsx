import { areaColumns } from '#contract/columns/place'
import { showLatLong } from '#domain/place/lat-long'
import { PLACE_PRECISION_LABELS } from '#domain/place/precision'
import type { ProjectView } from '#contract/project'
import { KeyValues, type Fact } from '../../parts/key-values.tsx'
import { MapLink } from '../../parts/map-link.tsx'
import { PlaceWarnings } from '../../parts/place-warnings.tsx'

type Place = Pick<
  ProjectView,
  | ('nearAddress' | 'gridReference' | 'threeWords' | 'latitude' | 'longitude' | 'placePrecision')
  | ('accuracy' | 'placeWarnings' | 'nca' | 'lpa' | 'subcatchment')
>

/** Where something is, with links to a map, and what does not fit together in it. */
export const PlaceFacts = ({ place, more = [] }: { place: Place; more?: readonly Fact[] }) => {
  const { latitude, longitude, accuracy } = place
  const point = latitude === null || longitude === null ? null : showLatLong({ latitude, longitude })
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
                  <span className="quiet"> (in a square of {accuracy.toLocaleString('en-GB')} m)</span>
                )}
              </span>
            ),
          ],
          [
            'Three words',
            place.threeWords === null ? undefined : (
              <MapLink key="words" place={place.threeWords} as="words" />
            ),
          ],
          [areaColumns.nca.label, place.nca?.name],
          [areaColumns.lpa.label, place.lpa?.name],
          [areaColumns.subcatchment.label, place.subcatchment?.name],
          ['Others are told', point === null ? undefined : PLACE_PRECISION_LABELS[place.placePrecision]],
          ...more,
        ]}
      />
    </>
  )
}
