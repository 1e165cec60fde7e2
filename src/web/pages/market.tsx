import { useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import { INSTANCES_LABELS, ISSUE_AHEAD_LABELS } from '#domain/market'
import { PLACE_PRECISION_LABELS } from '#domain/place/precision'
import { NOUNS } from '#contract/nouns'
import { useResource } from '../api.ts'
import { ActionBar, Door } from '../parts/action-bar.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { RoundCard } from './shared/round-card.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './shared/pages.css'

const CREATE_ROUND = 'CreateRound' satisfies ActionName<'market'>

/** One market: what it is, and its rounds. */
export const MarketPage = () => {
  const { marketId } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.market, marketId)} title="Market">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[{ name: 'Markets', to: '/markets' }, { name: data.name }]}
          actions={<ActionBar actions={data.actions} primary={false} />}
        >
          {data.description && <p className="prose">{data.description}</p>}
          <p className="quiet">
            Of where things are, others are told at the least:{' '}
            {PLACE_PRECISION_LABELS[data.placePrecision].toLowerCase()}. Credits are issued and redeemed
            before they are delivered: {ISSUE_AHEAD_LABELS[data.issueAhead].toLowerCase()}. Matches are
            published once they are accepted: {INSTANCES_LABELS[data.instances].toLowerCase()}.
          </p>
          <Section heading="Market rounds">
            {data.rounds.length === 0 ? (
              <EmptyState
                title="No rounds yet"
                button={<Door action={data.actions.find(({ id }) => id === CREATE_ROUND)} />}
              >
                A round is one run of the market, from registration to settlement.
              </EmptyState>
            ) : (
              <ul className="round-cards">
                {data.rounds.map(round => (
                  <RoundCard key={round.id} round={round} />
                ))}
              </ul>
            )}
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
