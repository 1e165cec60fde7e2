import type { Named } from '#contract/values'
import type { RoundOfItem } from '#contract/round'
import { OwnerLink, RoundLink } from '../shared/owner-link.tsx'

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
    <OwnerLink owner={owner} />
    {agent && <span>through {agent.name}</span>}
    <RoundLink round={round} withMarket />
  </>
)
