import type { Named } from '#contract/values'
import type { RoundOfItem } from '#contract/round'
import { OrganisationLink, RoundLink } from '../shared/owner-link.tsx'

/** Whose it is and in which round. */
export const OwnerLine = ({
  owner,
  agent,
  round,
}: {
  owner: Named
  agent: Named | null
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
