import { Link } from 'react-router'
import { useList } from '../api/api.ts'
import { ActionBar, EmptyStateAction } from '../parts/action-bar.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { QueryBoundary } from '../parts/page/query-boundary.tsx'
import { Section } from '../parts/section.tsx'
import { listUrl } from '#contract/kit/noun'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { useIsOperator } from './shared/use-is-operator.ts'
import { RoundCard } from './shared/round-card.tsx'
import './shared/pages.css'

/** Page with all markets and their rounds. */
export const MarketsPage = () => {
  const list = useList(NOUNS.market, { limit: 200 })
  const isOperator = useIsOperator()
  return (
    <Page
      title="Markets"
      actions={<ActionBar actions={list.data?.actions ?? []} self={listUrl(NOUNS.market, {})} />}
    >
      {isOperator && (
        <p>
          <Link to="/interest">Interest by area</Link>
        </p>
      )}
      <QueryBoundary query={list} lines={8}>
        {found =>
          found.items.length === 0 ? (
            <EmptyState
              title="No markets yet"
              button={<EmptyStateAction action={found.actions[0]} self={listUrl(NOUNS.market, {})} />}
            >
              A market says what is traded and where. Its rounds are listed under it.
            </EmptyState>
          ) : (
            found.items.map(market => (
              <Section
                key={market.id}
                heading={<Link to={pageAddress('market', { id: market.id })}>{market.name}</Link>}
              >
                {market.description && <p className="quiet measure">{market.description}</p>}
                {market.rounds.length === 0 ? (
                  <p className="quiet">No rounds yet</p>
                ) : (
                  <ul className="round-list">
                    {market.rounds.map(round => (
                      <RoundCard key={round.id} round={round} />
                    ))}
                  </ul>
                )}
              </Section>
            ))
          )
        }
      </QueryBoundary>
    </Page>
  )
}
