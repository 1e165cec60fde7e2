import { NOUNS, statusLabel } from '#contract/nouns/nouns'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import type { RoundStatus } from '#domain/round/round'
import { listUnmatchedProjects, listUnmatchedRequirements, readMatchReview } from '#contract/round/match'
import { useAnswer, useResource } from '../api/api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { DayText } from '../parts/values/amounts.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { QueryBoundary } from '../parts/page/query-boundary.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { ReviewBody } from './review/review-body.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './review/review.css'

const REVIEWED: readonly string[] = ['AcceptMatch', 'RejectMatch'] satisfies ActionName<'round'>[]
const HAS_MATCH: readonly RoundStatus[] = ['Matched', 'Rejected', 'Settled']

/** Review of a match: who won, pays and receives, and why, with the actions that accept or reject it. */
export const RoundReviewPage = () => {
  const { marketId, roundId } = useParams()
  const [compare, setCompare] = useState(false)
  const round = useResource(NOUNS.round, roundId)
  const hasMatch = round.data !== undefined && HAS_MATCH.includes(round.data.status)
  const ask = hasMatch ? { params: { id: round.data.id } } : null
  const review = useAnswer(readMatchReview, ask)
  const projects = useAnswer(listUnmatchedProjects, ask)
  const requirements = useAnswer(listUnmatchedRequirements, ask)
  return (
    <PageBoundary query={round} title="Review matches">
      {data => (
        <Page
          title="Review matches"
          subject={data}
          crumbs={[
            { name: 'Markets', to: '/markets' },
            { name: data.market.name, to: `/markets/${marketId}` },
            { name: data.name, to: `/markets/${marketId}/round/${roundId}` },
            { name: 'Review matches' },
          ]}
          subtitle={
            <>
              <span>
                {data.market.name}, {data.name}
              </span>
              <StatusBadge kind="round" status={data.status} />
              {review.data?.match.finishedAt && (
                <span>
                  matched <DayText day={review.data.match.finishedAt} time />
                </span>
              )}
            </>
          }
          actions={<ActionBar actions={data.actions.filter(action => REVIEWED.includes(action.id))} />}
        >
          {hasMatch ? (
            <QueryBoundary query={review} lines={14}>
              {found => (
                <ReviewBody
                  review={found}
                  roundId={data.id}
                  biodiversitySupply={data.biodiversitySupply}
                  isSettled={data.status === 'Settled'}
                  lost={{
                    projects: projects.data?.items ?? [],
                    requirements: requirements.data?.items ?? [],
                  }}
                  compare={compare}
                  onCompare={setCompare}
                />
              )}
            </QueryBoundary>
          ) : (
            <EmptyState title="There is no match to review">
              The status of the round is: {statusLabel('round', data.status)}.
            </EmptyState>
          )}
        </Page>
      )}
    </PageBoundary>
  )
}
