import type { Named } from '#domain/wire/general'
import type { RoundOfItem } from '#domain/wire/project'
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
