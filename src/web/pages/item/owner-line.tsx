import type { IdAndName } from '#contract/kit/values'
import type { RoundOfItem } from '#contract/round/round'
import { OrganisationLink, RoundLink } from '../shared/owner-link.tsx'

/** Owner and round of a project or requirement. */
export const OwnerLine = ({
  owner,
  agent,
  round,
}: {
  owner: IdAndName
  agent: IdAndName | null
  round: RoundOfItem
}) => (
  <>
    <OrganisationLink organisation={owner} />
    {agent && (
      <span>
        through <OrganisationLink organisation={agent} type="AGENT" />
      </span>
    )}
    <RoundLink round={round} withMarket />
  </>
)
