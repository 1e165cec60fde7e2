import { Link } from 'react-router'
import type { OrganisationType } from '#domain/organisation'
import type { Named } from '#contract/values'
import type { RoundOfItem } from '#contract/round'
import { useUser } from '../../api.ts'
import { addressOf } from '#contract/nouns'
import { organisationAddress } from './organisation-address.ts'
import { useIsOperator } from './use-is-operator.ts'

/** An organisation by its name; a link wherever the reader has a page to be led to. */
export const OrganisationLink = ({
  organisation,
  type = 'PARTICIPANT',
}: {
  organisation: Named
  type?: OrganisationType
}) => {
  const address = organisationAddress(useUser().data, { type, id: organisation.id })
  return address === null ? <span>{organisation.name}</span> : <Link to={address}>{organisation.name}</Link>
}

/** A market round by its name, or by that of its market too; a link, except for planning authorities. */
export const RoundLink = ({ round, withMarket = false }: { round: RoundOfItem; withMarket?: boolean }) => {
  const text = withMarket ? `${round.market}, ${round.name}` : round.name
  if (useUser().data?.organisation?.type === 'LPA') return <span>{text}</span>
  return <Link to={addressOf('round', { marketId: round.marketId, id: round.id })}>{text}</Link>
}

/** A project that has sold units; others than the market operator are led to the public register, which shows it to anybody. */
export const SoldProjectLink = ({ project, at = '' }: { project: Named; at?: '' | '/registry' }) =>
  useIsOperator() ? (
    <Link to={`${at}${addressOf('project', { id: project.id })}`}>{project.name}</Link>
  ) : (
    <a href={`/register/projects/${encodeURIComponent(project.id)}`}>{project.name}</a>
  )
