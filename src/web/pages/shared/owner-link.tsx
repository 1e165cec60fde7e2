import { Link } from 'react-router'
import type { Named } from '#contract/values'
import type { RoundOfItem } from '#contract/round'
import { useUser } from '../../api.ts'
import { addressOf } from '#contract/nouns'

/** Whose it is; a link, except for the owner and for planning authorities, who have no such pages. */
export const OwnerLink = ({ owner }: { owner: Named }) => {
  const organisation = useUser().data?.organisation
  if (organisation?.id === owner.id || organisation?.type === 'LPA') return <span>{owner.name}</span>
  return <Link to={addressOf('organisation', { type: 'PARTICIPANT', id: owner.id })}>{owner.name}</Link>
}

/** A market round by its name, or by that of its market too; a link, except for planning authorities. */
export const RoundLink = ({ round, withMarket = false }: { round: RoundOfItem; withMarket?: boolean }) => {
  const text = withMarket ? `${round.market}, ${round.name}` : round.name
  if (useUser().data?.organisation?.type === 'LPA') return <span>{text}</span>
  return <Link to={addressOf('round', { marketId: round.marketId, id: round.id })}>{text}</Link>
}
