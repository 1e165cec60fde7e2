import { Link } from 'react-router'
import type { OrganisationType } from '#domain/people/organisation'
import type { IdAndName } from '#contract/kit/values'
import type { RoundOfItem } from '#contract/round/round'
import { useUser } from '../../api/api.ts'
import { pageAddress } from '#contract/nouns/nouns'
import { organisationAddress } from './organisation-address.ts'
import { useIsOperator } from './use-is-operator.ts'

/** Name of an organisation, linked if the reader has a page for it. */
export const OrganisationLink = ({
  organisation,
  type = 'PARTICIPANT',
}: {
  organisation: IdAndName
  type?: OrganisationType
}) => {
  const address = organisationAddress(useUser().data, { type, id: organisation.id })
  return address === null ? <span>{organisation.name}</span> : <Link to={address}>{organisation.name}</Link>
}

/** Name of a market round, optionally with its market; linked, except for planning authorities. */
export const RoundLink = ({ round, withMarket = false }: { round: RoundOfItem; withMarket?: boolean }) => {
  const text = withMarket ? `${round.market}, ${round.name}` : round.name
  if (useUser().data?.organisation?.type === 'LPA') return <span>{text}</span>
  return <Link to={pageAddress('round', { marketId: round.marketId, id: round.id })}>{text}</Link>
}

/**
 * Project that has sold units. Readers other than the market operator are linked to the public register,
 * which anyone can read.
 */
export const SoldProjectLink = ({ project, at = '' }: { project: IdAndName; at?: '' | '/registry' }) =>
  useIsOperator() ? (
    <Link to={`${at}${pageAddress('project', { id: project.id })}`}>{project.name}</Link>
  ) : (
    <a href={`/register/projects/${encodeURIComponent(project.id)}`}>{project.name}</a>
  )
