import type { Named } from '#contract/values'
import { KeyValues, type Fact } from '../../parts/key-values.tsx'
import { MapLink } from '../../parts/map-link.tsx'

interface Place {
  nearAddress: string | null
  gridReference: string | null
  threeWords: string | null
  nca: Named | null
  lpa: Named | null
  subcatchment: Named | null
}

/** Where something is, with links to a map. */
export const PlaceFacts = ({ place, more = [] }: { place: Place; more?: readonly Fact[] }) => (
  <KeyValues
    as="list"
    facts={[
      [
        'Address',
        place.nearAddress === null ? null : <MapLink key="address" place={place.nearAddress} as="address" />,
      ],
      [
        'Grid reference',
        place.gridReference === null ? undefined : (
          <MapLink key="grid" place={place.gridReference} as="grid" />
        ),
      ],
      [
        'Three words',
        place.threeWords === null ? undefined : <MapLink key="words" place={place.threeWords} as="words" />,
      ],
      ['National character area', place.nca?.name],
      ['Local planning authority', place.lpa?.name],
      ['Subcatchment', place.subcatchment?.name],
      ...more,
    ]}
  />
)
