import { Link } from 'react-router'
import type { Named } from '#domain/wire/general'
import type { RoundOfItem } from '#domain/wire/project'
import { useUser } from '../../api.ts'
import { addressOf } from '../shared/addresses.ts'

/** Whose it is and in which round, as links where the reader has such pages. */
export const OwnerLine = ({
  owner,
  agent,
  round,
}: {
  owner: Named
  agent: Named | null
  round: RoundOfItem
}) => {
  const user = useUser().data
  const isOwn = user?.organisation?.id === owner.id
  const isAuthority = user?.organisation?.type === 'LPA'
  return (
    <>
      {isOwn || isAuthority ? (
        <span>{owner.name}</span>
      ) : (
        <Link to={addressOf.participant(owner.id)}>{owner.name}</Link>
      )}
      {agent && <span>through {agent.name}</span>}
      {isAuthority ? (
        <span>
          {round.market}, {round.name}
        </span>
      ) : (
        <Link to={addressOf.round(round.marketId, round.id)}>
          {round.market}, {round.name}
        </Link>
      )}
    </>
  )
}
